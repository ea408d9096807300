//! What can go wrong.

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
    /// The inference graph does not fit.
    #[error("the inference graph has {edges} edges, too many to be held; leave out columns that name people")]
    TooManyEdges {
        /// The edges, one in each direction.
        edges: u64,
    },
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> lethe_data::Fault {
        match self {
            Self::Data(error) => error.fault(),
            Self::TooManyEdges { .. } => lethe_data::Fault::Limit,
        }
    }
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
