//! What can go wrong with tables, sorted by whose fault it is.

use thiserror::Error;

/// Whose fault an error is; decides the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The data is at fault.
    Input,
    /// The call is at fault.
    Request,
    /// A resource limit was reached, or the work was cancelled.
    Limit,
    /// Lethe is at fault.
    Bug,
}

/// An error of the data layer. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A name that no column has.
    #[error("unknown column '{name}'{}", did_you_mean(.suggestion.as_deref()))]
    UnknownColumn {
        /// The name asked for.
        name: String,
        /// The column with the most similar name.
        suggestion: Option<String>,
    },
    /// A column set that would be wider than [`crate::ColumnSet::MAX_COLUMNS`].
    #[error("column {index} is beyond the {limit} columns a column set can hold", limit = crate::ColumnSet::MAX_COLUMNS)]
    TooManyColumns {
        /// The position that does not fit.
        index: usize,
    },
    /// A column cannot be read as the type it was said to have.
    #[error(
        "column '{column}' cannot be read as {wanted}: {unfit} of its {distinct} distinct values do not fit"
    )]
    TypeMismatch {
        /// The column's name.
        column: String,
        /// The type asked for.
        wanted: crate::ValueType,
        /// How many distinct values do not parse.
        unfit: usize,
        /// How many distinct values there are.
        distinct: usize,
    },
    /// Two values of a column would be written alike, so that the written table would have other classes.
    #[error("column '{column}' has different values that are spelled the same")]
    SpeltAlike {
        /// The column's name.
        column: String,
    },
    /// Codes of a column that its dictionary does not have.
    #[error("column '{column}' has codes beyond its dictionary")]
    UnknownCode {
        /// The column's name.
        column: String,
    },
    /// Columns of one table have different lengths.
    #[error("column '{column}' has {found} rows where the table has {expected}")]
    RaggedTable {
        /// The odd column's name.
        column: String,
        /// Its length.
        found: usize,
        /// The table's length.
        expected: usize,
    },
    /// More rows or distinct values than the 32-bit codes can number.
    #[error("{what} exceed {limit}, the most this version can number", limit = u32::MAX - 1)]
    TooLarge {
        /// What there are too many of.
        what: &'static str,
    },
    /// The sum of row weights does not fit 64 bits.
    #[error("the row weights add up to more than 2^64")]
    WeightOverflow,
    /// A hierarchy does not fit the column it is bound to, or cannot be built as asked.
    #[error("{0}")]
    Hierarchy(String),
    /// A column has values that its hierarchy does not.
    #[error(
        "column '{column}', row {first_row}: the value is not in the column's hierarchy \
         ({distinct} distinct values in {rows} rows are not); add them to it"
    )]
    NotInHierarchy {
        /// The column's name.
        column: String,
        /// The first row with such a value, counted from 1.
        first_row: usize,
        /// How many distinct values are missing.
        distinct: usize,
        /// How many rows hold one of them.
        rows: usize,
    },
    /// The memory budget is exhausted.
    #[error("{what} needs {needed} more where {left} of the {budget} budget are left; raise `memory`")]
    MemoryExceeded {
        /// The work that asked for memory.
        what: &'static str,
        /// Bytes asked for.
        needed: crate::ByteSize,
        /// Bytes not yet handed out.
        left: crate::ByteSize,
        /// The whole budget.
        budget: crate::ByteSize,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// More threads than can be of use.
    #[error("{threads} threads are too many; at most {limit}", limit = crate::Context::MAX_THREADS)]
    TooManyThreads {
        /// The number of threads asked for.
        threads: usize,
    },
    /// The thread pool could not be started.
    #[error("cannot start {threads} threads")]
    Threads {
        /// The number of threads asked for.
        threads: usize,
    },
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::UnknownCode { .. } => Fault::Bug,
            Self::TypeMismatch { .. }
            | Self::SpeltAlike { .. }
            | Self::RaggedTable { .. }
            | Self::WeightOverflow
            | Self::NotInHierarchy { .. } => Fault::Input,
            Self::UnknownColumn { .. }
            | Self::TooManyColumns { .. }
            | Self::TooManyThreads { .. }
            | Self::Hierarchy(_) => Fault::Request,
            Self::TooLarge { .. } | Self::MemoryExceeded { .. } | Self::Cancelled | Self::Threads { .. } => {
                Fault::Limit
            }
        }
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
