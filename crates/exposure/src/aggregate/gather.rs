//! The sums over members, and how far the means are from what they stand for.

use super::AggregatedGraph;
use super::aggregated::Beside;
use crate::Graph;
use rayon::prelude::*;

/// More than three roundings of numbers up to 1 can add up to.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// What is beside an aggregate.
pub(super) struct Row {
    pub(super) beside: Beside,
    pub(super) within: u128,
    /// The largest difference of a probability, when there is one.
    pub(super) error: Option<f64>,
}

/// The sums between an aggregate and another, as they are added up.
#[derive(Clone, Copy)]
struct Cell {
    other: u32,
    together: u128,
    pairs: u128,
    possible: u128,
}

/// Adds up every row, each by one thread.
pub(super) fn rows(graph: &Graph, aggregated: &AggregatedGraph) -> Vec<Row> {
    let count = aggregated.nodes();
    (0..count)
        .into_par_iter()
        .map_init(|| vec![u32::MAX; count], |slots, at| row(graph, aggregated, at, slots))
        .collect()
}

/// `slots` is all `u32::MAX` before and after.
fn row(graph: &Graph, aggregated: &AggregatedGraph, from: usize, slots: &mut [u32]) -> Row {
    let mut cells: Vec<Cell> = Vec::new();
    let edges = || {
        aggregated.members(from).iter().flat_map(|&member| {
            let records = graph.nodes()[member as usize].records;
            graph
                .beside(member as usize)
                .map(move |(other, together)| (records, aggregated.of[other], together))
        })
    };
    for (_, other, together) in edges() {
        let slot = &mut slots[other as usize];
        if *slot == u32::MAX {
            *slot = cells.len() as u32;
            cells.push(Cell {
                other,
                together: 0,
                pairs: 0,
                possible: aggregated.possible(from, other as usize),
            });
        }
        let cell = &mut cells[*slot as usize];
        cell.together += u128::from(together);
        cell.pairs += 1;
    }
    let mut error: Option<f64> = None;
    let mut note = |difference: f64| {
        error = Some(error.unwrap_or(0.0).max((difference + ROUNDING).min(1.0)));
    };
    for (records, other, together) in edges() {
        let cell = cells[slots[other as usize] as usize];
        let is_same = u128::from(together)
            .checked_mul(cell.possible)
            .is_some_and(|here| cell.together.checked_mul(records.into()) == Some(here));
        if !is_same {
            note((together as f64 / records as f64 - cell.together as f64 / cell.possible as f64).abs());
        }
    }
    for cell in &cells {
        slots[cell.other as usize] = u32::MAX;
        // Values that nobody has together, while others of their aggregates are.
        if cell.pairs < aggregated.comparable(from, cell.other as usize) {
            note(cell.together as f64 / cell.possible as f64);
        }
    }
    let within = cells.iter().find(|cell| cell.other as usize == from).map_or(0, |cell| cell.together);
    cells.sort_unstable_by_key(|cell| cell.other);
    cells.retain(|cell| cell.other as usize != from);
    let beside = Beside {
        others: cells.iter().map(|cell| cell.other).collect(),
        together: cells.iter().map(|cell| cell.together).collect(),
    };
    Row { beside, within, error }
}
