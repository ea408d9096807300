//! A release whose columns are on one level each, told from its labels.
//!
//! Measures ask what suppressed records would have shown. Where each column is on one level, the original says it: on
//! these levels it has all records, and those that the release does not publish are the suppressed ones. It does not
//! matter whether rows stand where they stood, or whether suppressed ones are still there.

use super::measured::Measured;
use super::rows::Rows;
use crate::Result;
use lethe_data::{Context, Table, group};
use lethe_models::quality::{Cell, CellTally};
use std::collections::HashMap;

/// So many combinations of levels are tried. There are several only where a label is on several levels.
const MOST_TRIED: usize = 64;

/// The nodes of a class, one a column, and its records.
type Counted = HashMap<Vec<u32>, u64>;

/// What measures look at, or `None` where some column is not on one level, or shows other values than the original.
///
/// Of several combinations of levels the lowest counts on which every class is published as a whole, or else the lowest.
///
/// **Cost**: a grouping of the original for each combination that is tried.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub(super) fn tally(
    original: &Table,
    quasi: &[usize],
    columns: &[Measured<'_>],
    rows: &Rows<'_>,
    context: &Context,
) -> Result<Option<CellTally>> {
    let kept: Vec<(u32, u64)> = rows.kept().collect();
    let possible: Vec<Vec<Level>> = columns.iter().map(|column| column.levels(&kept)).collect();
    if kept.is_empty() || possible.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    let mut found: Option<CellTally> = None;
    for tried in combinations(&possible).take(MOST_TRIED) {
        let all = classes_on(original, quasi, columns, &tried, context)?;
        let Some((tally, is_whole)) = counted(all, &tried, &kept, rows) else { continue };
        if is_whole {
            return Ok(Some(tally));
        }
        found.get_or_insert(tally);
    }
    Ok(found)
}

/// A level on which a column may be.
pub(super) struct Level {
    pub(super) level: usize,
    /// The node of each class that is published, in their order.
    pub(super) nodes: Vec<u32>,
}

/// Every choice of a level a column, the first column's levels changing last.
fn combinations(possible: &[Vec<Level>]) -> impl Iterator<Item = Vec<&Level>> {
    let all: usize = possible.iter().map(Vec::len).fold(1, usize::saturating_mul);
    (0..all).map(move |mut number| {
        let mut chosen: Vec<&Level> = Vec::with_capacity(possible.len());
        for levels in possible.iter().rev() {
            chosen.push(&levels[number % levels.len()]);
            number /= levels.len();
        }
        chosen.reverse();
        chosen
    })
}

/// The records of the original on each combination of nodes.
fn classes_on(
    original: &Table,
    quasi: &[usize],
    columns: &[Measured<'_>],
    levels: &[&Level],
    context: &Context,
) -> Result<Counted> {
    let nodes: Vec<(Vec<u32>, usize)> = (quasi.iter().zip(columns).zip(levels))
        .map(|((&at, column), level)| {
            let bound = &column.domain.hierarchy;
            let node = bound.codes(level.level);
            let codes = original.column(at).codes().widened();
            (codes.map(|code| node[code as usize]).collect(), bound.domain(level.level))
        })
        .collect();
    let lists: Vec<(&[u32], usize)> = nodes.iter().map(|(list, end)| (list.as_slice(), *end)).collect();
    let classes = group::classes_of_numbers(&lists, original.rows(), original.weights(), context)?;
    let mut memory = context.memory().reserve("the classes of the original");
    memory.try_grow(classes.len() * (4 * levels.len() + 64))?;
    let of_row = |&row: &u32| nodes.iter().map(|(list, _)| list[row as usize]).collect();
    Ok(classes.first_rows().iter().map(of_row).zip(classes.counts().iter().copied()).collect())
}

/// The release on these levels, and whether every class is published as a whole; `None` where it shows records that the
/// original does not have.
fn counted(
    mut left: Counted,
    levels: &[&Level],
    kept: &[(u32, u64)],
    rows: &Rows<'_>,
) -> Option<(CellTally, bool)> {
    let cells = |nodes: &[u32]| -> Vec<Cell> {
        levels.iter().zip(nodes).map(|(level, &node)| Cell { level: level.level, node }).collect()
    };
    let mut tally = CellTally::new(levels.len());
    let mut is_whole = true;
    for (class, &(_, records)) in kept.iter().enumerate() {
        let nodes: Vec<u32> = levels.iter().map(|level| level.nodes[class]).collect();
        let all = left.get_mut(&nodes)?;
        *all = all.checked_sub(records)?;
        is_whole &= *all == 0;
        tally.add(&cells(&nodes), records);
        tally.add_class(records);
    }
    if left.values().sum::<u64>() != rows.suppressed() {
        return None;
    }
    for (nodes, records) in left {
        tally.add_suppressed(&cells(&nodes), records);
        tally.add_suppressed_class(records);
    }
    Some((tally, is_whole))
}
