//! Lightning: the most promising node first, and now and then a dive for a quick solution.

use super::incumbent::Incumbent;
use super::nodes::above;
use crate::Result;
use crate::lattice::{Checked, Checker, Outcome, Problem, Search};
use lethe_data::Context;
use rayon::prelude::*;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};

/// Nodes worked on side by side; the same for any number of threads, so that the work is, too.
const BATCH: usize = 8;
/// One round in so many begins with a dive.
const DIVE_EVERY: u64 = 16;

/// Expands the node with the smallest bound first, and dives from time to time from it towards the nearest solution, so
/// that there soon is one.
///
/// **Guarantee**: when it ends by itself, the best node of the lattice; when it is stopped, the best so far and a bound
/// for all others.
///
/// **Paper**: Prasser, Bild, Eicher, Spengler and Kuhn 2016; Bild 2024, section 2.1.2. Theirs is a heuristic with a time
/// limit; bounds that count for all more general nodes make it exact where time allows.
///
/// **Cost**: two passes over the distinct rows for each node that no bound rules out, and memory for each node that was
/// met. When the memory budget is used up, it ends as if it had been stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lightning;

/// A node that was met but not looked at.
#[derive(PartialEq)]
struct Open {
    bound: f64,
    levels: Vec<usize>,
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound).then_with(|| self.levels.cmp(&other.levels))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Search for Lightning {
    fn name(&self) -> &'static str {
        "lightning"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        let bottom = problem.space.bottom();
        let mut met = HashSet::from([bottom.clone()]);
        let mut open = BinaryHeap::from([Reverse(Open { bound: 0.0, levels: bottom.clone() })]);
        let mut memory = context.memory().reserve("the nodes of the lattice");
        let a_node = 2 * (size_of::<Open>() + size_of_val(bottom.as_slice()));
        for round in 0.. {
            let Some(Reverse(first)) = open.peek() else { break };
            if found.pruned_by_bound(first.bound) {
                found.stats.pruned_by_bound += open.len() as u64;
                break;
            }
            if found.cancelled() || memory.try_grow(BATCH * bottom.len() * a_node).is_err() {
                let least = first.bound;
                return Ok(found.exact(false, least));
            }
            if round % DIVE_EVERY == 0 {
                dive(problem, first.levels.clone(), &mut found);
            }
            let batch: Vec<Open> =
                std::iter::from_fn(|| open.pop()).take(BATCH).map(|Reverse(node)| node).collect();
            for (bound, node) in look_at(batch, &mut found) {
                for levels in above(&problem.space, &node.levels) {
                    if met.insert(levels.clone()) {
                        open.push(Reverse(Open { bound, levels }));
                    }
                }
            }
        }
        Ok(found.exact(true, 0.0))
    }
}

/// Checks the nodes of a batch, those left out that their bound rules out with all that is above them.
fn look_at(batch: Vec<Open>, found: &mut Incumbent<'_>) -> Vec<(f64, Checked)> {
    let (checker, context) = (found.checker, found.context);
    let bounds: Vec<f64> = context
        .install(|| batch.par_iter().map(|node| checker.bound(&node.levels).max(node.bound)).collect());
    let mut kept = Vec::new();
    for (node, bound) in batch.into_iter().zip(bounds) {
        if found.pruned_by_bound(bound) {
            found.stats.pruned_by_bound += 1;
        } else {
            kept.push((bound, node.levels));
        }
    }
    let (bounds, levels): (Vec<f64>, Vec<Vec<usize>>) = kept.into_iter().unzip();
    bounds.into_iter().zip(found.check_all(&levels)).collect()
}

/// Climbs to the successor with the fewest suppressed records until one is a solution.
fn dive(problem: &Problem<'_>, mut levels: Vec<usize>, found: &mut Incumbent<'_>) {
    while !found.cancelled() {
        let higher = found.check_all(&above(&problem.space, &levels));
        let next =
            higher.into_iter().min_by(|a, b| (a.suppressed, &a.levels).cmp(&(b.suppressed, &b.levels)));
        match next {
            Some(next) if !next.holds => levels = next.levels,
            _ => return,
        }
    }
}
