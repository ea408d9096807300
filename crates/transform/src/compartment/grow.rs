//! Safe sets grown column by column, where there are too many to list them all.

use super::known::Pairs;
use super::safety::{Growing, Safety};
use crate::Result;
use lethe_data::random::{Random, shuffle};
use lethe_data::{ColumnSet, Context};

/// What sets are grown with.
pub(super) struct Grower<'a> {
    pub(super) safety: &'a Safety<'a>,
    pub(super) columns: &'a ColumnSet,
    /// Pairs that no safe set contains.
    pub(super) pairs: &'a Pairs,
    /// Columns that every set should have.
    pub(super) wanted: &'a [usize],
    pub(super) context: &'a Context,
}

/// More sets than this are not grown to cover pairs.
const MAX_SETS: usize = 4_096;

impl Grower<'_> {
    /// Covers all columns: again and again a column that fits few others and all that can join it.
    ///
    /// **Guarantee**: all sets are safe, each brings a column that those before it have not, and none can grow.
    /// **Cost**: for every set one try of every column that is safe in pairs with the columns before it.
    pub(super) fn cover_columns(&self) -> Result<Vec<ColumnSet>> {
        let fewest_partners = |left: &ColumnSet| {
            left.iter().min_by_key(|&column| self.pairs.safe_with(column).intersection(left).len())
        };
        self.cover_columns_from(fewest_partners)
    }

    /// As [`Self::cover_columns`], with the columns that sets begin with in one of several orders left to chance; the same
    /// for the same `number`.
    pub(super) fn cover_columns_by_chance(&self, number: u64) -> Result<Vec<ColumnSet>> {
        let mut order: Vec<usize> = self.columns.iter().collect();
        shuffle(&mut order, &mut Random::new(number));
        self.cover_columns_from(|left| order.iter().copied().find(|&column| left.contains(column)))
    }

    fn cover_columns_from(&self, first: impl Fn(&ColumnSet) -> Option<usize>) -> Result<Vec<ColumnSet>> {
        let task = self.context.task("growing compartments", Some(self.columns.len() as u64));
        let mut left = self.columns.clone();
        let mut sets = Vec::new();
        while let Some(start) = first(&left) {
            // New columns count first, then those that leave room for more new ones.
            let set = self.grow(&[start], |column, _, candidates| {
                let partners = self.pairs.safe_with(column).intersection(candidates);
                (usize::from(left.contains(column)), partners.intersection(&left).len())
            })?;
            let before = left.len();
            left = left.difference(&set);
            task.advance((before - left.len()) as u64);
            sets.push(set);
        }
        Ok(sets)
    }

    /// Covers all pairs that are safe, and columns that are safe with no other; false when that takes too many sets.
    pub(super) fn cover_pairs(&self) -> Result<(Vec<ColumnSet>, bool)> {
        let width = self.columns.iter().last().map_or(0, |last| last + 1);
        let mut left: Vec<ColumnSet> = vec![ColumnSet::default(); width];
        for column in self.columns.iter() {
            left[column] = self.pairs.safe_with(column);
        }
        let mut sets: Vec<ColumnSet> = Vec::new();
        for a in self.columns.iter() {
            if self.pairs.safe_with(a).is_empty() {
                sets.push(ColumnSet::of([a])?);
            }
            loop {
                let partner = left[a].iter().next();
                let Some(b) = partner else { break };
                if sets.len() == MAX_SETS {
                    return Ok((sets, false));
                }
                let set = self.grow(&[a, b], |column, set, _| (left[column].intersection(set).len(), 0))?;
                for column in set.iter() {
                    left[column] = left[column].difference(&set);
                }
                sets.push(set);
            }
        }
        Ok((sets, true))
    }

    /// The columns of a list that are safe together, taken in its order.
    pub(super) fn together(&self, list: &[usize]) -> Result<Vec<usize>> {
        let mut growing = Growing::default();
        let mut taken = Vec::new();
        for &column in list.iter().filter(|&&column| self.columns.contains(column)) {
            if !growing.set.contains(column) && self.safety.try_add(&mut growing, column, self.context)? {
                taken.push(column);
            }
        }
        Ok(taken)
    }

    /// Grows a set from columns that are safe together until no column can join: wanted columns first, then always the
    /// one with the largest gain, the first of several.
    fn grow(
        &self,
        start: &[usize],
        gain: impl Fn(usize, &ColumnSet, &ColumnSet) -> (usize, usize),
    ) -> Result<ColumnSet> {
        let mut growing = Growing::default();
        let mut candidates = self.columns.clone();
        for &column in start.iter().chain(self.wanted) {
            self.try_candidate(&mut growing, &mut candidates, column)?;
        }
        while let Some(column) = candidates
            .iter()
            .max_by_key(|&column| (gain(column, &growing.set, &candidates), usize::MAX - column))
        {
            self.try_candidate(&mut growing, &mut candidates, column)?;
        }
        Ok(growing.set)
    }

    fn try_candidate(&self, growing: &mut Growing, candidates: &mut ColumnSet, column: usize) -> Result<()> {
        if !candidates.contains(column) {
            return Ok(());
        }
        candidates.remove(column);
        self.context.check_cancelled()?;
        if self.safety.try_add(growing, column, self.context)? {
            *candidates = candidates.difference(self.pairs.unsafe_with(column));
        }
        Ok(())
    }
}
