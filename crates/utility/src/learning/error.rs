//! What can go wrong before anything is learned.

use lethe_data::Fault;
use thiserror::Error;

/// An error of learning. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// Cross validation needs a record to learn from and another to be asked about.
    #[error(
        "the class column '{column}' has {rows} records with a value; at least 2 are needed to learn and to test"
    )]
    TooFewRecords {
        /// The class column.
        column: String,
        /// The records that have a class.
        rows: usize,
    },
    /// One fold would leave nothing to learn from.
    #[error("{folds} folds are requested; at least 2 are needed to learn and to test")]
    TooFewFolds {
        /// The folds requested.
        folds: usize,
    },
    /// A release said to keep the rows of the original has more or fewer.
    #[error(
        "the release has {released} rows and the original {original}; rows that do not correspond must be compared unlinked"
    )]
    OtherRows {
        /// The rows of the release.
        released: usize,
        /// The rows of the original.
        original: usize,
    },
    /// Nothing in the release says which class a record is of.
    #[error("no table of the release has the class column '{column}'")]
    NoClass {
        /// The class column.
        column: String,
    },
    /// The positive class is none of the original's.
    #[error("no record of the class column '{column}' has the requested positive class")]
    UnknownPositive {
        /// The class column.
        column: String,
    },
    /// Parameters no learner can work with.
    #[error("{what} is {found}; it must be {wanted}")]
    Parameter {
        /// The parameter.
        what: &'static str,
        /// What was requested.
        found: String,
        /// What can be requested.
        wanted: &'static str,
    },
    /// A table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::TooFewRecords { .. } => Fault::Input,
            Self::TooFewFolds { .. }
            | Self::OtherRows { .. }
            | Self::NoClass { .. }
            | Self::UnknownPositive { .. }
            | Self::Parameter { .. } => Fault::Request,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this module.
pub type Result<T, E = Error> = std::result::Result<T, E>;
