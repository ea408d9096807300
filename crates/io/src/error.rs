//! What can go wrong with files, sorted by whose fault it is.

use lethe_data::Fault;
use thiserror::Error;

/// An error of the file layer: what, where, and what to do. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A file cannot be opened, read or written.
    #[error("{file}: cannot {action}: {source}")]
    File {
        /// The file's name as the user gave it.
        file: String,
        /// What was tried.
        action: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The content of a file is not what its format demands.
    #[error("{file}: {}{problem}", line_prefix(*.line))]
    Content {
        /// The file's name as the user gave it.
        file: String,
        /// The line, counted from 1, where the format has lines.
        line: Option<u64>,
        /// What is wrong and what to do.
        problem: String,
    },
    /// The name of a file, or an option, asks for something that does not exist.
    #[error("{0}")]
    Request(String),
    /// The table built from a file is at fault.
    #[error("{file}: {source}")]
    Table {
        /// The file's name as the user gave it.
        file: String,
        /// What is wrong with the table.
        source: lethe_data::Error,
    },
    /// The data layer refused.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::File { source, .. } => match source.kind() {
                std::io::ErrorKind::StorageFull
                | std::io::ErrorKind::QuotaExceeded
                | std::io::ErrorKind::FileTooLarge
                | std::io::ErrorKind::OutOfMemory => Fault::Limit,
                _ => Fault::Input,
            },
            Self::Content { .. } => Fault::Input,
            Self::Request(_) => Fault::Request,
            Self::Table { source, .. } | Self::Data(source) => source.fault(),
        }
    }

    pub(crate) fn content(file: &str, line: impl Into<Option<u64>>, problem: impl Into<String>) -> Self {
        Self::Content { file: file.to_owned(), line: line.into(), problem: problem.into() }
    }
}

fn line_prefix(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

/// Turns a failure of the operating system into an error that names the file and what was tried.
pub(crate) fn while_doing(action: &'static str, file: &str) -> impl FnOnce(std::io::Error) -> Error {
    let file = file.to_owned();
    move |source| {
        let inner = source.get_ref().and_then(|inner| inner.downcast_ref::<lethe_data::Error>());
        match inner {
            Some(lethe_data::Error::Cancelled) => Error::Data(lethe_data::Error::Cancelled),
            _ => Error::File { file, action, source },
        }
    }
}

/// Adds the file's name to an error of the table built from it.
pub(crate) fn in_file(file: &str) -> impl FnOnce(lethe_data::Error) -> Error {
    let file = file.to_owned();
    move |source| match source {
        lethe_data::Error::Cancelled | lethe_data::Error::MemoryExceeded { .. } => Error::Data(source),
        _ => Error::Table { file, source },
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
