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
    #[error("k is {k}; it must be at least 2: a class has at least one record")]
    SmallK {
        /// The `k` asked for.
        k: u64,
    },
    /// Every column set exposes at least nobody.
    #[error("the least number of exposed records is 0; it must be at least 1")]
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
    /// No sample is of such a share of the population.
    #[error("the sampling fraction is {fraction}; it must be greater than 0 and at most 1")]
    SamplingFraction {
        /// The fraction asked for.
        fraction: f64,
    },
    /// The scores of records would be beyond the range of doubles.
    #[error(
        "scores over {columns} columns and sets of up to {max_size} are too large to compute; look at smaller sets"
    )]
    LargeScores {
        /// The number of columns asked for.
        columns: usize,
        /// The largest size asked for.
        max_size: usize,
    },
    /// A confidence that no sample gives.
    #[error("the confidence is {confidence}; it must be greater than 0 and less than 1")]
    Confidence {
        /// The confidence asked for.
        confidence: f64,
    },
    /// An error of an estimate that would need no sample, or more than can be drawn.
    #[error("the error of estimates is {error}; it must be at least {least} and less than 1")]
    Margin {
        /// The error asked for.
        error: f64,
        /// The smallest that can be asked for.
        least: f64,
    },
    /// A share of pairs that every column set separates, or that no sample can prove.
    #[error("the separation to reach is {alpha}; it must be greater than 0 and less than 1")]
    Separation {
        /// The separation asked for.
        alpha: f64,
    },
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
            | Self::WildcardSql
            | Self::SamplingFraction { .. }
            | Self::LargeScores { .. }
            | Self::Confidence { .. }
            | Self::Margin { .. }
            | Self::Separation { .. } => Fault::Request,
            Self::Engine(_) => Fault::Input,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
