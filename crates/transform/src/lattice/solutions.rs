//! More than the best solution: the best few, or every node.

use super::checker::{WithEngine, with_engine};
use super::engine::{Checked, Engine};
use super::optimal;
use super::problem::Problem;
use super::scratch::Scratch;
use super::searches::Nodes;
use crate::Result;
use lethe_data::Context;
use rayon::prelude::*;

/// A node of the lattice with the smallest class that it publishes.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedNode {
    /// The node.
    pub node: Checked,
    /// The records of the smallest class that is published; `None` where everybody is suppressed.
    pub smallest_class: Option<u64>,
}

/// Nodes of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedNodes {
    /// The nodes.
    pub nodes: Vec<ListedNode>,
    /// Whether there are no others that belong to the list; otherwise the run was cancelled.
    pub complete: bool,
}

/// The `most` best solutions, best first.
///
/// **Guarantee**: where the list is complete, every solution that is not in it has a larger loss than all that are, or the
/// same loss as the last one and levels that come later column by column. It does not depend on the number of threads.
/// **Cost**: that of the [`super::Optimal`] search, whose regions are given up when they hold nothing better than the last
/// of the list.
/// **Errors**: the memory budget does not hold the table's distinct rows.
pub fn best_solutions(problem: &Problem<'_>, most: usize, context: &Context) -> Result<ListedNodes> {
    struct Run<'c>(usize, &'c Context);
    impl<'a> WithEngine<'a> for Run<'_> {
        type Output = ListedNodes;
        fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<ListedNodes> {
            let (solutions, outcome) = optimal::search_for(&engine, self.0, self.1);
            let listed = solutions.into_iter().map(|node| engine.listed(&node.levels));
            Ok(ListedNodes { nodes: listed.collect(), complete: outcome.complete })
        }
    }
    with_engine(problem, context, Run(most, context))
}

/// Every node of the lattice, in the order in which levels compare column by column.
///
/// **Cost**: one pass over the distinct rows for each node.
/// **Errors**: the lattice has more than 2^24 nodes, or the memory budget does not hold the table's distinct rows.
pub fn all_nodes(problem: &Problem<'_>, context: &Context) -> Result<ListedNodes> {
    struct Run<'c>(Nodes, &'c Context);
    impl<'a> WithEngine<'a> for Run<'_> {
        type Output = ListedNodes;
        fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<ListedNodes> {
            let Self(all, context) = self;
            let mut nodes = Vec::with_capacity(all.len());
            let task = context.task("judging every node", Some(all.len() as u64));
            for first in (0..all.len()).step_by(BATCH) {
                if context.check_cancelled().is_err() {
                    return Ok(ListedNodes { nodes, complete: false });
                }
                let batch = first..all.len().min(first + BATCH);
                task.advance(batch.len() as u64);
                let judged: Vec<ListedNode> = context
                    .install(|| batch.into_par_iter().map(|node| engine.listed(&all.levels(node))).collect());
                nodes.extend(judged);
            }
            Ok(ListedNodes { nodes, complete: true })
        }
    }
    with_engine(problem, context, Run(Nodes::of(&problem.space)?, context))
}

/// Nodes judged side by side.
const BATCH: usize = 64;

impl<const W: usize> Engine<'_, W> {
    fn listed(&self, levels: &[usize]) -> ListedNode {
        let mut scratch = Scratch::default();
        let node = self.check(&self.base, levels, &mut scratch);
        let kept = scratch.keep.iter().zip(&scratch.sizes).filter(|(keep, _)| **keep);
        ListedNode { node, smallest_class: kept.map(|(_, &size)| size).min() }
    }
}
