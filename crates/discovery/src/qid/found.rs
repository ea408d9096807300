//! What an algorithm has found.

use lethe_data::ColumnSet;

/// The minimal quasi-identifiers, and how far they are known to be all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Proven minimal quasi-identifiers as positions in the table, smaller sets first, then by columns.
    pub minimal: Vec<ColumnSet>,
    /// Whether these are all (up to the size asked for).
    pub complete: bool,
    /// All minimal quasi-identifiers of up to so many columns are listed, even if the search was stopped.
    pub complete_to: usize,
    /// Column sets whose rows were counted.
    pub candidates: u64,
}

impl Found {
    /// A finished search.
    pub fn all(minimal: Vec<ColumnSet>, max_size: usize, candidates: u64) -> Self {
        Self::sorted(minimal, true, max_size, candidates)
    }

    /// A search that was stopped after all sets of `complete_to` columns were settled.
    pub fn stopped(minimal: Vec<ColumnSet>, complete_to: usize, candidates: u64) -> Self {
        Self::sorted(minimal, false, complete_to, candidates)
    }

    fn sorted(mut minimal: Vec<ColumnSet>, complete: bool, complete_to: usize, candidates: u64) -> Self {
        minimal.sort_unstable();
        Self { minimal, complete, complete_to, candidates }
    }
}
