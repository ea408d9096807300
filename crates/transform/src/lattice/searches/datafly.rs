//! Datafly: the column with the most values is generalized, again and again.

use super::incumbent::Incumbent;
use crate::Result;
use crate::lattice::{Checker, Outcome, Problem, Search};
use lethe_data::Context;

/// Generalizes the column with the most distinct values by one level until those records can be suppressed that still
/// stand out. Of columns with equally many the first is taken.
///
/// Sweeney stops when at most k records stand out and suppresses them; here the limit of suppression is what was asked
/// for, so that the result keeps it.
///
/// **Guarantee**: a solution, if one lies on its path; it may be generalized more than necessary.
///
/// **Paper**: Sweeney 1998; Dimakopoulos 2022, section 2.4.4.
///
/// **Cost**: one pass over the distinct rows for each level on the path, so at most one for each level of each column.
#[derive(Clone, Copy, Debug, Default)]
pub struct Datafly;

impl Search for Datafly {
    fn name(&self) -> &'static str {
        "datafly"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        let mut next = Some(problem.space.bottom());
        while let Some(levels) = next {
            if found.cancelled() {
                return Ok(found.heuristic(false));
            }
            found.check_all(std::slice::from_ref(&levels));
            next = if found.best.is_none() { generalized(problem, &checker, levels) } else { None };
        }
        Ok(found.heuristic(true))
    }
}

/// The levels after one step, where some column can be generalized.
fn generalized(problem: &Problem<'_>, checker: &Checker<'_>, mut levels: Vec<usize>) -> Option<Vec<usize>> {
    let dimensions = problem.space.dimensions();
    let open = (0..levels.len()).filter(|&at| levels[at] < dimensions[at].max());
    // The largest, and of equals the first.
    let at = open.min_by_key(|&at| std::cmp::Reverse(checker.distinct(at, levels[at])))?;
    levels[at] += 1;
    Some(levels)
}
