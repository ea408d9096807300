//! How many records have each code: all that sums over cells need.

use super::key::{Key, Layout};
use super::space::Dimension;
use lethe_models::quality::ColumnCosts;

/// Records by code of each column, on given levels.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// The level of each column's codes.
    pub(crate) levels: Vec<usize>,
    pub(crate) histograms: Vec<Vec<u64>>,
    pub(crate) records: u64,
}

impl Tally {
    pub(crate) fn new(levels: Vec<usize>, dimensions: &[Dimension]) -> Self {
        let domains = dimensions.iter().zip(&levels);
        let histograms = domains.map(|(dimension, &level)| vec![0; dimension.domain(level)]).collect();
        Self { levels, histograms, records: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.histograms.iter().map(|histogram| histogram.len() * size_of::<u64>()).sum()
    }

    pub(crate) fn add<const W: usize>(&mut self, key: &Key<W>, records: u64, layout: &Layout) {
        self.records += records;
        for (histogram, field) in self.histograms.iter_mut().zip(&layout.quasi) {
            histogram[field.get(key)] += records;
        }
    }

    pub(crate) fn remove<const W: usize>(&mut self, key: &Key<W>, records: u64, layout: &Layout) {
        self.records -= records;
        for (histogram, field) in self.histograms.iter_mut().zip(&layout.quasi) {
            histogram[field.get(key)] -= records;
        }
    }

    /// The same records on higher levels.
    pub(crate) fn rolled_up(&self, levels: &[usize], dimensions: &[Dimension]) -> Self {
        let mut higher = Self::new(levels.to_vec(), dimensions);
        higher.records = self.records;
        for (at, dimension) in dimensions.iter().enumerate() {
            let nodes = dimension.step(self.levels[at], levels[at]);
            for (&records, &node) in self.histograms[at].iter().zip(nodes) {
                higher.histograms[at][node as usize] += records;
            }
        }
        higher
    }

    /// The sum of a column's costs over these records, were the column on `level`.
    pub(crate) fn cost(&self, at: usize, level: usize, dimension: &Dimension, costs: &ColumnCosts) -> u128 {
        let nodes = dimension.step(self.levels[at], level);
        let records = self.histograms[at].iter().zip(nodes).filter(|(records, _)| **records > 0);
        records
            .map(|(&records, &node)| {
                let cost = costs.levels[level][dimension.bound_code(level, node) as usize];
                u128::from(records) * u128::from(cost)
            })
            .sum()
    }

    /// The largest cost of a column among these records, were the column on `level`.
    pub(crate) fn dearest(&self, at: usize, level: usize, dimension: &Dimension, costs: &ColumnCosts) -> u64 {
        let nodes = dimension.step(self.levels[at], level);
        let records = self.histograms[at].iter().zip(nodes).filter(|(records, _)| **records > 0);
        let cost = |node: u32| costs.levels[level][dimension.bound_code(level, node) as usize];
        records.map(|(_, &node)| cost(node)).max().unwrap_or(0)
    }
}
