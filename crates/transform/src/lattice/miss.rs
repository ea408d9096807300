//! What came nearest when no node is a solution.

use super::checker::Checker;
use super::problem::Problem;
use crate::Result;
use lethe_data::Context;
use rayon::prelude::*;

/// A node that is no solution, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The level of each column.
    pub levels: Vec<usize>,
    /// The records that would have to be suppressed.
    pub suppressed: u64,
    /// The records in classes that break each model, most records first.
    pub blocking: Vec<(&'static str, u64)>,
}

impl Checker<'_> {
    /// What stands in the way at the node with these levels.
    pub fn miss(&self, levels: &[usize]) -> Miss {
        let failures = self.failures(levels);
        let mut blocking: Vec<(&'static str, u64)> =
            failures.into_iter().map(|failure| (failure.model, failure.records)).collect();
        blocking.sort_by_key(|&(_, records)| std::cmp::Reverse(records));
        Miss { levels: levels.to_vec(), suppressed: self.check(levels).suppressed, blocking }
    }
}

/// The node with the fewest suppressed records that a descent from the most general node meets.
///
/// For models that survive the union of classes that is the most general node itself; other models may be broken less
/// further down, so the descent goes on as long as fewer records are suppressed.
pub fn nearest_miss(problem: &Problem<'_>, context: &Context) -> Result<Miss> {
    let checker = Checker::new(problem, context)?;
    let floor = problem.space.bottom();
    let mut nearest = checker.check(&problem.space.top());
    while context.check_cancelled().is_ok() {
        let below: Vec<Vec<usize>> = (0..floor.len())
            .filter(|&at| nearest.levels[at] > floor[at])
            .map(|at| {
                let mut levels = nearest.levels.clone();
                levels[at] -= 1;
                levels
            })
            .collect();
        let checked: Vec<_> =
            context.install(|| below.par_iter().map(|levels| checker.check(levels)).collect());
        let fewest =
            checked.into_iter().min_by(|a, b| (a.suppressed, &a.levels).cmp(&(b.suppressed, &b.levels)));
        match fewest {
            Some(fewer) if fewer.suppressed < nearest.suppressed => nearest = fewer,
            _ => break,
        }
    }
    Ok(checker.miss(&nearest.levels))
}
