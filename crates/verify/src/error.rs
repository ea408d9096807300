//! What can go wrong while a table is judged.

use lethe_data::Fault;
use thiserror::Error;

/// An error of the verifier. No message ever holds a cell's value.
#[derive(Debug, Error)]
pub enum Error {
    /// A model looks at a population, and there is none.
    #[error("{model} needs the population that the table is a part of")]
    NoPopulation {
        /// The model's name.
        model: &'static str,
    },
    /// The population does not have the columns to compare.
    #[error("the population has {found} columns where {expected} quasi-identifying ones are compared")]
    PopulationColumns {
        /// The columns it has.
        found: usize,
        /// The columns it should have.
        expected: usize,
    },
    /// A translation of a sensitive column's codes that does not cover them.
    #[error("the codes of column '{column}' are not all translated")]
    Translation {
        /// The column's name.
        column: String,
    },
    /// The table could not be worked on.
    #[error(transparent)]
    Data(#[from] lethe_data::Error),
}

impl Error {
    /// Whose fault this is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::NoPopulation { .. } => Fault::Request,
            Self::PopulationColumns { .. } | Self::Translation { .. } => Fault::Bug,
            Self::Data(error) => error.fault(),
        }
    }
}

/// The result of a fallible operation of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
