//! Suppressed cells for records that were held too long.
//!
//! A suppressed cell is a value like any other: a combination that holds one needs k carriers with the same cells suppressed.
//! Records are treated in rounds, all at once, so that those that fail alike get the same cells suppressed and may carry
//! each other's combinations.

use super::combinations::Combinations;
use super::{HIDDEN, STAR, peel, set_apart};
use rayon::prelude::*;

/// Suppresses cells of records, `width` each, and says which of the records can be shown so: on every set each of these has
/// `k` carriers among them and the released records.
///
/// Records whose cells are all suppressed are counted apart, so that they carry nothing for others: where they are fewer than
/// `k`, they are not shown, and nobody lacks them.
///
/// **Guarantee**: ends, because each round suppresses a cell, and rounds are limited. Cells of columns in sets that never failed keep their values
/// unless the whole record gives up. Few suppressed cells, not the fewest.
///
/// **Cost**: at most 4 rounds a column and 16 more. Each looks at every record; only sets with a cell that changed are counted again.
pub(super) fn suppress(released: &[Combinations], k: u64, width: usize, shown: &mut [u32]) -> Vec<bool> {
    let mut counts: Vec<Combinations> =
        released.par_iter().map(|set| count(set, shown.chunks_exact(width))).collect();
    for _ in 0..4 * width + 16 {
        let changes = Round { released, counts: &counts, k }.changes(shown, width);
        if changes.is_empty() {
            break;
        }
        for &(record, column) in &changes {
            let cells = &mut shown[record * width..(record + 1) * width];
            match column {
                Some(column) => cells[column] = STAR,
                None => cells.fill(STAR),
            }
            set_apart(cells);
        }
        let recount = |(set, counts): (&Combinations, &mut Combinations)| {
            for &(record, column) in &changes {
                let cells = &shown[record * width..(record + 1) * width];
                let is_touched = |column| set.columns().binary_search(&column).is_ok();
                if cells[0] == HIDDEN || column.is_none_or(is_touched) {
                    let before = counts.of_held[record] as usize;
                    counts.waiting[before] -= 1;
                    counts.of_held[record] = join(set, counts, cells);
                }
            }
        };
        released.par_iter().zip(&mut counts).for_each(recount);
    }
    // Rounds may have ended before all were treated; those that would still lack carriers give up.
    let lacking = peel::peel(&mut counts, k, shown.len() / width);
    for (cells, _) in shown.chunks_exact_mut(width).zip(&lacking).filter(|(_, lacks)| **lacks) {
        cells.fill(HIDDEN);
    }
    let is_hidden = |cells: &[u32]| cells[0] == HIDDEN;
    let hidden = shown.chunks_exact(width).filter(|cells| is_hidden(cells)).count() as u64;
    let others = released.first().map_or(0, |set| set.released_like(|_| HIDDEN));
    let are_enough = hidden + others >= k;
    shown.chunks_exact(width).map(|cells| are_enough || !is_hidden(cells)).collect()
}

/// How many of the records show each combination of a set, beside how many released ones do.
fn count<'a>(set: &Combinations, records: impl Iterator<Item = &'a [u32]>) -> Combinations {
    let mut counts = Combinations::new(set.columns());
    for cells in records {
        let entry = join(set, &mut counts, cells);
        counts.of_held.push(entry);
    }
    counts
}

/// Counts a record with those that show the same on a set.
fn join(set: &Combinations, counts: &mut Combinations, cells: &[u32]) -> u32 {
    let known = counts.len();
    let entry = counts.of(cells);
    if counts.len() > known {
        counts.released[known] = set.released_like(|column| cells[column]);
    }
    counts.waiting[entry as usize] += 1;
    entry
}

struct Round<'a> {
    released: &'a [Combinations],
    counts: &'a [Combinations],
    k: u64,
}

impl Round<'_> {
    /// The records that fail, each with the column whose cell is suppressed next. Where no such column is left to any of
    /// them, all their cells are.
    fn changes(&self, shown: &[u32], width: usize) -> Vec<(usize, Option<usize>)> {
        let mut changes: Vec<(usize, Option<usize>)> = shown
            .par_chunks_exact(width)
            .enumerate()
            .filter(|(_, cells)| cells[0] != HIDDEN)
            .filter_map(|(record, cells)| Some((record, self.next_column(record, cells)?)))
            .collect();
        // Whoever fails on suppressed cells alone may still be joined by others.
        if changes.iter().any(|(_, column)| column.is_some()) {
            changes.retain(|(_, column)| column.is_some());
        }
        changes
    }

    /// The column whose cell a record must give up next, `Some(None)` when its failing sets have none to give; `None` when
    /// it does not fail.
    #[expect(clippy::option_option, reason = "whether a record fails, and what helps it, are two questions")]
    fn next_column(&self, record: usize, cells: &[u32]) -> Option<Option<usize>> {
        let fails = |counts: &Combinations| counts.carriers(counts.of_held[record]) < self.k;
        if !self.counts.iter().any(fails) {
            return None;
        }
        let fails: Vec<bool> = self.counts.iter().map(fails).collect();
        let failing = fails.iter().zip(self.released).filter(|(fails, _)| **fails);
        let mut columns: Vec<usize> = failing.flat_map(|(_, set)| set.columns()).copied().collect();
        columns.sort_unstable();
        columns.dedup();
        columns.retain(|&column| cells[column] != STAR);
        // The first of the best: ties go to the column that comes first.
        Some(columns.into_iter().rev().max_by_key(|&column| self.worth(&fails, cells, column)))
    }

    /// How much suppressing a column's cell helps: sets that hold then and did not, less those that did and do not; then the
    /// failing sets it touches.
    fn worth(&self, fails: &[bool], cells: &[u32], next: usize) -> (i64, usize) {
        let is_last = cells.iter().enumerate().all(|(column, &code)| column == next || code == STAR);
        let shown = |column: usize| match column {
            _ if is_last => HIDDEN,
            column if column == next => STAR,
            column => cells[column],
        };
        let (mut gain, mut touched) = (0, 0);
        for (index, set) in self.released.iter().enumerate() {
            if !is_last && set.columns().binary_search(&next).is_err() {
                continue;
            }
            touched += usize::from(fails[index]);
            let others = match self.counts[index].find(shown) {
                Some(entry) => self.counts[index].carriers(entry),
                None => set.released_like(shown),
            };
            let holds = others.saturating_add(1) >= self.k;
            gain += i64::from(holds && fails[index]) - i64::from(!holds && !fails[index]);
        }
        (gain, touched)
    }
}
