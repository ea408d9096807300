//! Cells removed: for each record the cheapest cells that break every combination which gives it away.

use super::cells::Cells;
use super::classes::Scratch;
use super::hitting::hit;
use super::{Problem, Stuck};
use lethe_data::Context;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Pairs of a record and a set that are dealt with at once.
const AT_ONCE: usize = 4 << 20;
/// Sets whose rows are counted at once, at most.
const SETS_AT_ONCE: usize = 256;
/// How much the taste for columns that many sets have in common may change a cost: enough to decide between equal ones.
const TASTE: f64 = 1e-3;

/// Removes cells so that every record has one `*` more in each set that exposes it. What this does to other records, and
/// whether enough share the stars, shows when the sets are searched for again.
///
/// **Errors**: a record stays exposed whatever is removed, because columns must be kept.
pub(super) fn suppress(
    cells: &mut Cells,
    problem: &Problem<'_>,
    sets: &[Vec<usize>],
    context: &Context,
) -> Result<(), Stuck> {
    let costs = costs(cells, problem, sets);
    let mut start = 0;
    while start < sets.len() {
        let batch = &sets[start..sets.len().min(start + SETS_AT_ONCE)];
        let mut exposed = exposed_by(cells, problem.k, batch, None, context);
        // The first sets whose records fit; the others are asked again when these are dealt with.
        let mut pairs = 0;
        let fit = exposed.iter().take_while(|rows| {
            pairs += rows.len();
            pairs <= AT_ONCE
        });
        let fit = fit.count().max(1);
        exposed.truncate(fit);
        let batch = &batch[..fit];
        start += fit;
        let stuck = change(cells, batch, &exposed, &costs, context);
        for set in stuck {
            recruit(cells, problem, &batch[set], &costs)?;
        }
    }
    Ok(())
}

/// The rows that each set exposes. Sets that differ in their last column only share the work on the others when they stand
/// together. Only rows in `among` are looked at, which are whole groups of each set.
pub(super) fn exposed_by(
    cells: &mut Cells,
    k: u64,
    sets: &[Vec<usize>],
    among: Option<&[u32]>,
    context: &Context,
) -> Vec<Vec<u32>> {
    cells.number();
    let cells: &Cells = cells;
    let rest = |set: &[usize]| set.len().saturating_sub(1);
    let alike = |left: &Vec<usize>, right: &Vec<usize>| left[..rest(left)] == right[..rest(right)];
    let exposed = |scratch: &mut Scratch, sets: &[Vec<usize>]| -> Vec<Vec<u32>> {
        let prefix = cells.prefix(&sets[0][..rest(&sets[0])], among, scratch);
        let one = |set: &Vec<usize>| match set.last() {
            Some(&last) => cells.exposed(&prefix, last, k, scratch),
            None => Vec::new(),
        };
        sets.iter().map(one).collect()
    };
    let families: Vec<&[Vec<usize>]> = sets.chunk_by(alike).collect();
    context.install(|| families.into_par_iter().map_init(Scratch::default, exposed).flatten_iter().collect())
}

/// What a cell of each column costs. Among equal ones, the column that most sets have in common comes first: records
/// that lose the same column look alike.
fn costs(cells: &Cells, problem: &Problem<'_>, sets: &[Vec<usize>]) -> Vec<f64> {
    let mut popular = vec![0u64; cells.width()];
    for &column in sets.iter().flatten() {
        popular[column] += 1;
    }
    let most = popular.iter().copied().max().unwrap_or(0).max(1) as f64;
    let taste = |column: usize| 1.0 + TASTE * (1.0 - popular[column] as f64 / most);
    (0..cells.width()).map(|column| problem.weight(column) * taste(column)).collect()
}

