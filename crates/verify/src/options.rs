//! How a table is looked at.

use serde::{Deserialize, Serialize};

/// The translation of a code whose value is suppressed.
pub const HIDDEN: u32 = u32::MAX;

/// Which models take the records with `*` in every quasi-identifying column for a class. There is at most one such class.
/// The records that are not published, whom some models judge in a population, include these records unless they are a
/// class like any other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuppressedRecords {
    /// None: they say nothing.
    NoClass,
    /// The models of a sensitive column in which some of these records show a value: whoever knows that a person is
    /// among them learns from these values.
    #[default]
    ClassWhereShown,
    /// Every model of classes that needs no population, whatever the records show.
    ClassWithoutPopulation,
    /// All models: a class like any other.
    Class,
}

/// How a table is looked at.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Who judges the records that are `*` in every quasi-identifying column.
    pub suppressed: SuppressedRecords,
    /// For each sensitive column, by slot, the code that the models know for each code of the column, null last;
    /// [`HIDDEN`] for a value that is suppressed. `None`, or no entry: the models know the column's own codes, and the
    /// value `*` is suppressed.
    pub translations: Vec<Option<Vec<u32>>>,
}
