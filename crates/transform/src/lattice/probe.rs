//! What one count of a node's classes says of the nodes below and above it.

use super::engine::{Checked, Engine};
use super::group::Plan;
use super::judge::Judgement;
use super::scratch::Scratch;
use super::view::NodeView;
use lethe_models::privacy::ClassModel;

impl<const W: usize> Engine<'_, W> {
    /// Whether every node above a solution is a solution.
    ///
    /// It is when nothing may be suppressed and every model survives the union of classes, and when all that models ask
    /// of a class is the least it needs: who is in a class that lacks it only becomes fewer as classes are merged.
    fn solutions_are_closed(&self) -> bool {
        let requirements = self.problem.requirements;
        let judged_together = requirements.over_quasi().any(ClassModel::judges_unpublished);
        (self.problem.limit == 0 && requirements.monotone()) || (self.least_is_enough && !judged_together)
    }

    /// The records in classes that lack what every class needs, by the classes that a scratch holds.
    fn lacking(&self, scratch: &Scratch<W>) -> u64 {
        let classes = scratch.sizes.iter().zip(&scratch.populations);
        let lacks =
            |size: u64, population: u64| size < self.needs.records || population < self.needs.population;
        classes.filter(|&(&size, &population)| lacks(size, population)).map(|(size, _)| size).sum()
    }

    fn could(&self, judgement: &Judgement, scratch: &Scratch<W>) -> bool {
        let limit = self.problem.limit;
        if self.solutions_are_closed() {
            judgement.unpublished_hold && judgement.suppressed <= limit
        } else {
            self.lacking(scratch) <= limit
        }
    }

    /// Whether a node, or one below it, could be a solution.
    pub(super) fn could_hold(&self, levels: &[usize], scratch: &mut Scratch<W>) -> bool {
        if !self.solutions_are_closed() {
            self.group(levels, scratch);
            return self.lacking(scratch) <= self.problem.limit;
        }
        let judgement = self.judge(&self.base, levels, scratch);
        self.could(&judgement, scratch)
    }

    pub(super) fn check_and_tag(&self, levels: &[usize], scratch: &mut Scratch<W>) -> (Checked, bool) {
        let judgement = self.judge(&self.base, levels, scratch);
        let could = self.could(&judgement, scratch);
        (self.conclude(&self.base, levels, &judgement, scratch), could)
    }

    /// A loss that no node above falls below.
    pub(super) fn bound_above(&self, levels: &[usize], scratch: &mut Scratch<W>) -> f64 {
        self.group(levels, scratch);
        let keep: Vec<bool> = scratch.sizes.iter().map(|&size| size > 0).collect();
        self.problem.measure.bound(&NodeView::new(self, &self.base, levels, &keep, scratch))
    }

    /// Counts the classes of a node.
    pub(super) fn group(&self, levels: &[usize], scratch: &mut Scratch<W>) {
        let plan = Plan::at(self.base.levels(), levels, self.dimensions(), &self.layout);
        scratch.grouper.number(&self.base, &plan);
        scratch.measure_classes(&self.base);
    }

    pub(super) fn distinct(&self, column: usize, level: usize) -> usize {
        let dimension = &self.dimensions()[column];
        let mut occurs = vec![false; dimension.domain(level)];
        for (&records, &node) in self.base.tally.histograms[column].iter().zip(dimension.step(0, level)) {
            occurs[node as usize] |= records > 0;
        }
        occurs.into_iter().filter(|&occurs| occurs).count()
    }
}