/// Stars the cheapest cells of each record; returns the sets for which some record has none to star.
fn change(
    cells: &mut Cells,
    sets: &[Vec<usize>],
    exposed: &[Vec<u32>],
    costs: &[f64],
    context: &Context,
) -> Vec<usize> {
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(exposed.iter().map(Vec::len).sum());
    for (set, rows) in exposed.iter().enumerate() {
        pairs.extend(rows.iter().map(|&row| (row, set as u32)));
    }
    let cells_now: &Cells = cells;
    let (changes, mut stuck) = context.install(|| {
        pairs.par_sort_unstable();
        let records: Vec<&[(u32, u32)]> = pairs.chunk_by(|left, right| left.0 == right.0).collect();
        let one = |record: &&[(u32, u32)]| choose(cells_now, sets, record, costs);
        let chosen: Vec<Choice> = records.par_iter().map(one).collect();
        let mut changes = Vec::new();
        let mut stuck = Vec::new();
        for choice in chosen {
            changes.extend(choice.cells);
            stuck.extend(choice.stuck);
        }
        (changes, stuck)
    });
    for (row, column) in changes {
        cells.star(column, row);
    }
    stuck.sort_unstable();
    stuck.dedup();
    stuck
}

/// What is to be done about one record.
struct Choice {
    /// Row and column of the cells that are starred.
    cells: Vec<(u32, usize)>,
    /// The sets that nothing can be starred in.
    stuck: Vec<usize>,
}

/// The cells of one record that are to be starred.
fn choose(cells: &Cells, sets: &[Vec<usize>], record: &[(u32, u32)], costs: &[f64]) -> Choice {
    let mut open = Vec::with_capacity(record.len());
    let mut stuck = Vec::new();
    for &(row, set) in record {
        let set = set as usize;
        let left = sets[set].iter().copied().filter(|&column| cells.can_be_starred(column, row));
        let left: Vec<usize> = left.collect();
        if left.is_empty() { stuck.push(set) } else { open.push(left) }
    }
    let row = record[0].0;
    let columns = hit(&open, |column| costs[column]).columns;
    Choice { cells: columns.into_iter().map(|column| (row, column)).collect(), stuck }
}

/// Finds company for records that are exposed by their stars alone: others that star the same cells.
///
/// Those come first who lose least, then those whose own class is large, so that leaving it harms nobody.
fn recruit(cells: &mut Cells, problem: &Problem<'_>, set: &[usize], costs: &[f64]) -> Result<(), Stuck> {
    cells.number();
    let alike = cells.alike(set, &mut Scratch::default());
    let is_stuck = |row: u32| {
        alike.records[alike.class[row as usize] as usize] < problem.k
            && set.iter().all(|&column| !cells.can_be_starred(column, row))
    };
    let mut classes: Vec<(u32, u32)> = (0..cells.rows() as u32)
        .filter(|&row| is_stuck(row))
        .map(|row| (alike.class[row as usize], row))
        .collect();
    classes.sort_unstable();
    classes.dedup_by_key(|(class, _)| *class);
    let mut recruited: HashSet<u32> = HashSet::new();
    for (class, model) in classes {
        let mut missing = problem.k - alike.records[class as usize];
        let shown: Vec<u32> = set.iter().map(|&column| cells.shown(column)[model as usize]).collect();
        let mut candidates: Vec<(f64, Reverse<u64>, u32)> = Vec::new();
        for row in 0..cells.rows() as u32 {
            let own = alike.class[row as usize];
            if own == class || recruited.contains(&row) {
                continue;
            }
            let price = set.iter().zip(&shown).try_fold(0.0, |price, (&column, &symbol)| {
                let ladder = cells.ladder(column);
                if cells.shown(column)[row as usize] == symbol {
                    return Some(price);
                }
                let becomes = ladder.symbol(ladder.top(), cells.value(column, row)) == symbol;
                (becomes && cells.can_be_starred(column, row)).then(|| price + costs[column])
            });
            let Some(price) = price else { continue };
            candidates.push((price, Reverse(alike.records[own as usize]), row));
        }
        candidates
            .sort_unstable_by(|left, right| left.partial_cmp(right).unwrap_or(std::cmp::Ordering::Equal));
        for (_, _, row) in candidates {
            if missing == 0 {
                break;
            }
            for (&column, &symbol) in set.iter().zip(&shown) {
                if cells.shown(column)[row as usize] != symbol {
                    cells.star(column, row);
                }
            }
            recruited.insert(row);
            missing = missing.saturating_sub(cells.records(row));
        }
        if missing > 0 {
            return Err(Stuck { columns: set.iter().map(|&column| cells.name(column).to_owned()).collect() });
        }
    }
    Ok(())
}
