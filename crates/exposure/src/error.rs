//! What can go wrong.

use lethe_data::Fault;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
    /// A model is at fault, or what is asked of it.
    #[error(transparent)]
    Model(#[from] crate::model::ModelError),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Data(error) => error.fault(),
            Self::Model(error) => error.fault(),
        }
    }
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
