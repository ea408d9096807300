//! Sets of columns as bits.

use crate::{Error, Result};
use std::cmp::Ordering;

const WORD: usize = 128;

/// A set of column positions. Up to 128 columns it is one machine integer; wider sets, up to 4096, are a short list
/// of them. Two sets are equal when they hold the same columns, whatever width they were made with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColumnSet {
    first: u128,
    /// The columns from 128 on; never ends in a zero word, so that equal sets are equal structs.
    rest: Vec<u128>,
}

impl ColumnSet {
    /// The most columns a set can be over.
    pub const MAX_COLUMNS: usize = 4096;

    /// The set of all columns before `count`.
    pub fn all(count: usize) -> Result<Self> {
        Self::of(0..count)
    }

    /// The set of the given columns.
    ///
    /// **Errors**: a position is beyond [`Self::MAX_COLUMNS`].
    pub fn of(columns: impl IntoIterator<Item = usize>) -> Result<Self> {
        let mut set = Self::default();
        for column in columns {
            set.insert(column)?;
        }
        Ok(set)
    }

    /// Adds a column.
    pub fn insert(&mut self, column: usize) -> Result<()> {
        if column >= Self::MAX_COLUMNS {
            return Err(Error::TooManyColumns { index: column });
        }
        if column < WORD {
            self.first |= 1 << column;
            return Ok(());
        }
        let word = column / WORD - 1;
        if self.rest.len() <= word {
            self.rest.resize(word + 1, 0);
        }
        self.rest[word] |= 1 << (column % WORD);
        Ok(())
    }

    /// Removes a column, if it is there.
    pub fn remove(&mut self, column: usize) {
        if column < WORD {
            self.first &= !(1 << column);
        } else if let Some(word) = self.rest.get_mut(column / WORD - 1) {
            *word &= !(1 << (column % WORD));
            self.trim();
        }
    }

    /// Whether a column is in the set.
    pub fn contains(&self, column: usize) -> bool {
        let word = if column < WORD { self.first } else { *self.rest.get(column / WORD - 1).unwrap_or(&0) };
        word >> (column % WORD) & 1 == 1
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.words().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    /// The columns in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.checked_sub(1)?;
                Some(index * WORD + bit)
            })
        })
    }

    /// Whether every column here is also there.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.first & !other.first == 0
            && self.rest.len() <= other.rest.len()
            && self.rest.iter().zip(&other.rest).all(|(a, b)| a & !b == 0)
    }

    /// Whether no column is in both.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.first & other.first == 0 && self.rest.iter().zip(&other.rest).all(|(a, b)| a & b == 0)
    }

    /// The columns in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a | b)
    }

    /// The columns in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & b)
    }

    /// The columns here that are not there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a & !b)
    }

    fn words(&self) -> impl Iterator<Item = u128> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    fn combine(&self, other: &Self, operation: impl Fn(u128, u128) -> u128) -> Self {
        let width = self.rest.len().max(other.rest.len());
        let word = |set: &Self, index: usize| set.rest.get(index).copied().unwrap_or(0);
        let rest = (0..width).map(|i| operation(word(self, i), word(other, i))).collect();
        let mut combined = Self { first: operation(self.first, other.first), rest };
        combined.trim();
        combined
    }

    fn trim(&mut self) {
        while self.rest.last() == Some(&0) {
            self.rest.pop();
        }
    }
}

/// The order of reports: smaller sets first, then by their columns from the left.
impl Ord for ColumnSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.iter().cmp(other.iter()))
    }
}

impl PartialOrd for ColumnSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(columns: &BTreeSet<usize>) -> ColumnSet {
        ColumnSet::of(columns.iter().copied()).unwrap()
    }

    fn columns() -> impl Strategy<Value = BTreeSet<usize>> {
        prop::collection::btree_set(
            prop_oneof![0usize..8, 120usize..136, 0usize..ColumnSet::MAX_COLUMNS],
            0..12,
        )
    }

    proptest! {
        #[test]
        fn operations_equal_those_of_a_tree_set(a in columns(), b in columns()) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x.iter().collect::<BTreeSet<_>>(), a.clone());
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
            prop_assert_eq!(x.union(&y), set(&(&a | &b)));
            prop_assert_eq!(x.intersection(&y), set(&(&a & &b)));
            prop_assert_eq!(x.difference(&y), set(&(&a - &b)));
            let mut emptied = x.clone();
            for &column in &a {
                emptied.remove(column);
            }
            prop_assert_eq!(emptied, ColumnSet::default());
        }
    }

    #[test]
    fn sets_sort_by_size_then_columns_and_have_a_limit() {
        let of = |columns: &[usize]| ColumnSet::of(columns.iter().copied()).unwrap();
        let mut sets = [of(&[1, 2]), of(&[200]), of(&[0, 9]), of(&[0])];
        sets.sort();
        assert_eq!(sets, [of(&[0]), of(&[200]), of(&[0, 9]), of(&[1, 2])]);
        assert!(ColumnSet::all(4096).is_ok() && ColumnSet::all(4097).is_err());
    }
}
