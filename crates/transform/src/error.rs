//! What can go wrong while making a table safe.

use lethe_data::Fault;
use thiserror::Error;

/// An error of a transformation. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// The parts of a problem do not fit together.
    #[error("{0}")]
    Problem(String),
    /// Something without which nothing can be called safe did not fit into memory.
    #[error("{what} could not be finished within the memory budget; give it more")]
    Unfinished {
        /// What was not finished.
        what: &'static str,
    },
    /// The models could not be asked.
    #[error(transparent)]
    Models(#[from] lethe_models::Error),
    /// Quasi-identifiers could not be searched for.
    #[error(transparent)]
    Discovery(#[from] lethe_discovery::Error),
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Problem(_) => Fault::Request,
            Self::Unfinished { .. } => Fault::Limit,
            Self::Models(error) => error.fault(),
            Self::Discovery(error) => error.fault(),
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
