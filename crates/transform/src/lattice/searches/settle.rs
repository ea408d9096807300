//! From the nodes that could hold to the best of those that do.

use super::incumbent::Incumbent;
use super::nodes::Nodes;
use rayon::prelude::*;

/// Nodes checked side by side; the same for any number of threads, so that the work is, too.
const BATCH: usize = 64;

/// Checks the nodes that could be solutions from the least general upwards, those left out that a bound rules out: a
/// bound counts for every more general node as well. `known` are the nodes that were offered before. Whether it came
/// to its end.
pub(super) fn settle(nodes: &Nodes, could_hold: &[bool], known: &[bool], found: &mut Incumbent<'_>) -> bool {
    let mut pruned_by_bound = vec![false; nodes.len()];
    for level in nodes.by_steps() {
        let mut candidates = Vec::new();
        for node in level.into_iter().filter(|&node| could_hold[node]) {
            pruned_by_bound[node] = nodes.predecessors(node).any(|below| pruned_by_bound[below]);
            if !pruned_by_bound[node] {
                candidates.push(node);
            }
        }
        for batch in candidates.chunks(BATCH) {
            if found.cancelled() {
                return false;
            }
            let checker = found.checker;
            let bounds: Vec<f64> = found
                .context
                .install(|| batch.par_iter().map(|&node| checker.bound(&nodes.levels(node))).collect());
            let mut open = Vec::new();
            for (&node, bound) in batch.iter().zip(bounds) {
                pruned_by_bound[node] = found.pruned_by_bound(bound);
                found.stats.pruned_by_bound += u64::from(pruned_by_bound[node]);
                if !pruned_by_bound[node] && !known[node] {
                    open.push(nodes.levels(node));
                }
            }
            found.check_all(&open);
        }
    }
    true
}
