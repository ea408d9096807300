//! How few compartments could do at least.

use super::known::Pairs;
use lethe_data::ColumnSet;

/// The size of a large set of columns of which no two are safe together: each needs a compartment of its own.
///
/// **Guarantee**: no family of fewer safe sets covers all columns. There may be larger such sets than the one found.
/// **Cost**: one pass over the columns for every column.
pub(super) fn mutually_unsafe(columns: &ColumnSet, pairs: &Pairs) -> usize {
    let mut largest = usize::from(!columns.is_empty());
    for start in columns.iter() {
        let mut left = pairs.unsafe_with(start).intersection(columns);
        let mut size = 1;
        while let Some(next) = left
            .iter()
            .max_by_key(|&column| (pairs.unsafe_with(column).intersection(&left).len(), usize::MAX - column))
        {
            left = left.intersection(pairs.unsafe_with(next));
            size += 1;
        }
        largest = largest.max(size);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_columns_that_are_unsafe_in_pairs_need_three_sets() {
        let unsafe_pairs: Vec<ColumnSet> =
            [[0, 1], [1, 2], [0, 2], [2, 3]].map(|pair| ColumnSet::of(pair).unwrap()).to_vec();
        let columns = ColumnSet::all(5).unwrap();
        assert_eq!(mutually_unsafe(&columns, &Pairs::new(&columns, &unsafe_pairs)), 3);
        assert_eq!(mutually_unsafe(&columns, &Pairs::new(&columns, &[])), 1);
        let none = ColumnSet::default();
        assert_eq!(mutually_unsafe(&none, &Pairs::new(&none, &[])), 0);
    }
}
