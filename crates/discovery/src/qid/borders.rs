//! Which column sets are safe, and cannot grow?
//!
//! A set is safe when it contains no quasi-identifier. It contains none exactly when the columns *left out* hit each
//! of them, so the maximal safe sets are the complements of the minimal hitting sets.

use super::hitting::minimal_hitting_sets;
use crate::Result;
use lethe_data::{ColumnSet, Context};

/// The maximal subsets of `columns` that contain none of the minimal quasi-identifiers; smaller sets first, then by
/// columns.
///
/// Without any quasi-identifier that is the one set of all columns; when each column is one by itself, the empty set.
///
/// **Guarantee**: every subset of `columns` is inside a returned set or contains a quasi-identifier, never both.
/// **Paper**: Murakami & Uno 2014, Algorithm MMCS, for the minimal hitting sets.
/// **Cost**: grows with the number of sets returned, which may be exponential in the columns.
/// **Errors**: the memory budget is too small, the run is cancelled, or a column is beyond what a set can hold.
pub fn maximal_safe(columns: &[usize], minimal: &[ColumnSet], context: &Context) -> Result<Vec<ColumnSet>> {
    let universe = ColumnSet::of(columns.iter().copied())?;
    let within: Vec<ColumnSet> = minimal.iter().filter(|set| set.is_subset(&universe)).cloned().collect();
    let mut safe = minimal_hitting_sets(&universe, &within, context)?;
    for set in &mut safe {
        *set = universe.difference(set);
    }
    safe.sort_unstable();
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{ByteSize, CancelToken, Fault, MemoryBudget};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CONTEXTS: LazyLock<[Context; 2]> =
        LazyLock::new(|| [1, 4].map(|threads| Context::new(threads).unwrap()));

    fn set(bits: usize) -> ColumnSet {
        ColumnSet::of((0..10).filter(|column| bits >> column & 1 == 1)).unwrap()
    }

    proptest! {
        #[test]
        fn maximal_safe_sets_equal_brute_force(
            columns in prop::collection::btree_set(0usize..10, 0..=8),
            edges in prop::collection::vec(1usize..1 << 10, 0..10),
        ) {
            let columns: Vec<usize> = columns.into_iter().collect();
            let universe = columns.iter().fold(0usize, |bits, column| bits | 1 << column);
            let is_safe = |bits: usize| bits & !universe == 0 && edges.iter().all(|edge| edge & !bits != 0);
            let safe: Vec<usize> = (0..1 << 10).filter(|&bits| is_safe(bits)).collect();
            let is_maximal = |&bits: &usize| !safe.iter().any(|&other| other != bits && bits & !other == 0);
            let mut expected: Vec<ColumnSet> = safe.iter().copied().filter(is_maximal).map(set).collect();
            expected.sort();
            let sets: Vec<ColumnSet> = edges.iter().copied().map(set).collect();
            prop_assert_eq!(maximal_safe(&columns, &sets, &CONTEXTS[1]).unwrap(), expected);
        }
    }

    #[test]
    fn all_columns_are_safe_without_quasi_identifiers_and_none_when_each_is_one() {
        let context = &CONTEXTS[0];
        assert_eq!(maximal_safe(&[1, 3], &[], context).unwrap(), [set(0b1010)]);
        assert_eq!(maximal_safe(&[1, 3], &[set(0b10), set(0b1000)], context).unwrap(), [set(0)]);
        assert_eq!(maximal_safe(&[], &[], context).unwrap(), [set(0)]);
        assert!(maximal_safe(&[1, 3], &[set(0)], context).unwrap().is_empty());
    }

    #[test]
    fn cancelling_and_too_little_memory_end_the_search() {
        let pairs: Vec<ColumnSet> = (0..12).map(|i| ColumnSet::of([i, 12 + i]).unwrap()).collect();
        let columns: Vec<usize> = (0..24).collect();
        let token = CancelToken::default();
        token.cancel();
        let cancelled = CONTEXTS[1].clone().with_cancel(token);
        let small = CONTEXTS[1].clone().with_memory(MemoryBudget::limited(ByteSize(20_000)));
        for context in [cancelled, small] {
            assert_eq!(maximal_safe(&columns, &pairs, &context).unwrap_err().fault(), Fault::Limit);
        }
    }
}
