//! Which column sets are safe, and cannot grow?
//!
//! A set is safe when it contains no quasi-identifier. It contains none exactly when the columns *left out* hit each
//! of them, so the maximal safe sets are the complements of the minimal hitting sets. A search that looked at sets of up
//! to `m` columns, or was stopped after all of them, knows nothing about larger sets: to call one safe would be a guess.
//! Then the sets that are maximal among those of up to `m` columns are found by another way, because there may be few of
//! them and very many hitting sets.

use super::found_sets::FoundSets;
use super::hitting::minimal_hitting_sets;
use super::small_safe::small_safe_sets;
use crate::Result;
use lethe_data::{ColumnSet, Context};

/// Which safe sets are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorderOptions {
    /// Only sets of up to so many columns, and those that are maximal among them.
    pub max_size: usize,
    /// More sets than this are no answer.
    pub max_sets: usize,
    /// Bounded sets are given up after so many looks at quasi-identifiers; each takes about a nanosecond.
    pub max_work: u64,
}

impl Default for BorderOptions {
    fn default() -> Self {
        Self { max_size: usize::MAX, max_sets: 1_000_000, max_work: 1 << 33 }
    }
}

/// The maximal subsets of `columns`, of those of up to `max_size` columns, that contain none of the minimal
/// quasi-identifiers; smaller sets first, then by columns. `None` when there are more than `max_sets`, or they are too
/// hard to find.
///
/// Without any quasi-identifier that is the one set of all columns; when each column is one by itself, the empty set.
///
/// **Guarantee**: every subset of `columns` with up to `max_size` columns is inside a returned set or contains a
/// quasi-identifier, never both. The same for any number of threads.
/// **Paper**: Murakami & Uno 2014, Algorithm MMCS, for the minimal hitting sets.
/// **Cost**: grows with the number of sets returned, which may be exponential in the columns.
/// **Errors**: the memory budget is too small, the run is cancelled, or a column is beyond what a set can hold.
pub fn maximal_safe(
    columns: &[usize],
    minimal: &[ColumnSet],
    options: &BorderOptions,
    context: &Context,
) -> Result<Option<Vec<ColumnSet>>> {
    let universe = ColumnSet::of(columns.iter().copied())?;
    let within: Vec<ColumnSet> = minimal.iter().filter(|set| set.is_subset(&universe)).cloned().collect();
    let found = FoundSets::new(options.max_sets, context);
    let _task = context.task("searching safe sets", None);
    if within.iter().any(ColumnSet::is_empty) {
        return Ok(Some(Vec::new()));
    }
    if options.max_size >= universe.len() {
        minimal_hitting_sets(&universe, &within, &found, context)?;
        let Some(mut sets) = found.sorted() else { return Ok(None) };
        for set in &mut sets {
            *set = universe.difference(set);
        }
        sets.sort_unstable();
        return Ok(Some(sets));
    }
    if options.max_size == 0 {
        found.push(ColumnSet::default())?;
        return Ok(found.sorted());
    }
    let columns: Vec<usize> = universe.iter().collect();
    let (size, work) = (options.max_size, options.max_work);
    let whole = small_safe_sets(&columns, &within, size, work, &found, context)?;
    Ok(if whole { found.sorted() } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{ByteSize, CancelToken, Fault, MemoryBudget};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CONTEXTS: LazyLock<[Context; 2]> =
        LazyLock::new(|| [1, 4].map(|threads| Context::new(threads).unwrap()));

    fn all_safe(columns: &[usize], minimal: &[ColumnSet]) -> Vec<ColumnSet> {
        maximal_safe(columns, minimal, &BorderOptions::default(), &CONTEXTS[1]).unwrap().unwrap()
    }

    fn set(bits: usize) -> ColumnSet {
        ColumnSet::of((0..10).filter(|column| bits >> column & 1 == 1)).unwrap()
    }

    proptest! {
        #[test]
        fn maximal_safe_sets_equal_brute_force(
            columns in prop::collection::btree_set(0usize..10, 0..=8),
            edges in prop::collection::vec(prop_oneof![1usize..1 << 10, 1usize..1 << 4], 0..10),
            max_size in 0usize..=8,
        ) {
            let columns: Vec<usize> = columns.into_iter().collect();
            let universe = columns.iter().fold(0usize, |bits, column| bits | 1 << column);
            let is_safe = |bits: usize| bits & !universe == 0 && edges.iter().all(|edge| edge & !bits != 0);
            let within = |bits: &usize| bits.count_ones() as usize <= max_size;
            let safe: Vec<usize> = (0..1 << 10).filter(|&bits| is_safe(bits)).filter(within).collect();
            let is_maximal = |&bits: &usize| !safe.iter().any(|&other| other != bits && bits & !other == 0);
            let mut expected: Vec<ColumnSet> = safe.iter().copied().filter(is_maximal).map(set).collect();
            expected.sort();
            let sets: Vec<ColumnSet> = edges.iter().copied().map(set).collect();
            for context in CONTEXTS.iter() {
                let options = BorderOptions { max_size, max_sets: expected.len(), ..BorderOptions::default() };
                let found = maximal_safe(&columns, &sets, &options, context).unwrap();
                prop_assert_eq!(found.as_ref(), Some(&expected));
                let fewer = BorderOptions { max_sets: expected.len().saturating_sub(1), ..options };
                let found = maximal_safe(&columns, &sets, &fewer, context).unwrap();
                prop_assert_eq!(found.is_none(), !expected.is_empty());
            }
        }
    }

    #[test]
    fn all_columns_are_safe_without_quasi_identifiers_and_none_when_each_is_one() {
        assert_eq!(all_safe(&[1, 3], &[]), [set(0b1010)]);
        assert_eq!(all_safe(&[1, 3], &[set(0b10), set(0b1000)]), [set(0)]);
        assert_eq!(all_safe(&[], &[]), [set(0)]);
        assert!(all_safe(&[1, 3], &[set(0)]).is_empty());
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
            for max_size in [3, 24] {
                let options = BorderOptions { max_size, ..BorderOptions::default() };
                let error = maximal_safe(&columns, &pairs, &options, &context).unwrap_err();
                assert_eq!(error.fault(), Fault::Limit);
            }
        }
    }

    #[test]
    fn few_safe_sets_are_found_among_very_many_hitting_sets() {
        let pairs: Vec<ColumnSet> = (0..30).map(|i| ColumnSet::of([2 * i, 2 * i + 1]).unwrap()).collect();
        let columns: Vec<usize> = (0..60).collect();
        let found = |max_size| {
            let options = BorderOptions { max_size, max_sets: 50_000, ..BorderOptions::default() };
            maximal_safe(&columns, &pairs, &options, &CONTEXTS[0]).unwrap().map(|sets| sets.len())
        };
        assert_eq!((found(1), found(2), found(3)), (Some(60), Some(60 * 58 / 2), Some(60 * 58 * 56 / 6)));
        assert_eq!((found(30), found(50), found(60)), (None, None, None), "there are 2³⁰ of them");
    }

    #[test]
    fn nearly_all_columns_are_chosen_without_trying_all_smaller_sets() {
        let columns: Vec<usize> = (0..100).collect();
        let found = |max_size, minimal: &[ColumnSet]| {
            let options = BorderOptions { max_size, max_sets: 50_000, ..BorderOptions::default() };
            maximal_safe(&columns, minimal, &options, &CONTEXTS[0]).unwrap().map(|sets| sets.len())
        };
        assert_eq!((found(98, &[]), found(90, &[])), (Some(100 * 99 / 2), None));
        let pair = ColumnSet::of([40, 60]).unwrap();
        assert_eq!(found(98, &[pair]), Some(1 + 2 * 98));
    }

    #[test]
    fn sets_that_are_too_hard_to_find_are_given_up() {
        let columns: Vec<usize> = (0..10).collect();
        let options = BorderOptions { max_size: 5, max_work: 20, ..BorderOptions::default() };
        assert_eq!(maximal_safe(&columns, &[], &options, &CONTEXTS[0]).unwrap(), None);
    }
}
