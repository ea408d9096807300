//! What can go wrong.

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> lethe_data::Fault {
        match self {
            Self::Data(error) => error.fault(),
        }
    }
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
