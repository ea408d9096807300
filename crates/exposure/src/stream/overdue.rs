//! Stars for records that were held too long.
//!
//! A star is a value like any other: a combination that holds one needs k carriers with the same stars. Only a set whose
//! columns are all stars tells nothing and needs none. Records are treated in rounds, all at once, so that those that fail
//! alike get the same stars and may carry each other's combinations.

use super::STAR;
use super::combinations::{Combinations, UNTOLD};
use rayon::prelude::*;

/// Puts stars into the cells of records, `width` each, until on every set each record has `k` carriers among the released
/// records and these, or shows stars alone.
///
/// **Guarantee**: ends with that, because each round in which a record fails gives it a star more, and a set of stars alone
/// never fails. Cells of columns in sets that never failed keep their values. Few stars, not the fewest.
///
/// **Cost**: at most as many rounds as columns. Each looks at every record; only sets that got a star are counted again.
pub(super) fn suppress(released: &[Combinations], k: u64, width: usize, shown: &mut [u32]) {
    let mut counts: Vec<Combinations> =
        released.par_iter().map(|set| count(set, shown.chunks_exact(width))).collect();
    loop {
        let round = Round { released, counts: &counts, k };
        let stars: Vec<(usize, usize)> = shown
            .par_chunks_exact(width)
            .enumerate()
            .filter_map(|(record, cells)| Some((record, round.next_star(record, cells)?)))
            .collect();
        if stars.is_empty() {
            return;
        }
        for &(record, column) in &stars {
            shown[record * width + column] = STAR;
        }
        let recount = |(set, counts): (&Combinations, &mut Combinations)| {
            for &(record, column) in &stars {
                if set.columns().binary_search(&column).is_ok() {
                    // The column showed a value until now, so the set was not stars alone and the record was counted.
                    let before = counts.of_held[record] as usize;
                    counts.waiting[before] -= 1;
                    counts.of_held[record] = join(set, counts, &shown[record * width..][..width]);
                }
            }
        };
        released.par_iter().zip(&mut counts).for_each(recount);
    }
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
    if entry != UNTOLD {
        if counts.len() > known {
            counts.released[known] = set.released_like(|column| cells[column]);
        }
        counts.waiting[entry as usize] += 1;
    }
    entry
}

struct Round<'a> {
    released: &'a [Combinations],
    counts: &'a [Combinations],
    k: u64,
}

impl Round<'_> {
    /// The cell that a record must give up next, if any.
    fn next_star(&self, record: usize, cells: &[u32]) -> Option<usize> {
        let fails = |counts: &Combinations| {
            let entry = counts.of_held[record];
            entry != UNTOLD && counts.carriers(entry) < self.k
        };
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
        columns.into_iter().rev().max_by_key(|&column| self.worth(&fails, cells, column))
    }

    /// How much a star in a column helps: sets that hold then and did not, less those that did and do not; then the failing
    /// sets it touches.
    fn worth(&self, fails: &[bool], cells: &[u32], star: usize) -> (i64, usize) {
        let shown = |column: usize| if column == star { STAR } else { cells[column] };
        let (mut gain, mut touched) = (0, 0);
        for (index, set) in self.released.iter().enumerate() {
            if set.columns().binary_search(&star).is_err() {
                continue;
            }
            touched += usize::from(fails[index]);
            let others = match self.counts[index].find(shown) {
                Some(UNTOLD) => self.k,
                Some(entry) => self.counts[index].carriers(entry),
                None => set.released_like(shown),
            };
            let holds = others.saturating_add(1) >= self.k;
            gain += i64::from(holds && fails[index]) - i64::from(!holds && !fails[index]);
        }
        (gain, touched)
    }
}
