//! What can go wrong with models. Columns are named, values never.

use lethe_data::Fault;

/// An error about a model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The counts cannot be those of any records.
    #[error("the model is damaged: {place}: {problem}")]
    Damaged {
        /// Which of its parts.
        place: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Rows are removed that were never counted.
    #[error("{columns}: rows are removed that are not in the model; nothing was changed")]
    NotThere {
        /// The column, or the columns, whose counts do not suffice.
        columns: String,
    },
    /// The call makes no sense.
    #[error("{0}")]
    Request(String),
    /// More than can be counted.
    #[error("{0}")]
    Limit(String),
    /// No random bits are to be had.
    #[error("the operating system gives no random bits: {0}")]
    Entropy(String),
    /// A guarantee does not hold after all.
    #[error("a count could be worked out that should be hidden ({0}); nothing is released")]
    Bug(&'static str),
}

impl ModelError {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Damaged { .. } | Self::NotThere { .. } => Fault::Input,
            Self::Request(_) => Fault::Request,
            Self::Limit(_) | Self::Entropy(_) => Fault::Limit,
            Self::Bug(_) => Fault::Bug,
        }
    }

    pub(crate) fn column(name: &str) -> String {
        format!("column '{name}'")
    }

    pub(crate) fn columns(one: &str, other: &str) -> String {
        format!("columns '{one}' and '{other}'")
    }
}
