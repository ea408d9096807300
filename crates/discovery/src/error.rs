//! What can go wrong while looking for identifying columns.

use lethe_data::Fault;
use thiserror::Error;

/// An error of discovery. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A threshold of cardinality that no column can be compared with.
    #[error("the standalone threshold is {threshold}; it must be greater than 0 and at most 1")]
    Threshold {
        /// The threshold asked for.
        threshold: f64,
    },
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Threshold { .. } => Fault::Request,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
