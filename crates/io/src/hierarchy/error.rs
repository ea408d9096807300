//! Why a file is no hierarchy.

use super::{Located, Place};
use thiserror::Error;

/// An error of reading a hierarchy. No message holds a label: labels are records's data too.
#[derive(Debug, Error)]
pub enum HierarchyFileError {
    /// Bytes that are not UTF-8.
    #[error("line {line}: the text is not UTF-8")]
    NotUtf8 {
        /// The line of the first such byte.
        line: usize,
    },
    /// A quoted field without its end.
    #[error("line {line}: a quoted field is not closed")]
    UnclosedQuote {
        /// The line where the field starts.
        line: usize,
    },
    /// A quoted field with text behind its closing quote.
    #[error("line {line}: a quoted field goes on after its closing quote")]
    TextAfterQuote {
        /// The line of the closing quote.
        line: usize,
    },
    /// A text that is no JSON.
    #[error("line {line}, column {column}: this is not valid JSON")]
    Json {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// JSON of another shape than any known hierarchy's.
    #[error("the JSON is no hierarchy: expected {expected}")]
    Shape {
        /// What was expected, and where.
        expected: String,
    },
    /// A line of Amnesia's text form that says something else.
    #[error("line {line}: expected {expected}")]
    Line {
        /// The line.
        line: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A file that names a hierarchy without listing it.
    #[error("not supported: {what}")]
    Unsupported {
        /// What is not supported, and why.
        what: String,
    },
    /// The file is readable, but breaks the rules of hierarchies.
    #[error("{}", list(.0))]
    Defects(Vec<Located>),
    /// The hierarchy does not fit the column.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl HierarchyFileError {
    /// The line at fault, where there is one.
    pub fn line(&self) -> Option<u64> {
        let line = match self {
            Self::NotUtf8 { line }
            | Self::UnclosedQuote { line }
            | Self::TextAfterQuote { line }
            | Self::Json { line, .. }
            | Self::Line { line, .. } => *line,
            Self::Defects(defects) => match defects.first()?.place {
                Place::Line(line) => line,
                _ => return None,
            },
            Self::Shape { .. } | Self::Unsupported { .. } | Self::Data(_) => return None,
        };
        Some(line as u64)
    }
}

fn list(defects: &[Located]) -> String {
    let Some(first) = defects.first() else { return "the hierarchy is not valid".to_owned() };
    match defects.len() {
        1 => first.to_string(),
        count => format!("{first} (and {} more defects)", count - 1),
    }
}
