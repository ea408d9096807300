//! An error as programs read it: a stable code, one line of message, the place, and what to do.
//!
//! Messages name settings as the requests do, in backticks: `` `max_size` ``. Whoever shows them says them in its own way, such as
//! `--max-size` on the command line. What to do about an error follows the last semicolon of its line.

use super::Error;
use lethe_data::Fault;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::ErrorKind;

/// What is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// What kind of problem this is; one of [`CODES`]. Codes do not change.
    pub code: &'static str,
    /// What is wrong, in one line. It holds no cell's value.
    pub message: String,
    /// The file at fault, as the request names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// What is printed instead of a report where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// Why there is none.
    pub error: Problem,
}

/// Every code with what it means.
pub const CODES: &[(&str, &str)] = &[
    ("usage", "The command line cannot be understood."),
    ("request", "The request asks for something that does not exist or does not fit together."),
    ("parameter", "A parameter of a model or a mechanism is out of its range."),
    ("recipe", "A recipe says something that no recipe can say."),
    ("unknown-column", "A name that no column of the table has."),
    ("file-not-found", "There is no such file."),
    ("file-access", "A file cannot be opened, read or written."),
    ("disk-full", "There is no room for what is written."),
    ("malformed-file", "The content of a file is not what its format demands."),
    ("wrong-type", "Values of a column do not fit the type that it is said to have."),
    ("cells", "Cells of a column make no sense for what is asked."),
    ("hierarchy", "A hierarchy is not valid, or does not fit its column."),
    ("not-in-hierarchy", "A column has values that its hierarchy does not have."),
    ("model-file", "A silo's model is damaged, or cannot be used so."),
    ("ledger", "A ledger cannot be used, or not so."),
    ("budget-exceeded", "The ledger has less privacy budget left than is required."),
    ("database", "The database could not answer."),
    ("no-random-bits", "The operating system gives no random bits."),
    ("too-large", "There is more than can be counted or held."),
    ("memory-limit", "The memory budget does not suffice."),
    ("interrupted", "The caller asked to stop."),
    ("threads", "The threads cannot be started."),
    ("internal", "A fault of Lethe's own."),
];

/// The file, line and column of an error, as far as they are known.
type Place = (Option<String>, Option<u64>, Option<String>);

impl Error {
    /// The error as programs read it.
    pub fn problem(&self) -> Problem {
        let (file, line, column) = self.place();
        let line_of_text = self.to_string();
        let (message, hint) = with_hint(&line_of_text);
        Problem { code: self.code(), message, file, line, column, hint }
    }

    /// What kind of error this is; one of [`CODES`].
    pub fn code(&self) -> &'static str {
        if self.fault() == Fault::Bug {
            return "internal";
        }
        match self {
            Self::Io(error) => of_io(error),
            Self::Data(error)
            | Self::Discovery(lethe_discovery::Error::Data(error))
            | Self::Exposure(lethe_exposure::Error::Data(error))
            | Self::Synth(lethe_synth::Error::Data(error))
            | Self::Models(lethe_models::Error::Data(error))
            | Self::Transform(lethe_transform::Error::Data(error))
            | Self::Verify(lethe_verify::Error::Data(error))
            | Self::Learning(lethe_utility::learning::Error::Data(error))
            | Self::HierarchyFile { source: lethe_io::hierarchy::HierarchyFileError::Data(error), .. }
            | Self::ModelFile { source: lethe_exposure::Error::Data(error), .. } => of_data(error),
            Self::Discovery(lethe_discovery::Error::Engine(_)) => "database",
            Self::Transform(lethe_transform::Error::Models(_) | lethe_transform::Error::Discovery(_))
            | Self::Discovery(_)
            | Self::Models(_)
            | Self::Learning(_)
            | Self::Mechanism(_) => "parameter",
            Self::Transform(lethe_transform::Error::Unfinished { .. }) => "memory-limit",
            Self::Exposure(error) if error.fault() == Fault::Limit => "too-large",
            Self::Exposure(_) | Self::ModelFile { .. } => "model-file",
            Self::HierarchyFile { .. } => "hierarchy",
            Self::Ledger { source, .. } => match **source {
                lethe_dp::ledger::LedgerError::Overspent { .. } => "budget-exceeded",
                _ => "ledger",
            },
            Self::Recipe(_) => "recipe",
            Self::NoRandomBits(_) => "no-random-bits",
            Self::Cells { .. } => "cells",
            Self::Unfinished { source, .. } | Self::Damaged { source, .. } => source.code(),
            Self::Request(_) | Self::Synth(_) | Self::Verify(_) | Self::Transform(_) => "request",
            Self::NoJson(_) | Self::Refuted(_) | Self::Panicked { .. } => "internal",
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Data(error)
            | Self::Io(lethe_io::Error::Data(error))
            | Self::Discovery(lethe_discovery::Error::Data(error))
            | Self::Transform(lethe_transform::Error::Data(error))
            | Self::Verify(lethe_verify::Error::Data(error)) => (None, None, column_of(error)),
            Self::Io(lethe_io::Error::Content { file, line, .. }) => (Some(file.clone()), *line, None),
            Self::Io(lethe_io::Error::Table { file, source }) => {
                (Some(file.clone()), None, column_of(source))
            }
            Self::Recipe(error) => (Some(error.file.clone()), error.line, None),
            Self::HierarchyFile { file, source } => (Some(file.clone()), source.line(), None),
            Self::Io(lethe_io::Error::File { file, .. })
            | Self::ModelFile { file, .. }
            | Self::Ledger { file, .. } => (Some(file.clone()), None, None),
            Self::Cells { file, column, .. } => (Some(file.clone()), None, Some(column.clone())),
            Self::Unfinished { source, .. } | Self::Damaged { source, .. } => source.place(),
            _ => (None, None, None),
        }
    }
}

