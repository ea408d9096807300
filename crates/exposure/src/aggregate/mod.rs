//! Fewer nodes, level by level.
//!
//! Multigrid methods replace a large system by a smaller one: nodes that are strongly connected become one, and what was between
//! two nodes of the large system is added up between their successors. Here a node is strongly connected with another when most
//! of the records that have the first also have the second. See `docs/src/methods/exposure-aggregation.md`.
//!
//! # Where is what?
//!
//! `exposure/src/aggregate`: `matching.rs` says which nodes become one on a level, `gather.rs` adds up the counts of a
//! `AggregatedGraph` graph and measures how far they are off, `record.rs` sums a record, `walk.rs` is what levels are timed
//! with. `manifold/` lays nodes out: `components.rs` knows the eigenvectors of unconnected parts, `lanczos.rs` finds
//! the others, `cluster.rs` groups points; `report/src/point_map.rs` draws them. `discriminate/` makes a model that may
//! be shown: `risky.rs` finds what says too much, `withhold.rs` chooses rectangles, `release.rs` checks what is about
//! to be shown, `forest.rs` chooses column pairs without a cycle. `held.rs` takes memory from the budget. See
//! `docs/src/methods/exposure-aggregation.md`.

mod aggregated;
mod gather;
mod matching;
mod record;
mod threshold;
mod walk;

pub use aggregated::{AggregatedGraph, Fidelity, Odds};
pub use threshold::Threshold;
pub use walk::Walk;

use crate::{Graph, Result};
use lethe_data::Context;

/// Which nodes become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Those that exactly the same records have. Nothing is lost.
    Exact,
    /// Also two of which everybody who has the one has the other.
    Implied,
    /// Also two of which at least this share of the records that have the one has the other.
    Threshold(Threshold),
}

/// The size of a level, and how true it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its nodes.
    pub nodes: usize,
    /// Its edges, both directions counted.
    pub edges: usize,
    /// How far its probabilities are from those of the graph it was made from.
    pub fidelity: Fidelity,
}

/// A graph with fewer nodes, and the levels that led there.
#[derive(Debug, PartialEq)]
pub struct Aggregation {
    levels: Vec<Level>,
    aggregated: AggregatedGraph,
}

impl Aggregation {
    /// Merges nodes until none are strongly connected.
    ///
    /// The first level merges all nodes that the same records have. Each further one goes through the strong edges and merges the
    /// two ends unless one was merged on this level, or both know a column. Edges whose ends are nearest to having the same records
    /// come first (by the probability against the edge, then along it, then by the numbers of the ends).
    ///
    /// **Guarantee**: with [`Strength::Exact`] every probability between members is the one between their aggregates. Otherwise
    /// each level says how far they are apart at most. Never two values of one column in an aggregate.
    /// **Paper**: Podlesny 2023, section 5.2; Podlesny, Kayem & Meinel 2019, section IV.C.
    /// **Cost**: a level looks at every edge of the graph twice, and at its own twice.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn of(graph: &Graph, strength: Strength, context: &Context) -> Result<Self> {
        Self::level_by_level(graph, strength, context, |_| Ok(()))
    }

    /// The same; `each` is shown every level but the original, as soon as it is made.
    ///
    /// **Errors**: the same, and what `each` says.
    pub fn level_by_level(
        graph: &Graph,
        strength: Strength,
        context: &Context,
        mut each: impl FnMut(&AggregatedGraph) -> Result<()>,
    ) -> Result<Self> {
        let task = context.task("merging nodes", None);
        let mut found = match matching::same_records(graph) {
            None => Self::unmerged(graph, context)?,
            Some((of, count)) => {
                let found = Self::of_clusters(graph, of, count, context)?;
                each(&found.aggregated)?;
                found
            }
        };
        let threshold = match strength {
            Strength::Exact => return Ok(found),
            Strength::Implied => Threshold::ONE,
            Strength::Threshold(threshold) => threshold,
        };
        loop {
            context.check_cancelled()?;
            task.advance(1);
            let Some((successor, count)) = matching::pairs(&found.aggregated, threshold, context)? else {
                return Ok(found);
            };
            let of = found.aggregated.aggregates().iter().map(|&old| successor[old as usize]).collect();
            found.add(AggregatedGraph::new(graph, of, count, found.aggregated.edges(), context)?);
            each(&found.aggregated)?;
        }
    }

    /// The graph as it is, every node an aggregate.
    ///
    /// **Errors**: the memory budget is too small.
    pub fn unmerged(graph: &Graph, context: &Context) -> Result<Self> {
        let count = graph.nodes().len();
        let aggregated =
            AggregatedGraph::new(graph, (0..count as u32).collect(), count, graph.edges(), context)?;
        Ok(Self { levels: vec![aggregated.level()], aggregated })
    }

    /// The graph of clusters, however they were found: `of` has the cluster of each node, below `count`.
    ///
    /// Clusters may hold several values of a column, of which nobody has two; such pairs count nowhere.
    ///
    /// **Errors**: the memory budget is too small.
    pub fn of_clusters(graph: &Graph, of: Vec<u32>, count: usize, context: &Context) -> Result<Self> {
        // The original is told of and not built.
        let original = Level { nodes: graph.nodes().len(), edges: graph.edges(), fidelity: Fidelity::Exact };
        let aggregated = AggregatedGraph::new(graph, of, count, graph.edges(), context)?;
        Ok(Self { levels: vec![original, aggregated.level()], aggregated })
    }

    /// The original first, the most general last.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The most general level.
    pub fn aggregated(&self) -> &AggregatedGraph {
        &self.aggregated
    }

    fn add(&mut self, aggregated: AggregatedGraph) {
        self.levels.push(aggregated.level());
        self.aggregated = aggregated;
    }
}

#[cfg(test)]
mod tests;
