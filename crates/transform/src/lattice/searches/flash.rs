//! Flash: vertical paths through the lattice, searched by halves.

use super::incumbent::Incumbent;
use super::nodes::Nodes;
use super::settle::settle;
use crate::Result;
use crate::lattice::{Checker, Outcome, Problem, Search};
use lethe_data::Context;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Builds paths of untagged nodes towards the most general one, finds by halves where a path begins to hold, and tags
/// with every answer all nodes it decides: those above a node that holds, those below one that does not.
///
/// With suppression, or with models that do not survive the union of classes, tags say only what survives both
/// ([`Checker::could_hold`]), and the nodes that remain are checked in full.
///
/// **Guarantee**: the best node of the lattice.
///
/// **Paper**: Kohlmayer, Prasser, Eckert, Kemper and Kuhn 2012; Dimakopoulos 2022, section 2.4.2.
///
/// **Cost**: one pass over the distinct rows for each node that no tag decides, and one or two for each that holds and
/// that no bound rules out.
///
/// **Errors**: the lattice has more than 2^24 nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flash;

impl Search for Flash {
    fn name(&self) -> &'static str {
        "flash"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let nodes = Nodes::of(&problem.space)?;
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        let mut known = vec![false; nodes.len()];
        let rank = |node: usize| Rank::of(&nodes.levels(node), problem, &checker);
        let mut walk = Walk::new(&nodes, (0..nodes.len()).map(rank).collect());
        let mut complete = walk.all(|node| {
            if found.cancelled() {
                return None;
            }
            let (checked, could_hold) = checker.check_and_tag(&nodes.levels(node));
            found.offer(&checked);
            known[node] = true;
            Some(could_hold)
        });
        if complete {
            let could_hold: Vec<bool> = walk.tags.iter().map(|tag| *tag == Some(true)).collect();
            complete = settle(&nodes, &could_hold, &known, &mut found);
        }
        let open = if complete { 0.0 } else { checker.bound(&problem.space.bottom()) };
        Ok(found.exact(complete, open))
    }
}

/// The three criteria by which nodes are ordered, smallest first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rank {
    /// The sum of the levels.
    level: usize,
    /// The mean over columns of level / highest level.
    generalized: f64,
    /// The mean over columns of the share of distinct values that is lost.
    merged: f64,
}

impl Rank {
    fn of(levels: &[usize], problem: &Problem<'_>, checker: &Checker<'_>) -> Self {
        let columns = levels.len() as f64;
        let mut rank = Self { level: levels.iter().sum(), generalized: 0.0, merged: 0.0 };
        for (at, (&level, dimension)) in levels.iter().zip(problem.space.dimensions()).enumerate() {
            rank.generalized += level as f64 / (dimension.height() - 1).max(1) as f64 / columns;
            let values = checker.distinct(at, 0).max(1) as f64;
            rank.merged += (1.0 - checker.distinct(at, level) as f64 / values) / columns;
        }
        rank
    }
}

impl Eq for Rank {}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_shares =
            self.generalized.total_cmp(&other.generalized).then(self.merged.total_cmp(&other.merged));
        self.level.cmp(&other.level).then(by_shares)
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The way through the lattice: whatever is asked of nodes must stay true upwards.
struct Walk<'n> {
    nodes: &'n Nodes,
    ranks: Vec<Rank>,
    tags: Vec<Option<bool>>,
}

impl<'n> Walk<'n> {
    fn new(nodes: &'n Nodes, ranks: Vec<Rank>) -> Self {
        Self { nodes, ranks, tags: vec![None; nodes.len()] }
    }

    /// Tags all nodes; `ask` decides one of them, or ends the walk. Whether it came to its end.
    fn all(&mut self, mut ask: impl FnMut(usize) -> Option<bool>) -> bool {
        for mut level in self.nodes.by_steps() {
            level.sort_by_key(|&node| (self.ranks[node], node));
            for first in level {
                let mut heap = BinaryHeap::new();
                let mut starts = vec![first];
                loop {
                    for start in starts {
                        if self.tags[start].is_none() && !self.halve(start, &mut heap, &mut ask) {
                            return false;
                        }
                    }
                    let Some(Reverse((_, node))) = heap.pop() else { break };
                    starts = self.successors(node);
                }
            }
        }
        true
    }

    fn successors(&self, node: usize) -> Vec<usize> {
        let mut above: Vec<usize> = self.nodes.successors(node).collect();
        above.sort_by_key(|&node| (self.ranks[node], node));
        above
    }

    /// Upwards from a node by the first successor without a tag.
    fn path(&self, start: usize) -> Vec<usize> {
        let mut path = vec![start];
        let mut node = start;
        while let Some(next) = self.successors(node).into_iter().find(|&next| self.tags[next].is_none()) {
            path.push(next);
            node = next;
        }
        path
    }

    /// Finds where the path from a node begins to hold; nodes that do not hold go to the heap.
    fn halve(
        &mut self,
        start: usize,
        heap: &mut BinaryHeap<Reverse<(Rank, usize)>>,
        ask: &mut impl FnMut(usize) -> Option<bool>,
    ) -> bool {
        let path = self.path(start);
        let (mut low, mut high) = (0, path.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let node = path[middle];
            match ask(node) {
                None => return false,
                Some(true) => {
                    self.tag(node, true);
                    high = middle;
                }
                Some(false) => {
                    self.tag(node, false);
                    heap.push(Reverse((self.ranks[node], node)));
                    low = middle + 1;
                }
            }
        }
        true
    }

    /// Tags a node and all that its answer decides: those above if it holds, else those below.
    fn tag(&mut self, node: usize, holds: bool) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if self.tags[node].replace(holds).is_none() {
                if holds {
                    stack.extend(self.nodes.successors(node).filter(|&next| self.tags[next].is_none()));
                } else {
                    stack.extend(self.nodes.predecessors(node).filter(|&next| self.tags[next].is_none()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
