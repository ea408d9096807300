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
    /// With `k` below 2 nobody could ever be exposed.
    #[error("k is {k}; it must be at least 2: one person alone is always as few as possible")]
    SmallK {
        /// The `k` asked for.
        k: u64,
    },
    /// Every column set exposes at least nobody.
    #[error("the least number of exposed people is 0; it must be at least 1")]
    NothingExposed,
    /// No column set has no columns.
    #[error("the largest size of column sets is 0; it must be at least 1")]
    NoSize,
    /// Wildcards cannot be said in the SQL that databases share.
    #[error(
        "a database cannot count missing values as any value; count them as a value of their own, or use another algorithm"
    )]
    WildcardSql,
    /// The database could not answer.
    #[error("the database cannot answer: {0}")]
    Engine(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Threshold { .. }
            | Self::SmallK { .. }
            | Self::NothingExposed
            | Self::NoSize
            | Self::WildcardSql => Fault::Request,
            Self::Engine(_) => Fault::Input,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