fn of_data(error: &lethe_data::Error) -> &'static str {
    use lethe_data::Error;
    match error {
        Error::UnknownColumn { .. } => "unknown-column",
        Error::TypeMismatch { .. } => "wrong-type",
        Error::Hierarchy(_) => "hierarchy",
        Error::NotInHierarchy { .. } => "not-in-hierarchy",
        Error::MemoryExceeded { .. } => "memory-limit",
        Error::Cancelled => "interrupted",
        Error::TooManyThreads { .. } | Error::Threads { .. } => "threads",
        Error::TooManyColumns { .. } | Error::TooLarge { .. } | Error::WeightOverflow => "too-large",
        Error::SpeltAlike { .. } | Error::RaggedTable { .. } => "malformed-file",
        Error::UnknownCode { .. } => "internal",
    }
}

fn of_io(error: &lethe_io::Error) -> &'static str {
    use lethe_io::Error;
    match error {
        Error::File { source, .. } if source.kind() == ErrorKind::NotFound => "file-not-found",
        Error::File { .. } if error.fault() == Fault::Limit => "disk-full",
        Error::File { .. } => "file-access",
        Error::Content { .. } => "malformed-file",
        Error::Request(_) => "request",
        Error::Table { source, .. } | Error::Data(source) => of_data(source),
    }
}

fn column_of(error: &lethe_data::Error) -> Option<String> {
    use lethe_data::Error;
    match error {
        Error::UnknownColumn { name, .. } => Some(name.clone()),
        Error::TypeMismatch { column, .. }
        | Error::SpeltAlike { column }
        | Error::UnknownCode { column }
        | Error::RaggedTable { column, .. }
        | Error::NotInHierarchy { column, .. } => Some(column.clone()),
        _ => None,
    }
}

/// The message of a line, and what it says to do.
fn with_hint(line: &str) -> (String, Option<String>) {
    match line.rsplit_once("; ") {
        Some((message, hint)) => (message.to_owned(), Some(hint.to_owned())),
        None => (line.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe_file::Recipe;

    fn is_known(problem: &Problem) -> bool {
        CODES.iter().any(|(code, _)| *code == problem.code)
    }

    #[test]
    fn a_problem_tells_code_place_and_what_to_do() {
        let source = lethe_data::Error::UnknownColumn { name: "agee".into(), suggestion: Some("age".into()) };
        let problem = Error::from(lethe_io::Error::Table { file: "t.csv".into(), source }).problem();
        let place = (problem.file.as_deref(), problem.line, problem.column.as_deref());
        assert_eq!((problem.code, place), ("unknown-column", (Some("t.csv"), None, Some("agee"))));
        assert_eq!(problem.message, "t.csv: unknown column 'agee'");
        assert_eq!(problem.hint.as_deref(), Some("did you mean 'age'?"));
        assert!(is_known(&problem));
    }

    #[test]
    fn a_recipe_at_fault_is_told_with_its_line() {
        let error = Recipe::parse("r.toml", "[search]\nmethod = 3\n").unwrap_err();
        let problem = Error::from(error).problem();
        assert_eq!(
            (problem.code, problem.file.as_deref(), problem.line),
            ("recipe", Some("r.toml"), Some(2))
        );
    }

    #[test]
    fn an_early_end_has_the_code_of_its_cause() {
        let source = Box::new(Error::Data(lethe_data::Error::Cancelled));
        let error = Error::Unfinished { source, folder: "work".into() };
        assert_eq!(error.problem().code, "interrupted");
        assert_eq!(
            error.problem().hint.as_deref(),
            Some("what was done is kept in work: go on with `resume`")
        );
        assert_eq!(Error::Refuted("k".into()).problem().code, "internal");
    }

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../../../../docs/src/reference/json.md");
        for (code, meaning) in CODES {
            assert!(page.contains(&format!("| `{code}` | {meaning} |")), "{code}");
        }
    }

    #[test]
    fn codes_are_named_once() {
        let mut codes: Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CODES.len());
    }
}
