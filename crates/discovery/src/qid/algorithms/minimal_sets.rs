//! The quasi-identifiers found so far, made to be asked "is one of them in this set?".

use lethe_data::ColumnSet;

/// Column sets of which none contains another, kept by their first column: only those whose first column is in the
/// asked set can be subsets of it.
#[derive(Clone, Debug, Default)]
pub(super) struct MinimalSets {
    by_first: Vec<Vec<ColumnSet>>,
    len: usize,
}

impl MinimalSets {
    /// Adds a set that contains none of the others and is in none of them. The empty set is not kept.
    pub(super) fn insert(&mut self, set: ColumnSet) {
        let Some(first) = set.iter().next() else { return };
        if self.by_first.len() <= first {
            self.by_first.resize_with(first + 1, Vec::new);
        }
        self.by_first[first].push(set);
        self.len += 1;
    }

    /// Whether one of the sets is a subset of `set`, which then is a quasi-identifier, too.
    pub(super) fn covers(&self, set: &ColumnSet) -> bool {
        set.iter()
            .take_while(|&column| column < self.by_first.len())
            .any(|column| self.by_first[column].iter().any(|minimal| minimal.is_subset(set)))
    }

    /// The number of sets.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The sets, in no particular order.
    pub(super) fn into_vec(self) -> Vec<ColumnSet> {
        self.by_first.into_iter().flatten().collect()
    }
}
