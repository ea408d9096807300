//! All column sets of one size, one after the other.
//!
//! They are made when asked for, because there are exponentially many. Both papers generate candidates in this way
//! (Podlesny 2023, Algorithm 1; FPVI, Algorithm 1); here the last column moves first, so that all sets with the same
//! leading columns follow each other and can be left out in one step.

use super::minimal_sets::MinimalSets;
use lethe_data::{ColumnSet, Context};

/// Every combination of `size` of the given columns, in the order of their columns.
#[derive(Clone, Debug)]
pub(super) struct Combinations<'a> {
    columns: &'a [usize],
    /// Ascending positions in `columns`.
    chosen: Vec<usize>,
    exhausted: bool,
}

impl<'a> Combinations<'a> {
    /// Starts with the first `size` columns. The columns must have been in a column set before.
    pub(super) fn new(columns: &'a [usize], size: usize) -> Self {
        let exhausted = size == 0 || size > columns.len();
        Self { columns, chosen: (0..size).collect(), exhausted }
    }

    fn size(&self) -> usize {
        self.chosen.len()
    }

    /// The first `len` columns of the current combination.
    fn leading(&self, len: usize) -> ColumnSet {
        let columns = self.chosen[..len].iter().map(|&position| self.columns[position]);
        ColumnSet::of(columns).expect("the columns come from a column set, so each of them fits one")
    }

    /// Moves on to the next combination that differs within the first `len` columns.
    fn advance(&mut self, len: usize) {
        let last = self.columns.len() - self.size();
        let Some(place) = (0..len).rev().find(|&place| self.chosen[place] < last + place) else {
            self.exhausted = true;
            return;
        };
        self.chosen[place] += 1;
        for later in place + 1..self.size() {
            self.chosen[later] = self.chosen[later - 1] + 1;
        }
    }
}

impl Iterator for Combinations<'_> {
    type Item = ColumnSet;

    fn next(&mut self) -> Option<ColumnSet> {
        if self.exhausted {
            return None;
        }
        let set = self.leading(self.size());
        self.advance(self.size());
        Some(set)
    }
}

/// Every combination that contains none of the sets found (Podlesny 2023, Definition 6; FPVI, Algorithm 1, lines
/// 21 to 24). Ends early when the run is cancelled.
pub(super) struct Uncovered<'a> {
    all: Combinations<'a>,
    minimal: &'a MinimalSets,
    context: &'a Context,
}

impl<'a> Uncovered<'a> {
    /// The combinations of `size` columns that contain no set of `minimal`.
    pub(super) fn new(
        columns: &'a [usize],
        size: usize,
        minimal: &'a MinimalSets,
        context: &'a Context,
    ) -> Self {
        Self { all: Combinations::new(columns, size), minimal, context }
    }
}

impl Iterator for Uncovered<'_> {
    type Item = ColumnSet;

    fn next(&mut self) -> Option<ColumnSet> {
        while !self.all.exhausted && !self.context.cancel_token().is_cancelled() {
            let size = self.all.size();
            let set = self.all.leading(size);
            if !self.minimal.covers(&set) {
                self.all.advance(size);
                return Some(set);
            }
            let len = (1..size).find(|&len| self.minimal.covers(&self.all.leading(len))).unwrap_or(size);
            self.all.advance(len);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(columns: &[usize]) -> ColumnSet {
        ColumnSet::of(columns.iter().copied()).unwrap()
    }

    #[test]
    fn every_combination_comes_once_and_in_order() {
        let of = |columns: &[usize], size| Combinations::new(columns, size).collect::<Vec<_>>();
        assert_eq!(of(&[1, 4, 7], 2), [set(&[1, 4]), set(&[1, 7]), set(&[4, 7])]);
        assert_eq!(of(&[1, 4, 7], 3), [set(&[1, 4, 7])]);
        assert!(of(&[1, 4, 7], 4).is_empty() && of(&[1, 4, 7], 0).is_empty() && of(&[], 1).is_empty());
        for (size, expected) in [(1, 9), (2, 36), (4, 126), (5, 126), (9, 1)] {
            let mut sets = of(&[0, 1, 2, 3, 4, 5, 6, 7, 8], size);
            assert!(sets.is_sorted());
            sets.dedup();
            assert_eq!(sets.len(), expected);
        }
    }

    #[test]
    fn leaving_out_branches_equals_leaving_out_sets() {
        let context = Context::new(1).unwrap();
        let columns: Vec<usize> = (0..8).collect();
        for found in [&[][..], &[set(&[0])], &[set(&[3, 5]), set(&[0, 7])], &[set(&[1, 2, 6]), set(&[4])]] {
            let mut minimal = MinimalSets::default();
            for found in found {
                minimal.insert(found.clone());
            }
            for size in 1..=8 {
                let plain: Vec<_> = Combinations::new(&columns, size)
                    .filter(|set| !found.iter().any(|found| found.is_subset(set)))
                    .collect();
                let uncovered: Vec<_> = Uncovered::new(&columns, size, &minimal, &context).collect();
                assert_eq!(uncovered, plain);
            }
        }
    }
}
