//! What a silo knows about its records, as counts that may be put together without any row.
//!
//! # Where is what?
//!
//! `exposure/src/model`: `train.rs` counts values and value pairs into a `Model`, which is canonical; `combine.rs` adds
//! models up and takes rows away; `sanitize/` hides what few records have (`hiding.rs` searches, `proof.rs` checks the
//! result on its own) and `noise.rs` adds noise of `num/src/laplace.rs`; `bounds.rs` says what hidden counts leave
//! open, `score.rs` rates records. `check.rs` is the door for counts from elsewhere. `io/src/model_file` reads and
//! writes flat lists, `lethe/src/silo/file.rs` turns them into models. See `docs/src/methods/silos.md`.

mod bounds;
mod check;
mod combine;
mod error;
mod gather;
mod noise;
mod sanitize;
mod score;
mod train;
mod treatment;

pub use bounds::{Bounds, TableBounds};
pub use error::ModelError;
pub use gather::Gathered;
pub use sanitize::{Hidden, Sanitized};
pub use score::{RecordScore, Scores, Scoring};
pub use treatment::{Epsilon, Treatment};

use crate::pairs::Pair;

/// A value of a column and the records that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueCount {
    /// The value as it is spelled.
    pub text: Box<str>,
    /// The records that have it, at least one.
    pub records: u64,
}

/// A column and its values. A missing value is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnCounts {
    /// The name.
    pub name: String,
    /// The values, ascending by the bytes of their text; elsewhere they go by their place here.
    pub values: Vec<ValueCount>,
}

impl ColumnCounts {
    /// The place of a value.
    pub fn find(&self, text: &str) -> Option<u32> {
        // Values are numbered by u32, which is checked wherever a model comes to be.
        self.values.binary_search_by(|value| (*value.text).cmp(text)).ok().map(|place| place as u32)
    }

    /// The records that have a value that is reported.
    pub fn reported(&self) -> u64 {
        self.values.iter().map(|value| value.records).fold(0, u64::saturating_add)
    }
}

/// The counts of a table's values and value pairs, and of the records behind them; no rows.
///
/// **Guarantee**: canonical. Columns ascend by name, values by text, pairs by place, and no count is zero, so that the models of
/// equal tables are equal in whatever order rows and columns came, and however they were split among silos.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    records: u64,
    columns: Vec<ColumnCounts>,
    /// For every two columns, the first before the second, in that order.
    tables: Vec<Vec<Pair>>,
    treatments: Vec<Treatment>,
    is_merged: bool,
    is_per_record: bool,
}

impl Model {
    /// The records that were counted.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The columns, ascending by name; elsewhere they go by their place here.
    pub fn columns(&self) -> &[ColumnCounts] {
        &self.columns
    }

    /// The value pairs of every two columns with the places of the two.
    pub fn tables(&self) -> impl Iterator<Item = (usize, usize, &[Pair])> {
        places(self.columns.len())
            .zip(&self.tables)
            .map(|((left, right), pairs)| (left, right, pairs.as_slice()))
    }

    /// The pairs of two columns, the first before the second.
    pub fn table(&self, left: usize, right: usize) -> &[Pair] {
        &self.tables[place_of(self.columns.len(), left, right)]
    }

    /// The number of values, over all columns.
    pub fn values(&self) -> usize {
        self.columns.iter().map(|column| column.values.len()).sum()
    }

    /// The number of value pairs, over all two columns.
    pub fn pairs(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    /// What was done to the counts before they left their silos; empty for exact counts.
    pub fn treatments(&self) -> &[Treatment] {
        &self.treatments
    }

    /// Whether counts that were treated were added up, so that a count may miss records that some silo hides.
    pub fn is_merged(&self) -> bool {
        self.is_merged
    }

    /// Whether what a record adds to the counts is known to depend on that record only, which noise needs.
    pub fn is_per_record(&self) -> bool {
        self.is_per_record
    }

    /// The same model, of which the caller knows that every record was read by itself and none was left out or changed because
    /// of others.
    #[must_use]
    pub fn per_record(self) -> Self {
        Self { is_per_record: true, ..self }
    }

    /// Whether some counts carry noise, so that nothing about them is certain.
    pub fn is_noisy(&self) -> bool {
        self.treatments.iter().any(|treatment| treatment.epsilon.is_some())
    }
}

/// Every two of so many columns, in the order of a model's tables.
pub(crate) fn places(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |left| (left + 1..columns).map(move |right| (left, right)))
}

fn place_of(columns: usize, left: usize, right: usize) -> usize {
    left * (2 * columns - left - 1) / 2 + right - left - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_where_their_columns_say() {
        for columns in 0..7 {
            for (at, (left, right)) in places(columns).enumerate() {
                assert_eq!(place_of(columns, left, right), at);
            }
        }
    }
}
