//! Cells that show values which are not those of their records.

use super::{ColumnChanges, Elimination};
use crate::anonymize::plan::Plan;
use lethe_data::Table;
use lethe_transform::eliminate::Eliminated;
use lethe_transform::{Recoding, SUPPRESSED};

/// Counts the cells that show another value than the table had before noise was put on it.
pub(super) fn count(elimination: &mut Elimination, plan: &Plan<'_>, original: &Table, done: &Eliminated) {
    for (at, &position) in plan.roles.quasi.iter().enumerate() {
        let (before, now) = (original.column(position), plan.table.column(position));
        let lowest = plan.levels_of(at).0;
        let rows = (0..before.len()).filter(|&row| entry(&done.recoding, row, at) == Some(lowest));
        let falsified = rows.filter(|&row| before.text(row) != now.text(row)).count() as u64;
        changes_of(elimination, plan.quasi_name(at)).falsified = falsified;
    }
    add_up(elimination, plan);
}

/// Counts cells that show the center of a range, and not the range: falsified where it is another number than theirs.
pub(super) fn count_centers(
    elimination: &mut Elimination,
    plan: &Plan<'_>,
    done: &Eliminated,
    centered: &Recoding,
) {
    for (at, spans) in centered.spans.iter().enumerate().filter(|(_, spans)| !spans.is_empty()) {
        let bound = &plan.hierarchies[at];
        let column = plan.table.column(plan.roles.quasi[at]);
        let (mut no_ranges, mut falsified) = (0, 0);
        for row in 0..column.len() {
            let span =
                entry(centered, row, at).and_then(|entry| spans.get(entry.checked_sub(bound.height())?));
            let (Some(span), Some(level)) = (span, entry(&done.recoding, row, at)) else { continue };
            let value = column.text(row);
            let range = bound.label(level, bound.codes(level)[column.codes().get(row) as usize]);
            no_ranges += u64::from(range != value);
            falsified += u64::from(Some(span.label.as_str()) != value);
        }
        let changes = changes_of(elimination, plan.quasi_name(at));
        changes.generalized = changes.generalized.saturating_sub(no_ranges);
        changes.falsified += falsified;
    }
    add_up(elimination, plan);
}

/// What the recoding has for a cell: a level, or a span after all levels.
fn entry(recoding: &Recoding, row: usize, at: usize) -> Option<usize> {
    match recoding.round_of_row[row] {
        SUPPRESSED => None,
        round => Some(recoding.rounds[round as usize][at]),
    }
}

/// The changes of a column, which are none at first.
fn changes_of<'a>(elimination: &'a mut Elimination, name: &str) -> &'a mut ColumnChanges {
    let columns = &mut elimination.columns;
    let at = columns.iter().position(|changes| changes.column == name).unwrap_or_else(|| {
        columns.push(ColumnChanges { column: name.to_owned(), suppressed: 0, generalized: 0, falsified: 0 });
        columns.len() - 1
    });
    &mut columns[at]
}

/// The sums over all columns; those without a change are not reported.
fn add_up(elimination: &mut Elimination, plan: &Plan<'_>) {
    let altered = |changes: &ColumnChanges| changes.suppressed + changes.generalized + changes.falsified;
    elimination.columns.retain(|changes| altered(changes) > 0);
    let sum = |of: fn(&ColumnChanges) -> u64| elimination.columns.iter().map(of).sum();
    let (generalized, falsified) = (sum(|changes| changes.generalized), sum(|changes| changes.falsified));
    let altered_cells = elimination.columns.iter().map(altered).sum();
    let cells = plan.table.rows() as u64 * plan.roles.quasi.len() as u64;
    (elimination.generalized_cells, elimination.falsified_cells) = (generalized, falsified);
    elimination.altered_cells = altered_cells;
    elimination.altered_share = altered_cells as f64 / cells.max(1) as f64;
    elimination.truthful = falsified == 0;
}
