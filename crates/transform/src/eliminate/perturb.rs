//! Numbers and dates moved to the nearest that enough records share.

use super::Problem;
use super::cells::Cells;
use super::classes::{Scratch, Spread};
use super::trial::{Change, Trial};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The column of a set whose numbers lose least when the exposed records are moved: each to the nearest value that, with
/// what else it shows of the set, at least `k` records have; where there is none, exposed records that agree on the rest
/// are put together in the order of their values, at least `k` at a time, and take the value in their middle.
///
/// The values are ones that the column has, so that nothing becomes possible that was not.
pub(super) fn perturb(
    cells: &Cells,
    problem: &Problem<'_>,
    set: &[usize],
    exposed: &[u32],
    scratch: &mut Scratch,
) -> Trial {
    let nothing = Trial { changes: Vec::new(), loss: f64::INFINITY };
    let numeric = set.iter().copied().filter(|&column| problem.is_ordered(column) && !cells.is_kept(column));
    numeric.fold(nothing, |best, column| {
        best.better(along(cells, problem, (set, problem.k), column, exposed, scratch))
    })
}

/// The same for one column, with as many records as are told to be enough.
pub(super) fn along(
    cells: &Cells,
    problem: &Problem<'_>,
    (set, enough): (&[usize], u64),
    column: usize,
    exposed: &[u32],
    scratch: &mut Scratch,
) -> Trial {
    let others: Vec<usize> = set.iter().copied().filter(|&other| other != column).collect();
    let rest = cells.alike(&others, scratch);
    let scale = problem.scale(column);
    let movable = |row: u32| {
        cells.level(column, row) == cells.ladder(column).lowest
            && scale.number(cells.value(column, row)).is_some()
    };
    // The exposed records by what else they show of the set.
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut group_of = vec![u32::MAX; rest.records.len()];
    let mut trial = Trial::default();
    for &row in exposed {
        if !movable(row) {
            trial.loss += cells.records(row) as f64;
            continue;
        }
        let group = &mut group_of[rest.class[row as usize] as usize];
        if *group == u32::MAX {
            *group = groups.len() as u32;
            groups.push(Vec::new());
        }
        groups[*group as usize].push(row);
    }
    let mut records: HashMap<u64, u64, BuildHasherDefault<Spread>> = HashMap::default();
    for (row, &class) in (0..).zip(&rest.class) {
        let group = group_of[class as usize];
        if group != u32::MAX && movable(row) {
            let key = u64::from(group) << 32 | u64::from(cells.value(column, row));
            *records.entry(key).or_default() += cells.records(row);
        }
    }
    let mut common_of: Vec<Vec<u32>> = vec![Vec::new(); groups.len()];
    for (key, _) in records.into_iter().filter(|(_, records)| *records >= enough) {
        common_of[(key >> 32) as usize].push(key as u32);
    }
    for (mut rows, mut common) in groups.into_iter().zip(common_of) {
        common.sort_unstable();
        if common.is_empty() {
            rows.sort_unstable_by_key(|&row| (cells.value(column, row), row));
            together(cells, problem, enough, column, &rows, &mut trial);
            continue;
        }
        for row in rows {
            let value = cells.value(column, row);
            let to = scale.nearest(value, &common);
            trial.loss += problem.weight(column) * scale.distance(value, to) * cells.records(row) as f64;
            trial.changes.push((row, column, Change::Value(to)));
        }
    }
    trial
}

/// Records in the order of their values, put together until there are enough, each group under its middle value.
fn together(
    cells: &Cells,
    problem: &Problem<'_>,
    enough: u64,
    column: usize,
    rows: &[u32],
    trial: &mut Trial,
) {
    let total: u64 = rows.iter().map(|&row| cells.records(row)).sum();
    if total < enough {
        trial.loss += total as f64;
        return;
    }
    let (mut start, mut records, mut before) = (0, 0, 0);
    for at in 0..rows.len() {
        records += cells.records(rows[at]);
        // The last ones join the group before them when they are too few for one of their own.
        if records >= enough && total - before - records >= enough || at + 1 == rows.len() {
            let group = &rows[start..=at];
            let middle = cells.value(column, group[group.len() / 2]);
            for &row in group {
                let moved = problem.scale(column).distance(cells.value(column, row), middle);
                trial.loss += problem.weight(column) * moved * cells.records(row) as f64;
                trial.changes.push((row, column, Change::Value(middle)));
            }
            before += records;
            (start, records) = (at + 1, 0);
        }
    }
}
