//! The distribution of a sensitive column in the whole table, which classes are held against.

use lethe_data::Column;

/// How many records have each value of a column; null is the last code and a value like any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    counts: Vec<u64>,
    records: u64,
}

impl Distribution {
    /// The distribution of a column, each row counting as many records as its weight says.
    pub fn of(column: &Column, weights: Option<&[u64]>) -> Self {
        Self::from_counts(column.histogram(weights))
    }

    /// The distribution with these counts by code.
    pub fn from_counts(counts: Vec<u64>) -> Self {
        let records = counts.iter().sum();
        Self { counts, records }
    }

    /// Records by code, zeros included.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// All records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The number of values that occur.
    pub fn distinct(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }
}
