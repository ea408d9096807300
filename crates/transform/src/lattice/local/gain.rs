//! What publishing a record on given levels costs, and so what is gained against its price.

use super::prices::WHOLE;
use crate::lattice::engine::Engine;
use crate::lattice::numbering::Numbering;
use crate::lattice::rows::Rows;

/// The cost of every node, a record's cells adding up to at most [`WHOLE`].
pub(super) struct Gains {
    /// By column, level and code of ours.
    costs: Vec<Vec<Vec<u64>>>,
}

impl Gains {
    pub(super) fn new<const W: usize>(engine: &Engine<'_, W>) -> Self {
        let weights = engine.problem.measure.column_weights();
        let total: f64 = weights.iter().sum();
        let columns = engine.costs().map_or(&[][..], |costs| &costs.columns).iter();
        let costs = columns
            .zip(engine.dimensions())
            .zip(weights)
            .map(|((costs, dimension), weight)| {
                let share = if total > 0.0 { weight / total } else { 0.0 } * WHOLE as f64;
                let unit = if costs.whole > 0 { share / costs.whole as f64 } else { 0.0 };
                let cost = |level: usize, code: usize| {
                    let node = dimension.bound_code(level, code as u32) as usize;
                    costs.levels[level].get(node).map_or(0, |&cost| (cost as f64 * unit) as u64)
                };
                (0..dimension.height())
                    .map(|level| (0..dimension.domain(level)).map(|code| cost(level, code)).collect())
                    .collect()
            })
            .collect();
        Self { costs }
    }

    /// The least that a node of a level costs.
    pub(super) fn least(&self, column: usize, level: usize) -> u64 {
        self.costs[column][level].iter().copied().min().unwrap_or(0)
    }

    /// The mean cost of a column on a level over the records of some rows.
    pub(super) fn mean<const W: usize>(
        &self,
        rows: &Rows<W>,
        engine: &Engine<'_, W>,
        at: usize,
        level: usize,
    ) -> f64 {
        let nodes = engine.dimensions()[at].step(rows.levels()[at], level);
        let records = rows.tally.histograms[at].iter().zip(nodes);
        let sum: f64 = records
            .map(|(&records, &node)| records as f64 * self.costs[at][level][node as usize] as f64)
            .sum();
        sum / rows.records().max(1) as f64
    }

    /// How a row's cost on some levels is computed.
    pub(super) fn at<const W: usize>(
        &self,
        rows: &Rows<W>,
        levels: &[usize],
        engine: &Engine<'_, W>,
    ) -> Numbering {
        let columns = engine.dimensions().iter().zip(rows.levels()).zip(levels).enumerate();
        let addends = columns
            .filter(|(at, (_, level))| self.costs[*at][**level].iter().any(|&cost| cost > 0))
            .map(|(at, ((dimension, &from), &level))| {
                let costs =
                    dimension.step(from, level).iter().map(|&node| self.costs[at][level][node as usize]);
                (engine.layout.quasi[at], costs.collect())
            })
            .collect();
        Numbering::new(addends, rows.len())
    }
}
