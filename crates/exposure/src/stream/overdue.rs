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
/// **Cost**: at most as many rounds as columns, each counts the records on every set.
pub(super) fn suppress(released: &[Combinations], k: u64, width: usize, shown: &mut [u32]) {
    loop {
        let counts: Vec<Combinations> = released.par_iter().map(|set| count(set, width, shown)).collect();
        let round = Round { released, counts: &counts, k };
        let stars: Vec<Option<usize>> = shown
            .par_chunks_exact(width)
            .enumerate()
            .map(|(record, cells)| round.next_star(record, cells))
            .collect();
        if stars.iter().all(Option::is_none) {
            return;
        }
        for (cells, star) in shown.chunks_exact_mut(width).zip(stars) {
            if let Some(column) = star {
                cells[column] = STAR;
            }
        }
    }
}

/// How many of the records show each combination of a set.
fn count(set: &Combinations, width: usize, shown: &[u32]) -> Combinations {
    let mut counts = Combinations::new(set.columns());
    for cells in shown.chunks_exact(width) {
        let entry = counts.of(cells);
        if entry != UNTOLD {
            counts.waiting[entry as usize] += 1;
        }
        counts.of_held.push(entry);
    }
    counts
}

struct Round<'a> {
    released: &'a [Combinations],
    counts: &'a [Combinations],
    k: u64,
}

impl Round<'_> {
    /// The cell that a record must give up next, if any.
    fn next_star(&self, record: usize, cells: &[u32]) -> Option<usize> {
        let shown = |column: usize| cells[column];
        let sets = 0..self.released.len();
        let fails: Vec<bool> = sets
            .map(|set| {
                let entry = self.counts[set].of_held[record];
                entry != UNTOLD
                    && u64::from(self.counts[set].waiting[entry as usize])
                        + self.released[set].released_like(shown)
                        < self.k
            })
            .collect();
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
                Some(entry) => u64::from(self.counts[index].waiting[entry as usize]),
                None => 0,
            };
            let holds = set.released_like(shown).saturating_add(others + 1) >= self.k;
            gain += i64::from(holds && fails[index]) - i64::from(!holds && !fails[index]);
        }
        (gain, touched)
    }
}
