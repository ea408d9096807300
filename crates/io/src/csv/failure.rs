//! Why reading a text file ended early, and how it is told.

use super::header::Preamble;
use super::parse::{Complaint, Problem};
use crate::error::{Error, while_doing};
use lethe_data::wording::counted;

pub(super) enum Failure {
    /// A block, by its number, is not what the format demands.
    Complaint(usize, Complaint),
    Stream(std::io::Error),
    Other(Error),
}

impl Failure {
    /// Faults of the file come first, in file order.
    pub(super) fn position(&self) -> usize {
        match self {
            Self::Complaint(block, _) => *block,
            Self::Stream(_) | Self::Other(_) => usize::MAX,
        }
    }

    /// The error with its line; `lines_before` counts the lines of all blocks before a given one.
    pub(super) fn into_error(
        self,
        file: &str,
        preamble: &Preamble,
        lines_before: impl Fn(usize) -> u64,
    ) -> Error {
        let (block, complaint) = match self {
            Self::Stream(source) => return while_doing("read", file)(source),
            Self::Other(error) => return error,
            Self::Complaint(block, complaint) => (block, complaint),
        };
        let line = preamble.lines + lines_before(block) + complaint.line + 1;
        let name = |column: usize| &preamble.columns[column];
        let problem = match complaint.problem {
            Problem::Fields { found } if found > preamble.columns.len() => {
                format!("more fields than the {}", counted(preamble.columns.len() as u64, "column"))
            }
            Problem::Fields { found } => {
                let columns = counted(preamble.columns.len() as u64, "column");
                format!("{} for {columns}", counted(found as u64, "field"))
            }
            Problem::NotUtf8 { column } => {
                format!("column '{}' holds bytes that are not UTF-8; convert the file first", name(column))
            }
            Problem::AfterQuote { column } => {
                format!(
                    "column '{}': text after a closing quote; double the quotes inside a field",
                    name(column)
                )
            }
            Problem::Unclosed => "a quoted field that starts here is never closed".to_owned(),
        };
        Error::content(file, line, problem)
    }
}
