//! Which columns have most to do with the sets?

use lethe_data::ColumnSet;
use std::collections::BTreeMap;

/// A column's part in the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Involved {
    /// The column's position.
    pub(super) column: usize,
    /// The number of sets it is in.
    pub(super) sets: u64,
    /// The size of the smallest of them.
    pub(super) smallest: usize,
}

/// The columns that are in a set: those in most sets first, then those in smaller ones, then in file order.
pub(super) fn involved(sets: &[ColumnSet]) -> Vec<Involved> {
    let mut found: BTreeMap<usize, Involved> = BTreeMap::new();
    for set in sets {
        let size = set.len();
        for column in set.iter() {
            let entry = found.entry(column).or_insert(Involved { column, sets: 0, smallest: size });
            entry.sets += 1;
            entry.smallest = entry.smallest.min(size);
        }
    }
    let mut ranked: Vec<Involved> = found.into_values().collect();
    ranked.sort_by_key(|involved| (std::cmp::Reverse(involved.sets), involved.smallest, involved.column));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_more_and_smaller_sets_come_first() {
        let sets: Vec<ColumnSet> = [&[4][..], &[0, 1], &[0, 2], &[1, 2, 3]]
            .iter()
            .map(|columns| ColumnSet::of(columns.iter().copied()).unwrap())
            .collect();
        let order: Vec<_> = involved(&sets).iter().map(|i| (i.column, i.sets, i.smallest)).collect();
        assert_eq!(order, [(0, 2, 2), (1, 2, 2), (2, 2, 2), (4, 1, 1), (3, 1, 3)]);
    }
}
