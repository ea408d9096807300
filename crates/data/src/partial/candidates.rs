//! How many records some column sets expose.

use super::Combinations;
use crate::{Context, Error, Result, Table};

/// The counts of several column sets, the candidates of a search for quasi-identifiers.
#[derive(Debug)]
pub struct CandidateCounts {
    sets: Vec<Combinations>,
}

/// What all parts together say about a column set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetCounts {
    /// The columns.
    pub columns: Vec<String>,
    /// The equivalence classes.
    pub classes: u64,
    /// The size of the smallest class; 0 without any.
    pub smallest: u64,
    /// The records in classes of fewer than `k` records.
    pub exposed: u64,
}

impl CandidateCounts {
    /// Counts the combinations of each column set of a part.
    ///
    /// **Errors**: as of [`Combinations::of`].
    pub fn of(part: &Table, sets: &[Vec<usize>], context: &Context) -> Result<Self> {
        let sets = sets.iter().map(|set| Combinations::of(part, set, context));
        Ok(Self { sets: sets.collect::<Result<_>>()? })
    }

    /// Adds the counts of another part, which has the same sets in the same order.
    ///
    /// **Errors**: the sets differ, or as of [`Combinations::merge`].
    pub fn merge(&mut self, other: Self) -> Result<()> {
        if other.sets.len() != self.sets.len() {
            let (found, expected) = (other.sets.len(), self.sets.len());
            return Err(Error::RaggedTable { column: "(candidate sets)".to_owned(), found, expected });
        }
        self.sets.iter_mut().zip(other.sets).try_for_each(|(own, other)| own.merge(other))
    }

    /// The answer for each set, in the order of the sets.
    pub fn finish(&self, k: u64) -> Vec<SetCounts> {
        let finish = |set: &Combinations| SetCounts {
            columns: set.columns().map(str::to_owned).collect(),
            classes: set.len() as u64,
            smallest: set.counts().min().unwrap_or(0),
            exposed: set.counts().filter(|&records| records < k).sum(),
        };
        self.sets.iter().map(finish).collect()
    }
}
