//! Which nodes become one on a level.

use super::{AggregatedGraph, Threshold};
use crate::held::Held;
use crate::{Graph, Result};
use lethe_data::Context;
use rayon::prelude::*;

/// The aggregates of nodes that the same records have; none when all would stay only.
pub(super) fn same_records(graph: &Graph) -> Option<(Vec<u32>, usize)> {
    let records = |node: usize| graph.nodes()[node].records;
    let mut of: Vec<u32> = Vec::with_capacity(graph.nodes().len());
    let mut count = 0;
    for node in 0..graph.nodes().len() {
        // To have the same records is an equivalence, so the first of them knows the number of all.
        let first = graph
            .beside(node)
            .take_while(|&(other, _)| other < node)
            .find(|&(other, together)| together == records(node) && together == records(other));
        of.push(first.map_or_else(
            || {
                count += 1;
                count - 1
            },
            |(other, _)| of[other],
        ));
    }
    let count = count as usize;
    (count < of.len()).then_some((of, count))
}

/// The successor of each aggregate; none when all would stay only.
///
/// **Errors**: the memory budget is too small.
pub(super) fn pairs(
    aggregated: &AggregatedGraph,
    threshold: Threshold,
    context: &Context,
) -> Result<Option<(Vec<u32>, usize)>> {
    let is_strong = |from: usize, to: usize, together: u128| {
        threshold.holds(together, aggregated.possible(from, to)) && aggregated.are_apart(from, to)
    };
    let all = 0..aggregated.nodes();
    let of =
        |from: usize| aggregated.beside(from).filter(|&(to, together)| is_strong(from, to, together)).count();
    let count: usize = context.install(|| all.into_par_iter().map(of).sum());
    // Twice, for they are gathered from threads.
    let _held = Held::take("the list of strong edges", 2 * count * size_of::<Strong>(), context)?;
    let mut partner: Vec<Option<usize>> = vec![None; aggregated.nodes()];
    for edge in strong(aggregated, threshold, context) {
        if partner[edge.from].is_none() && partner[edge.to].is_none() {
            partner[edge.from] = Some(edge.to);
            partner[edge.to] = Some(edge.from);
        }
    }
    let mut successor: Vec<u32> = Vec::with_capacity(partner.len());
    let mut count = 0;
    for (node, partner) in partner.iter().enumerate() {
        let with_earlier = partner.filter(|&partner| partner < node).map(|partner| successor[partner]);
        successor.push(with_earlier.unwrap_or_else(|| {
            count += 1;
            count - 1
        }));
    }
    let count = count as usize;
    Ok((count < successor.len()).then_some((successor, count)))
}

struct Strong {
    from: usize,
    to: usize,
    along: f64,
    against: f64,
}

/// The strong edges, those first whose ends are nearest to having the same records.
///
/// Only the order rests on rounded numbers; whether an edge is strong is exact.
fn strong(aggregated: &AggregatedGraph, threshold: Threshold, context: &Context) -> Vec<Strong> {
    let from = |from: usize| {
        aggregated.beside(from).filter_map(move |(to, together)| {
            let possible = aggregated.possible(from, to);
            if !threshold.holds(together, possible) || !aggregated.are_apart(from, to) {
                return None;
            }
            let share = |possible: u128| together as f64 / possible as f64;
            Some(Strong { from, to, along: share(possible), against: share(aggregated.possible(to, from)) })
        })
    };
    context.install(|| {
        let mut found: Vec<Strong> = (0..aggregated.nodes()).into_par_iter().flat_map_iter(from).collect();
        found.par_sort_unstable_by(|one, other| {
            other
                .against
                .total_cmp(&one.against)
                .then(other.along.total_cmp(&one.along))
                .then((one.from, one.to).cmp(&(other.from, other.to)))
        });
        found
    })
}
