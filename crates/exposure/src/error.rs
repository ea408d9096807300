//! What can go wrong.

use lethe_data::Fault;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A limit was reached, or the run was cancelled.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
    /// Sums over all pairs of columns would not fit.
    #[error(
        "{columns} columns are more than the {most} that can be held against each other; choose some with `columns`"
    )]
    TooManyColumns {
        /// The columns.
        columns: usize,
        /// The most that can be.
        most: usize,
    },
    /// The inference graph does not fit.
    #[error("the inference graph has {edges} edges, too many to be held; leave out direct identifiers")]
    TooManyEdges {
        /// The edges, one in each direction.
        edges: u64,
    },
    /// What was written was found to give something away.
    #[error("what was about to be released would reveal {0}; it was not released")]
    Unsafe(&'static str),
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
            Self::Unsafe(_) => Fault::Bug,
            Self::TooManyColumns { .. } | Self::TooManyEdges { .. } => Fault::Limit,
        }
    }
}

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
