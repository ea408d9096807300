//! From the most general node downwards, greedily.

use super::incumbent::Incumbent;
use super::nodes::below;
use crate::Result;
use crate::lattice::{Checked, Checker, Outcome, Problem, Search};
use lethe_data::Context;

/// Begins at the most general node and lowers one column by one level at a time: the one that leads to the solution
/// with the least loss, as long as there is one. Before the first solution is met, it goes where fewest records are
/// suppressed.
///
/// **Guarantee**: the best of the nodes looked at; not the best of all.
///
/// **Paper**: the idea of top-down specialization, Fung, Wang and Yu 2005, with any privacy model and any measure.
///
/// **Cost**: one pass over the distinct rows for each column and each level on the path.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopDown;

impl Search for TopDown {
    fn name(&self) -> &'static str {
        "top-down"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        let mut current = found.check_all(&[problem.space.top()]).pop();
        while let Some(node) = current {
            if found.cancelled() {
                return Ok(found.heuristic(false));
            }
            let lower = found.check_all(&below(&problem.space, &node.levels));
            let next = lower.into_iter().min_by(Checked::by_merit);
            current = next.filter(|next| next.holds || !node.holds);
        }
        Ok(found.heuristic(true))
    }
}
