//! The table as searches see it: one row for each combination of codes that occurs, with the records that have it.
//!
//! Rows can be rolled up to higher levels (rows that become alike are merged) and relieved of records that are
//! suppressed anyway. Both keep the order of what remains, so that the first row of a class is the same row of the
//! table however the class was reached.

use super::encode::{Encoder, distinct, united};
use super::key::{Field, Key, Layout};
use super::lease::{Lease, Room};
use super::merge::Merge;
use super::problem::Problem;
use super::space::Dimension;
use super::tally::Tally;
use crate::Result;
use lethe_data::{Context, Reservation};
use std::sync::Arc;

/// Weighted rows of codes.
#[derive(Debug)]
pub(crate) struct Rows<const W: usize> {
    pub(crate) keys: Vec<Key<W>>,
    pub(crate) weights: Vec<u64>,
    /// The records of the population with each row's codes; empty where there is no population.
    pub(crate) population: Vec<u64>,
    /// The records in these rows, and the levels of their codes.
    pub(crate) tally: Arc<Tally>,
    /// What the rows take of the memory budget, and of the room for kept rows.
    _held: (Option<Reservation>, Option<Lease>),
}

impl<const W: usize> Rows<W> {
    /// The rows of the table itself, and of its population, on level 0.
    pub(crate) fn of(
        problem: &Problem<'_>,
        layout: &Layout,
        extra: &[usize],
        context: &Context,
    ) -> Result<Self> {
        let dimensions = problem.space.dimensions();
        let mut held = context.memory().reserve("the distinct rows of the table");
        let encoder = problem.encoder(layout, extra);
        let (mut keys, mut weights) = distinct(problem.table, &encoder, &mut held, context)?;
        let mut records = Vec::new();
        if let Some(population) = &problem.population {
            let bounds = dimensions.iter().zip(&population.hierarchies);
            let maps = bounds.map(|(dimension, bound)| dimension.leaf_codes(bound)).collect();
            let encoder = Encoder::new(population.table, &population.quasi, maps, &[], layout);
            let others = distinct(population.table, &encoder, &mut held, context)?;
            (keys, weights, records) = united((keys, weights), others);
        }
        let mut tally = Tally::new(vec![0; dimensions.len()], dimensions);
        for (key, &weight) in keys.iter().zip(&weights) {
            tally.add(key, weight, layout);
        }
        Ok(Self { keys, weights, population: records, tally: Arc::new(tally), _held: (Some(held), None) })
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn levels(&self) -> &[usize] {
        &self.tally.levels
    }

    pub(crate) fn records(&self) -> u64 {
        self.tally.records
    }

    fn bytes(rows: usize, population: bool) -> usize {
        rows * (size_of::<Key<W>>() + size_of::<u64>() * (1 + usize::from(population)))
    }

    /// These rows without those for which `gone` is true, if that is worth a copy and there is room for it. `tally` is
    /// that of the rows that remain.
    pub(crate) fn without(
        &self,
        gone: impl Fn(usize) -> bool,
        tally: &Arc<Tally>,
        room: &Room,
        must: bool,
    ) -> Option<Self> {
        let remain = (0..self.len()).filter(|&row| !gone(row)).count();
        let lease = room.take(Self::bytes(remain, !self.population.is_empty()) + tally.bytes());
        if !must && (lease.is_none() || remain > self.len() / 8 * 7) {
            return None;
        }
        let kept = || (0..self.len()).filter(|&row| !gone(row));
        Some(Self {
            keys: kept().map(|row| self.keys[row]).collect(),
            weights: kept().map(|row| self.weights[row]).collect(),
            population: kept().filter_map(|row| self.population.get(row).copied()).collect(),
            tally: Arc::clone(tally),
            _held: (None, lease),
        })
    }

    /// The rows for which `wanted` is true.
    pub(crate) fn only(
        &self,
        wanted: impl Fn(usize) -> bool,
        layout: &Layout,
        dimensions: &[Dimension],
    ) -> Self {
        let mut tally = Tally::new(self.levels().to_vec(), dimensions);
        for row in (0..self.len()).filter(|&row| wanted(row)) {
            tally.add(&self.keys[row], self.weights[row], layout);
        }
        let kept = || (0..self.len()).filter(|&row| wanted(row));
        Self {
            keys: kept().map(|row| self.keys[row]).collect(),
            weights: kept().map(|row| self.weights[row]).collect(),
            population: kept().filter_map(|row| self.population.get(row).copied()).collect(),
            tally: Arc::new(tally),
            _held: (None, None),
        }
    }

    /// These rows on higher levels, rows that become alike merged, if that is worth a copy and there is room for it.
    pub(crate) fn rolled_up(
        &self,
        levels: &[usize],
        dimensions: &[Dimension],
        layout: &Layout,
        room: &Room,
    ) -> Option<Self> {
        let with_population = !self.population.is_empty();
        let most = room.left() / Self::bytes(1, with_population);
        let mut merge = Merge::new(most.min(self.len() / 8 * 7));
        let changes = self.changes(levels, dimensions, layout);
        for (row, key) in self.keys.iter().enumerate() {
            let mut key = *key;
            for (field, nodes) in &changes {
                let node = nodes[field.get(&key)];
                field.set(&mut key, node);
            }
            let population = self.population.get(row).copied();
            if !merge.add(key, self.weights[row], population) {
                return None;
            }
        }
        let tally = self.tally.rolled_up(levels, dimensions);
        let lease = room.take(Self::bytes(merge.keys.len(), with_population) + tally.bytes())?;
        Some(Self {
            keys: merge.keys,
            weights: merge.weights,
            population: merge.population,
            tally: Arc::new(tally),
            _held: (None, Some(lease)),
        })
    }

    /// The fields whose codes change on higher levels, and what they become.
    fn changes<'d>(
        &self,
        levels: &[usize],
        dimensions: &'d [Dimension],
        layout: &Layout,
    ) -> Vec<(Field, &'d [u32])> {
        let columns = self.levels().iter().zip(levels).enumerate().filter(|(_, (from, to))| from < to);
        columns.map(|(at, (&from, &to))| (layout.quasi[at], dimensions[at].step(from, to))).collect()
    }
}
