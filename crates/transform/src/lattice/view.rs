//! What quality measures see of a node.

use super::engine::Engine;
use super::judge::count;
use super::rows::Rows;
use super::scratch::Scratch;
use super::tally::Tally;
use lethe_models::quality::{KeptClass, View};

/// A node whose classes a scratch holds; some of them are published.
pub(crate) struct NodeView<'a, const W: usize> {
    engine: &'a Engine<'a, W>,
    rows: &'a Rows<W>,
    levels: &'a [usize],
    keep: &'a [bool],
    scratch: &'a Scratch<W>,
    suppressed: u64,
    sums: Vec<u128>,
}

impl<'a, const W: usize> NodeView<'a, W> {
    pub(crate) fn new(
        engine: &'a Engine<'a, W>,
        rows: &'a Rows<W>,
        levels: &'a [usize],
        keep: &'a [bool],
        scratch: &'a Scratch<W>,
    ) -> Self {
        Self::of_records(engine, rows, &rows.tally, levels, keep, scratch)
    }

    /// As [`NodeView::new`], where only the records of a tally are left of the rows.
    pub(crate) fn of_records(
        engine: &'a Engine<'a, W>,
        rows: &'a Rows<W>,
        tally: &Tally,
        levels: &'a [usize],
        keep: &'a [bool],
        scratch: &'a Scratch<W>,
    ) -> Self {
        let mut view = Self { engine, rows, levels, keep, scratch, suppressed: 0, sums: Vec::new() };
        let gone: Vec<usize> = (0..keep.len()).filter(|&class| !keep[class]).collect();
        let lost: u64 = gone.iter().map(|&class| scratch.sizes[class]).sum();
        view.suppressed = engine.base.records() - tally.records + lost;
        if let Some(costs) = engine.costs() {
            for (at, (dimension, costs)) in engine.dimensions().iter().zip(&costs.columns).enumerate() {
                let level = levels[at];
                let mut sum = tally.cost(at, level, dimension, costs);
                for &class in gone.iter().filter(|&&class| scratch.sizes[class] > 0) {
                    let cost = costs.levels[level][view.node(class, at) as usize];
                    sum -= u128::from(scratch.sizes[class]) * u128::from(cost);
                }
                view.sums.push(sum);
            }
        }
        view
    }

    /// The same with more records suppressed, of whom nothing is known but that they are of the tally. Only for sums over
    /// cells.
    pub(crate) fn with_lost(mut self, lost: u64, tally: &Tally) -> Self {
        self.suppressed += lost;
        let Some(costs) = self.engine.costs() else { return self };
        let columns = self.engine.dimensions().iter().zip(&costs.columns).zip(&mut self.sums);
        for (at, ((dimension, costs), sum)) in columns.enumerate() {
            let dearest = tally.dearest(at, self.levels[at], dimension, costs);
            *sum = sum.saturating_sub(u128::from(lost) * u128::from(dearest));
        }
        self
    }

    fn node(&self, class: usize, at: usize) -> u32 {
        let key = &self.rows.keys[self.scratch.grouper.first_rows()[class] as usize];
        let dimension = &self.engine.dimensions()[at];
        let code = self.engine.layout.quasi[at].get(key);
        dimension.bound_code(self.levels[at], dimension.step(self.rows.levels()[at], self.levels[at])[code])
    }

    pub(crate) fn classes(&self) -> u64 {
        self.keep.iter().filter(|keep| **keep).count() as u64
    }
}

impl<const W: usize> View for NodeView<'_, W> {
    fn records(&self) -> u64 {
        self.engine.base.records()
    }

    fn suppressed(&self) -> u64 {
        self.suppressed
    }

    fn levels(&self) -> &[usize] {
        self.levels
    }

    fn kept_classes(&self) -> u64 {
        self.classes()
    }

    fn cell_sums(&self) -> &[u128] {
        &self.sums
    }

    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        let mut labels = vec![Vec::new(); self.keep.len()];
        if let Some(label) = self.engine.label {
            let field = self.engine.layout.extra[label];
            let mut members: Vec<Vec<u32>> = vec![Vec::new(); self.keep.len()];
            for (row, &class) in self.scratch.grouper.ids().iter().enumerate() {
                members[class as usize].push(row as u32);
            }
            for (members, labels) in members.iter().zip(&mut labels) {
                count(self.rows, members, field, labels);
            }
        }
        let mut nodes = vec![0; self.levels.len()];
        for class in (0..self.keep.len()).filter(|&class| self.keep[class]) {
            for (at, node) in nodes.iter_mut().enumerate() {
                *node = self.node(class, at);
            }
            visit(KeptClass { size: self.scratch.sizes[class], nodes: &nodes, labels: &labels[class] });
        }
    }

    fn suppressed_nodes(&self, column: usize) -> Vec<u64> {
        let (engine, level) = (self.engine, self.levels[column]);
        let dimension = &engine.dimensions()[column];
        let mut records = vec![0; dimension.bound().domain(level)];
        for (&count, &node) in engine.base.tally.histograms[column].iter().zip(dimension.step(0, level)) {
            if count > 0 {
                records[dimension.bound_code(level, node) as usize] += count;
            }
        }
        for class in (0..self.keep.len()).filter(|&class| self.keep[class]) {
            records[self.node(class, column) as usize] -= self.scratch.sizes[class];
        }
        records
    }

    fn suppressed_squares(&self) -> Option<u128> {
        let all_here = self.rows.records() == self.engine.base.records();
        let classes = self.keep.iter().zip(&self.scratch.sizes).filter(|(keep, _)| !**keep);
        all_here.then(|| classes.map(|(_, &size)| u128::from(size).pow(2)).sum())
    }
}
