//! What can be wrong with a model's parameters.

use lethe_data::Fault;
use thiserror::Error;

/// An error of a model. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A parameter no table could satisfy, or every table does.
    #[error("{model}: {problem}")]
    Parameter {
        /// The model's name.
        model: &'static str,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A model that no table shows; what to do instead.
    #[error("{0}")]
    Unjudged(&'static str),
    /// The table lacks what a model needs, as whoever holds it says.
    #[error(transparent)]
    Site(Box<dyn std::error::Error + Send + Sync>),
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Parameter { .. } | Self::Unjudged(_) | Self::Site(_) => Fault::Request,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
