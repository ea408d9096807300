//! A number of cells that nobody can do without.

use super::cells::Cells;
use super::hitting::hit;
use super::suppress::exposed_by;
use super::{Problem, find};
use crate::Result;
use lethe_data::Context;
use rayon::prelude::*;

/// Beyond so many pairs of a record and a set the bound takes the sets that come first.
const PAIRS: usize = 16 << 20;
/// Sets whose rows are counted at once.
const SETS_AT_ONCE: usize = 256;

/// The least cost of stars that any solution must have.
///
/// A combination without stars never gains records, because nobody's value becomes another one. So each record that one
/// exposes must lose one of its cells, and the cheapest cells that hit all such combinations of a record are a bound for
/// it. Records do not share cells, so their bounds add up.
pub(super) fn least_cost(mut cells: Cells, problem: &Problem<'_>, context: &Context) -> Result<f64> {
    let sets = find::exposing(&cells, problem, problem.top(), context)?;
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (batch, chunk) in sets.chunks(SETS_AT_ONCE).enumerate() {
        for (set, rows) in exposed_by(&mut cells, problem.k, chunk, None, context).into_iter().enumerate() {
            pairs.extend(rows.into_iter().map(|row| (row, (batch * SETS_AT_ONCE + set) as u32)));
        }
        if pairs.len() > PAIRS {
            break;
        }
    }
    let bounds: Vec<f64> = context.install(|| {
        pairs.par_sort_unstable();
        let records: Vec<&[(u32, u32)]> = pairs.chunk_by(|left, right| left.0 == right.0).collect();
        let bound = |record: &&[(u32, u32)]| {
            let row = record[0].0;
            let open = |set: u32| -> Vec<usize> {
                let set = &sets[set as usize];
                // A combination with a star of the original gains records when others get one.
                if set.iter().any(|&column| cells.shows_star(column, row)) {
                    return Vec::new();
                }
                set.iter().copied().filter(|&column| cells.can_be_starred(column, row)).collect()
            };
            let open: Vec<Vec<usize>> = record
                .iter()
                .take(MOST_SETS)
                .map(|&(_, set)| open(set))
                .filter(|set| !set.is_empty())
                .collect();
            hit(&open, |column| problem.weight(column)).at_least
        };
        records.par_iter().map(bound).collect()
    });
    // Added up in row order, whatever the number of threads.
    Ok(bounds.into_iter().sum())
}

/// Sets looked at for a record; fewer give a smaller bound, which is one still.
const MOST_SETS: usize = 64;
