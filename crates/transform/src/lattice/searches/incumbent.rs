//! The best solution known, and what was done to find it.

use crate::lattice::{Checked, Checker, Outcome, Problem, Stats};
use lethe_data::Context;
use rayon::prelude::*;

/// A search under way.
pub(super) struct Incumbent<'a> {
    pub(super) checker: &'a Checker<'a>,
    pub(super) problem: &'a Problem<'a>,
    pub(super) context: &'a Context,
    pub(super) best: Option<Checked>,
    pub(super) stats: Stats,
}

impl<'a> Incumbent<'a> {
    pub(super) fn new(checker: &'a Checker<'a>, problem: &'a Problem<'a>, context: &'a Context) -> Self {
        Self { checker, problem, context, best: None, stats: Stats::default() }
    }

    pub(super) fn cancelled(&self) -> bool {
        self.context.check_cancelled().is_err()
    }

    /// Takes note of a node that was checked.
    pub(super) fn offer(&mut self, node: &Checked) {
        self.stats.grouped += 1;
        self.stats.checked += 1;
        if node.holds && self.best.as_ref().is_none_or(|best| node.beats(best)) {
            self.best = Some(node.clone());
        }
    }

    /// Checks nodes side by side; the answers come in their order.
    pub(super) fn check_all(&mut self, nodes: &[Vec<usize>]) -> Vec<Checked> {
        let checker = self.checker;
        let checked: Vec<Checked> =
            self.context.install(|| nodes.par_iter().map(|levels| checker.check(levels)).collect());
        for node in &checked {
            self.offer(node);
        }
        checked
    }

    /// Whether a loss of at least `bound` cannot beat the best solution known.
    pub(super) fn pruned_by_bound(&self, bound: f64) -> bool {
        self.best.as_ref().is_some_and(|best| best.stays_ahead_of(&bound.into()))
    }

    /// What an exact search found: proven when it came to its end, otherwise no better than `open`, a bound for all that
    /// was not looked at.
    pub(super) fn exact(self, complete: bool, open: f64) -> Outcome {
        let found = self.best.as_ref().map_or(1.0, |best| best.value);
        let bound = if complete { found } else { open.min(found) };
        Outcome { best: self.best, optimal: complete, bound, complete, stats: self.stats }
    }

    /// What a search found that proves nothing.
    pub(super) fn heuristic(self, complete: bool) -> Outcome {
        let bound = self.checker.bound(&self.problem.space.bottom());
        Outcome { best: self.best, optimal: false, bound, complete, stats: self.stats }
    }
}
