//! Compartments that form a ring, looked at three columns at a time.

use super::file::File;
use super::triangle::{Margin, Triangle};
use super::vocabulary::Vocabulary;
use super::{Found, pairs};
use crate::Result;
use lethe_data::{ColumnSet, Context, Error as DataError};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Three columns with more combinations than this are too much work.
const MOST_CELLS: usize = 1 << 18;
/// So many combinations of all triples together are enough work.
const MOST_CELLS_IN_ALL: usize = 1 << 28;

/// Two columns that stand together, and the first compartment that has both.
type Together = BTreeMap<(usize, usize), usize>;

/// Who is found on three columns of which every two stand in one compartment but never all three; and how many such
/// triples were too much work.
pub(super) fn find(
    files: &[File],
    sets: &[ColumnSet],
    k: u64,
    vocabulary: &Vocabulary,
    context: &Context,
) -> Result<(Vec<Found>, u64)> {
    let mut together = Together::new();
    for (number, set) in sets.iter().enumerate() {
        let columns: Vec<usize> = set.iter().collect();
        for (one, two) in pairs(columns.len()) {
            together.entry((columns[one], columns[two])).or_insert(number);
        }
    }
    let (triples, skipped) = chosen_triples(sets, &together, vocabulary);
    let task = context.task("looking at rings of columns", Some(triples.len() as u64));
    let needed: BTreeSet<(usize, usize)> =
        triples.iter().flat_map(|&[x, y, z]| [(x, y), (x, z), (y, z)]).collect();
    let margins: Result<BTreeMap<(usize, usize), Margin>, DataError> = context.install(|| {
        let counted = needed.par_iter().map(|&(x, y)| {
            context.check_cancelled()?;
            Ok(((x, y), margin(&files[together[&(x, y)]], x, y, vocabulary)))
        });
        counted.collect()
    });
    let margins = margins?;
    let look = |&[x, y, z]: &[usize; 3]| -> Result<(Option<Found>, bool), DataError> {
        context.check_cancelled()?;
        task.advance(1);
        let sides = [(x, y), (x, z), (y, z)];
        let (xy, xz, yz) = (&margins[&sides[0]], &margins[&sides[1]], &margins[&sides[2]]);
        let narrowed = Triangle { xy, xz, yz }.narrow(k);
        let mut compartments: Vec<usize> = sides.iter().map(|pair| together[pair]).collect();
        compartments.sort_unstable();
        compartments.dedup();
        let columns = vocabulary.names(&ColumnSet::of([x, y, z])?);
        let found = narrowed.caught.map(|caught| Found {
            compartments,
            columns,
            records: caught.records,
            lower: caught.lower,
            upper: caught.upper,
        });
        Ok((found, narrowed.decided))
    };
    let looked: Result<Vec<(Option<Found>, bool)>, DataError> =
        context.install(|| triples.par_iter().map(look).collect());
    let looked = looked?;
    let unsettled = looked.iter().filter(|(_, decided)| !decided).count() as u64;
    Ok((looked.into_iter().filter_map(|(found, _)| found).collect(), skipped + unsettled))
}

/// The triples to look at, and how many are left out.
fn chosen_triples(
    sets: &[ColumnSet],
    together: &Together,
    vocabulary: &Vocabulary,
) -> (Vec<[usize; 3]>, u64) {
    let (mut triples, mut skipped, mut cells_in_all) = (Vec::new(), 0, 0usize);
    for &(x, y) in together.keys() {
        for &(_, z) in together.range((y, 0)..(y + 1, 0)).map(|(pair, _)| pair) {
            let covered = || sets.iter().any(|set| [x, y, z].iter().all(|&column| set.contains(column)));
            if !together.contains_key(&(x, z)) || covered() {
                continue;
            }
            let cells = [x, y, z].map(|column| vocabulary.domain(column));
            let cells = cells.into_iter().fold(1usize, usize::saturating_mul);
            if cells > MOST_CELLS || cells_in_all + cells > MOST_CELLS_IN_ALL {
                skipped += 1;
                continue;
            }
            cells_in_all += cells;
            triples.push([x, y, z]);
        }
    }
    (triples, skipped)
}

fn margin(file: &File, x: usize, y: usize, vocabulary: &Vocabulary) -> Margin {
    let width = vocabulary.domain(y);
    let mut counts = vec![0; vocabulary.domain(x) * width];
    // The compartment was chosen because it has both columns.
    if let (Some(one), Some(two)) = (file.place(x), file.place(y)) {
        for ((a, b), records) in file.values(one).zip(file.values(two)).zip(file.records()) {
            counts[a as usize * width + b as usize] += records;
        }
    }
    Margin { counts, width }
}
