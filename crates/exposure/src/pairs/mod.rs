//! How many people have both of two values, for every two columns.

use crate::{Nodes, Result};
use lethe_data::{Context, Table};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Two values that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The code in the left column.
    pub left: u32,
    /// The code in the right column.
    pub right: u32,
    /// The people who have both.
    pub people: u64,
}

/// All that occur of two columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairCounts {
    /// The place of the left column, which is before the right.
    pub left: usize,
    /// The place of the right column.
    pub right: usize,
    /// By code, left first.
    pub pairs: Vec<Pair>,
}

/// Counts the value pairs of every two columns and hands them out, in no order, from several threads.
///
/// **Errors**: the run is cancelled, or what `each` says.
pub fn for_each(
    table: &Table,
    nodes: &Nodes,
    context: &Context,
    each: impl Fn(PairCounts) -> Result<()> + Sync,
) -> Result<()> {
    let width = nodes.columns().len();
    let all: Vec<(usize, usize)> =
        (0..width).flat_map(|left| (left + 1..width).map(move |right| (left, right))).collect();
    let task = context.task("counting value pairs", Some(all.len() as u64));
    context.install(|| {
        all.into_par_iter().try_for_each(|(left, right)| {
            context.check_cancelled()?;
            each(count(table, nodes, left, right))?;
            task.advance(1);
            Ok(())
        })
    })
}

fn count(table: &Table, nodes: &Nodes, left: usize, right: usize) -> PairCounts {
    let (one, two) = (table.column(nodes.columns()[left]), table.column(nodes.columns()[right]));
    let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for (row, codes) in one.codes().widened().zip(two.codes().widened()).enumerate() {
        let is_null = Some(codes.0) == one.null_code() || Some(codes.1) == two.null_code();
        if !is_null {
            *counts.entry(codes).or_default() += table.weights().map_or(1, |weights| weights[row]);
        }
    }
    let pairs = counts.into_iter().map(|((left, right), people)| Pair { left, right, people });
    PairCounts { left, right, pairs: pairs.filter(|pair| pair.people > 0).collect() }
}
