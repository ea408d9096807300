//! What is computed with a graph again and again, on any level.

use super::AggregatedGraph;
use crate::held::Held;
use crate::{Graph, Result};
use lethe_data::Context;
use rayon::prelude::*;

/// The matrix of probabilities, to be multiplied with: a step of a walk from value to value. Embeddings, rankings and samplings
/// all do this and little else, so that its time on a level says what a smaller graph saves.
#[derive(Debug)]
pub struct Walk {
    starts: Vec<usize>,
    others: Vec<u32>,
    shares: Vec<f64>,
    #[expect(dead_code, reason = "given back when it is dropped")]
    held: Held,
}

impl Walk {
    /// The matrix of a graph: P(b | a).
    ///
    /// **Errors**: the memory budget is too small.
    pub fn of_graph(graph: &Graph, context: &Context) -> Result<Self> {
        let nodes = graph.nodes();
        let row = |from: usize| {
            let records = nodes[from].records as f64;
            graph.beside(from).map(move |(to, together)| (to, together as f64 / records))
        };
        Self::new(nodes.len(), graph.edges(), row, context)
    }

    /// The matrix of a level: the members of `b` that somebody has who has a member of `a`, on average.
    ///
    /// **Guarantee**: for numbers that are the same for all members of an aggregate, a step gives the mean of what it gives for
    /// the members in the graph, weighted by their records; on an exact level it is the same for all of them.
    /// **Errors**: the memory budget is too small.
    pub fn of_level(level: &AggregatedGraph, context: &Context) -> Result<Self> {
        let row = |from: usize| {
            let records = level.tallies[from].iter().map(|tally| tally.records).sum::<u128>() as f64;
            let within = Some((from, level.within[from])).filter(|within| within.1 > 0);
            let beside = level.beside(from).chain(within);
            beside.map(move |(to, together)| (to, together as f64 / records))
        };
        Self::new(level.nodes(), level.edges() + level.nodes(), row, context)
    }

    fn new<R: Iterator<Item = (usize, f64)>>(
        nodes: usize,
        edges: usize,
        row: impl Fn(usize) -> R,
        context: &Context,
    ) -> Result<Self> {
        let bytes = edges * (size_of::<u32>() + size_of::<f64>()) + (nodes + 1) * size_of::<usize>();
        let held = Held::take("a matrix of probabilities", bytes, context)?;
        let mut starts = Vec::with_capacity(nodes + 1);
        let (mut others, mut shares) = (Vec::with_capacity(edges), Vec::with_capacity(edges));
        starts.push(0);
        for from in 0..nodes {
            for (to, share) in row(from) {
                others.push(to as u32);
                shares.push(share);
            }
            starts.push(others.len());
        }
        Ok(Self { starts, others, shares, held })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// For each node the sum over all others of the probability times their number. Every entry is added up by one thread, in
    /// order; a node beyond the numbers counts 0.
    pub fn step(&self, numbers: &[f64], context: &Context) -> Vec<f64> {
        let number = |other: u32| numbers.get(other as usize).copied().unwrap_or(0.0);
        let sum = |bounds: &[usize]| -> f64 {
            let range = bounds[0]..bounds[1];
            let edges = self.others[range.clone()].iter().zip(&self.shares[range]);
            edges.map(|(&other, share)| share * number(other)).sum()
        };
        context.install(|| self.starts.par_windows(2).map(sum).collect())
    }
}
