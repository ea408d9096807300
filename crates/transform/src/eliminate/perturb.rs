//! Numbers and dates moved to the nearest that enough people share.

use super::Problem;
use super::cells::Cells;
use super::classes::Scratch;
use super::trial::{Change, Trial};
use std::collections::HashMap;

/// The column of a set whose numbers lose least when the exposed records are moved: each to the nearest value that, with
/// what else it shows of the set, at least `k` people have; where there is none, exposed records that agree on the rest
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
    numeric.fold(nothing, |best, column| best.better(along(cells, problem, set, column, exposed, scratch)))
}

pub(super) fn along(
    cells: &Cells,
    problem: &Problem<'_>,
    set: &[usize],
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
    let mut groups: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut trial = Trial::default();
    for &row in exposed {
        if movable(row) {
            groups.entry(rest.class[row as usize]).or_default().push(row);
        } else {
            trial.loss += cells.people(row) as f64;
        }
    }
    let mut people: HashMap<u32, HashMap<u32, u64>> =
        groups.keys().map(|&class| (class, HashMap::new())).collect();
    for row in 0..cells.rows() as u32 {
        if let Some(people) = people.get_mut(&rest.class[row as usize])
            && movable(row)
        {
            *people.entry(cells.value(column, row)).or_default() += cells.people(row);
        }
    }
    let mut groups: Vec<(u32, Vec<u32>)> = groups.into_iter().collect();
    groups.sort_unstable();
    for (class, mut rows) in groups {
        let mut enough: Vec<u32> = people[&class]
            .iter()
            .filter(|(_, people)| **people >= problem.k)
            .map(|(&value, _)| value)
            .collect();
        enough.sort_unstable();
        if enough.is_empty() {
            rows.sort_unstable_by_key(|&row| (cells.value(column, row), row));
            together(cells, problem, column, &rows, &mut trial);
            continue;
        }
        for row in rows {
            let value = cells.value(column, row);
            let to = scale.nearest(value, &enough);
            trial.loss += problem.weight(column) * scale.distance(value, to) * cells.people(row) as f64;
            trial.changes.push((row, column, Change::Value(to)));
        }
    }
    trial
}

/// Records in the order of their values, put together until there are enough, each group under its middle value.
fn together(cells: &Cells, problem: &Problem<'_>, column: usize, rows: &[u32], trial: &mut Trial) {
    let total: u64 = rows.iter().map(|&row| cells.people(row)).sum();
    if total < problem.k {
        trial.loss += total as f64;
        return;
    }
    let (mut start, mut people, mut before) = (0, 0, 0);
    for at in 0..rows.len() {
        people += cells.people(rows[at]);
        // The last ones join the group before them when they are too few for one of their own.
        if people >= problem.k && total - before - people >= problem.k || at + 1 == rows.len() {
            let group = &rows[start..=at];
            let middle = cells.value(column, group[group.len() / 2]);
            for &row in group {
                let moved = problem.scale(column).distance(cells.value(column, row), middle);
                trial.loss += problem.weight(column) * moved * cells.people(row) as f64;
                trial.changes.push((row, column, Change::Value(middle)));
            }
            before += people;
            (start, people) = (at + 1, 0);
        }
    }
}
