//! Every node: the search that others are measured by.

use super::incumbent::Incumbent;
use super::nodes::Nodes;
use crate::Result;
use crate::lattice::{Checker, Outcome, Problem, Search};
use lethe_data::Context;

/// Nodes checked side by side.
const BATCH: usize = 64;

/// Checks every node.
///
/// **Guarantee**: the best node of the lattice.
///
/// **Cost**: one pass over the distinct rows for each node.
///
/// **Errors**: the lattice has more than 2^24 nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exhaustive;

impl Search for Exhaustive {
    fn name(&self) -> &'static str {
        "exhaustive"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let nodes = Nodes::of(&problem.space)?;
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        for first in (0..nodes.len()).step_by(BATCH) {
            if found.cancelled() {
                let open = checker.bound(&problem.space.bottom());
                return Ok(found.exact(false, open));
            }
            let batch = first..nodes.len().min(first + BATCH);
            found.check_all(&batch.map(|node| nodes.levels(node)).collect::<Vec<_>>());
        }
        Ok(found.exact(true, 0.0))
    }
}
