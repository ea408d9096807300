//! Values shown on higher levels, as far as it takes to find company.

use super::Problem;
use super::cells::Cells;
use super::classes::Scratch;
use super::trial::{Change, Trial};
use std::collections::HashMap;

/// The column of a set that loses least when the exposed records are generalized there, each up to the first level on
/// which it shares its combination with enough others: with exposed ones that go to the same level, and with records
/// that show the same already.
pub(super) fn generalize(
    cells: &Cells,
    problem: &Problem<'_>,
    set: &[usize],
    exposed: &[u32],
    scratch: &mut Scratch,
) -> Trial {
    let nothing = Trial { changes: Vec::new(), loss: f64::INFINITY };
    set.iter()
        .fold(nothing, |best, &column| best.better(along(cells, problem, set, column, exposed, scratch)))
}

fn along(
    cells: &Cells,
    problem: &Problem<'_>,
    set: &[usize],
    column: usize,
    exposed: &[u32],
    scratch: &mut Scratch,
) -> Trial {
    let ladder = cells.ladder(column);
    let others: Vec<usize> = set.iter().copied().filter(|&other| other != column).collect();
    let rest = cells.alike(&others, scratch);
    let mut concerned = vec![false; rest.records.len()];
    let (mut pending, helpless): (Vec<u32>, Vec<u32>) =
        exposed.iter().partition(|&&row| cells.can_be_raised(column, row));
    for &row in &pending {
        concerned[rest.class[row as usize] as usize] = true;
    }
    let mut company: HashMap<(u32, u32), u64> = HashMap::new();
    let shown = cells.shown(column);
    for row in 0..cells.rows() as u32 {
        let class = rest.class[row as usize];
        if concerned[class as usize] {
            *company.entry((class, shown[row as usize])).or_default() += cells.records(row);
        }
    }
    for &row in &pending {
        leave(&mut company, (rest.class[row as usize], shown[row as usize]), cells.records(row));
    }
    let mut trial = Trial::default();
    let weight = problem.weight(column);
    trial.loss = helpless.iter().map(|&row| cells.records(row) as f64).sum();
    for level in ladder.lowest + 1..=ladder.highest {
        let key = |row: u32| (rest.class[row as usize], ladder.symbol(level, cells.value(column, row)));
        let mut there: HashMap<(u32, u32), u64> = HashMap::new();
        for &row in pending.iter().filter(|&&row| cells.level(column, row) < level) {
            *there.entry(key(row)).or_default() += cells.records(row);
        }
        let is_last = level == ladder.highest;
        pending.retain(|&row| {
            if cells.level(column, row) >= level {
                return true;
            }
            let key = key(row);
            let records = there[&key] + company.get(&key).copied().unwrap_or(0);
            if records < problem.k && !is_last {
                return true;
            }
            let value = cells.value(column, row);
            let lost = ladder.loss(level, value) - ladder.loss(cells.level(column, row), value);
            let alone = f64::from(u8::from(records < problem.k));
            trial.loss += (weight * lost + alone) * cells.records(row) as f64;
            trial.changes.push((row, column, Change::Level(level)));
            false
        });
    }
    trial
}

fn leave(company: &mut HashMap<(u32, u32), u64>, key: (u32, u32), records: u64) {
    if let Some(count) = company.get_mut(&key) {
        *count -= records;
    }
}
