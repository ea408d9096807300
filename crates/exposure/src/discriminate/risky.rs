//! Which probabilities are risky.

use super::matrix::{Cell, Matrix};
use crate::Graph;

/// Differences below this are due to rounding.
const ROUNDING: f64 = 1e-12;

/// What is usual for the probabilities of two columns, in both directions.
pub(super) struct Limits {
    usual: [Usual; 2],
    theta: f64,
}

struct Usual {
    mean: f64,
    sigma: f64,
}

/// A cell of the matrix that says too much, and the most it may say in each direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Risky {
    pub(super) lines: [u32; 2],
    /// The records that have the value, and the largest probability of the other; for the directions in which it is risky.
    pub(super) most: [Option<(u64, f64)>; 2],
}

impl Risky {
    /// Whether a number of records in the cell is still too many.
    pub(super) fn is_above(&self, records: f64) -> bool {
        self.most.iter().flatten().any(|&(all, most)| records / all as f64 > most + ROUNDING)
    }
}

impl Limits {
    pub(super) fn new(graph: &Graph, cells: &[Cell], theta: f64) -> Self {
        let usual = [0, 1].map(|side| {
            let probability = |cell: &Cell| {
                let from = if side == 0 { cell.0 } else { cell.1 };
                cell.2 as f64 / graph.nodes()[from as usize].records as f64
            };
            let count = cells.len().max(1) as f64;
            let mean = cells.iter().map(probability).sum::<f64>() / count;
            let squares: f64 = cells.iter().map(|cell| (probability(cell) - mean).powi(2)).sum();
            Usual { mean, sigma: (squares / count).sqrt() }
        });
        Self { usual, theta }
    }

    /// The cells of named values whose probability is above what is usual for the two columns and above how many records have
    /// the value anyway, by more than theta standard deviations.
    pub(super) fn risky(&self, graph: &Graph, matrix: &Matrix) -> Vec<Risky> {
        let total = matrix.total() as f64;
        let mut found = Vec::new();
        let [left, right] = &matrix.sides;
        for (row, cells) in left.cells.iter().enumerate().take(left.named.len()) {
            for &(column, together) in cells.iter().filter(|cell| !right.is_unnamed(cell.0 as usize)) {
                let lines = [row as u32, column];
                let most = [0, 1].map(|side| {
                    let (from, to) = (lines[side] as usize, lines[1 - side] as usize);
                    let all = graph.nodes()[matrix.sides[side].named[from] as usize].records;
                    let anyway = matrix.sides[1 - side].records[to] as f64 / total;
                    let usual = &self.usual[side];
                    let most = usual.mean.max(anyway) + self.theta * usual.sigma;
                    (together as f64 / all as f64 > most + ROUNDING).then_some((all, most))
                });
                if most.iter().any(Option::is_some) {
                    found.push(Risky { lines, most });
                }
            }
        }
        found
    }
}
