//! How many records have both of two values, for every two columns.
//!
//! Two columns with few possible pairs are counted in a table with a counter for each, several partners of a column in one
//! reading of it. Others are counted with the rows in the order of the column that has more values: then counters
//! for the other one suffice, and values that one person has need none.
//!
//! # Where is what?
//!
//! `exposure/src/pairs`: `plan.rs` decides for every two columns whether there is a counter for each possible pair
//! (`dense.rs`) or rows are taken in the order of the column with more values (`grouped.rs`). `measures.rs` adds up
//! what values and records give away in the same go, as integers, so that the order does not matter; `cycles.rs` holds
//! column pairs against comparable ones (Definition 9), `records.rs` records, `rules.rs` says what is certain,
//! `sets.rs` measures column sets and grows them. In the façade `exposure/files.rs` writes edges and records,
//! `levels.rs` aggregates and times, `sets.rs` measures column sets, `release/` writes what may be shown and attacks
//! the file before it appears (`check.rs`). See `docs/src/methods/exposure.md`.

mod dense;
mod grouped;
mod plan;
mod source;

pub(crate) use dense::count as count_dense;
pub(crate) use grouped::{Counters, Groups};
pub(crate) use plan::{Unit, Way, units};
pub(crate) use source::{BLOCK, Source};

use crate::held::Held;
use crate::{Nodes, Result};
use lethe_data::{Code, Context, Table, with_codes};
use rayon::prelude::*;

/// Two values that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The code in the left column.
    pub left: u32,
    /// The code in the right column.
    pub right: u32,
    /// The records that have both.
    pub records: u64,
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
    let source = Source::new(table, nodes);
    let (units, _held) = planned(&source, context)?;
    let task = context.task("counting value pairs", Some(count_pairs(source.width())));
    context.install(|| {
        units.into_par_iter().try_for_each(|unit| {
            context.check_cancelled()?;
            task.advance(unit.with.len() as u64);
            match unit.way {
                Way::Dense => dense_pairs(&source, &unit, &each),
                Way::Grouped => grouped_pairs(&source, &unit, &each),
            }
        })
    })
}

/// The same in the order of the columns, left first, from this thread; what was counted ahead of its turn is kept until then.
///
/// **Cost**: memory for the pairs of one column with all that follow it.
/// **Errors**: the run is cancelled, or what `each` says.
pub fn for_each_in_order(
    table: &Table,
    nodes: &Nodes,
    context: &Context,
    mut each: impl FnMut(PairCounts) -> Result<()>,
) -> Result<()> {
    let source = Source::new(table, nodes);
    let task = context.task("counting value pairs", Some(count_pairs(source.width())));
    let most = Source::bytes_for_counters(context);
    for left in 0..source.width() {
        let count = |right: usize| -> Result<PairCounts> {
            context.check_cancelled()?;
            let domains = [source.domain(left), source.domain(right)];
            let kept = std::sync::Mutex::new(None);
            let keep = |pairs| {
                *kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(pairs);
                Ok(())
            };
            let is_dense = units(&domains, most).iter().all(|unit| unit.way == Way::Dense);
            let (by, with, way) = match is_dense {
                true => (left, right, Way::Dense),
                false if domains[0] > domains[1] => (left, right, Way::Grouped),
                false => (right, left, Way::Grouped),
            };
            let unit = Unit { by, with: vec![with], way };
            match way {
                Way::Dense => dense_pairs(&source, &unit, &keep)?,
                Way::Grouped => grouped_pairs(&source, &unit, &keep)?,
            }
            let kept = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
            Ok(kept.unwrap_or(PairCounts { left, right, pairs: Vec::new() }))
        };
        let counted: Result<Vec<PairCounts>> =
            context.install(|| (left + 1..source.width()).into_par_iter().map(count).collect());
        for pairs in counted? {
            task.advance(1);
            each(pairs)?;
        }
    }
    Ok(())
}

/// What is to be counted, with the memory it takes.
///
/// **Errors**: the memory budget is too small for so many columns.
pub(crate) fn planned(source: &Source<'_>, context: &Context) -> Result<(Vec<Unit>, Held)> {
    // Most units have several partners, so that a unit's own size hardly counts.
    let bytes = (count_pairs(source.width()) as usize).saturating_mul(2 * size_of::<usize>());
    let held = Held::take("the plan of column pairs", bytes, context)?;
    let domains: Vec<usize> = (0..source.width()).map(|place| source.domain(place)).collect();
    Ok((units(&domains, Source::bytes_for_counters(context)), held))
}

pub(crate) fn count_pairs(columns: usize) -> u64 {
    (columns * columns.saturating_sub(1) / 2) as u64
}

fn dense_pairs(
    source: &Source<'_>,
    unit: &Unit,
    each: &(impl Fn(PairCounts) -> Result<()> + Sync),
) -> Result<()> {
    for (&other, counts) in unit.with.iter().zip(count_dense(source, unit.by, &unit.with)) {
        let mut pairs = Vec::new();
        let rows = counts.chunks_exact(source.domain(other).max(1)).take(source.values(unit.by));
        for (left, counts) in (0..).zip(rows) {
            let counts = (0..).zip(&counts[..source.values(other)]).filter(|(_, records)| **records > 0);
            pairs.extend(counts.map(|(right, &records)| Pair { left, right, records }));
        }
        each(PairCounts { left: unit.by, right: other, pairs })?;
    }
    Ok(())
}

fn grouped_pairs(
    source: &Source<'_>,
    unit: &Unit,
    each: &(impl Fn(PairCounts) -> Result<()> + Sync),
) -> Result<()> {
    let groups = Groups::of(source, unit.by);
    for &other in &unit.with {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut counters = Counters::new(source.values(other));
        let is_left = unit.by < other;
        let pair = |own: u32, other: u32, records: u64| {
            if is_left {
                Pair { left: own, right: other, records }
            } else {
                Pair { left: other, right: own, records }
            }
        };
        with_codes!(source.column(other).codes(), codes => {
            for (bounds, &own) in groups.starts.windows(2).zip(&groups.codes) {
                let rows = &groups.rows[bounds[0] as usize..bounds[1] as usize];
                counters.count(rows.iter().map(|&row| (codes[row as usize].widen(), source.weight(row as usize))));
                pairs.extend(counters.seen().iter().map(|&code| pair(own, code, counters.records(code))));
            }
            for &row in &groups.alone {
                let (code, records) = (codes[row as usize].widen(), source.weight(row as usize));
                if (code as usize) < source.values(other) && records > 0 {
                    pairs.push(pair(source.column(unit.by).codes().get(row as usize), code, records));
                }
            }
        });
        pairs.sort_unstable();
        each(PairCounts { left: unit.by.min(other), right: unit.by.max(other), pairs })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
