//! What can go wrong when making data.

use thiserror::Error;

/// An error of the synthetic data sets. There are no real records here, yet no message holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A name that no built-in data set has.
    #[error("unknown data set '{name}': expected one of {}", crate::request::names())]
    UnknownDataSet {
        /// The name asked for.
        name: String,
    },
    /// A number of columns the data set does not have.
    #[error("data set '{data_set}' has 1 to {most} columns, not {asked}")]
    Columns {
        /// The data set's name.
        data_set: &'static str,
        /// The columns asked for.
        asked: usize,
        /// The columns there are.
        most: usize,
    },
    /// A block after the last one.
    #[error("there is no block {index}: the data has {blocks}")]
    NoSuchBlock {
        /// The block asked for.
        index: usize,
        /// The blocks there are.
        blocks: usize,
    },
    /// More rows than a table can have.
    #[error("{rows} rows are more than the {} a table can have", lethe_data::Table::MAX_ROWS)]
    TooManyRows {
        /// The rows asked for.
        rows: u64,
    },
    /// A table could not be put together.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> lethe_data::Fault {
        match self {
            Self::UnknownDataSet { .. } | Self::Columns { .. } | Self::TooManyRows { .. } => {
                lethe_data::Fault::Request
            }
            // The request never names a block and the values are ours: both are slips of the program.
            Self::NoSuchBlock { .. } | Self::Data(_) => lethe_data::Fault::Bug,
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
