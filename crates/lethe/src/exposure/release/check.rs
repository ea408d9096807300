//! Is anything rare left to be worked out? Asked of the file that was written, by somebody who knows nothing of how it was made.
//!
//! The check reads the file, counts the table anew by grouping its rows, and grants the attacker more than the file says: for each
//! value that is named, how many of its records have a value in the other column. The *rest* of a value are those of them who
//! are in no count of the file.

use super::rows::COLUMNS;
use crate::anonymize::as_written;
use crate::{Error, Result};
use lethe_data::group::combinations;
use lethe_data::{ColumnSet, Context, Table};
use lethe_io::{Location, read_table};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Probabilities are written to nine places.
const ROUNDING: f64 = 1e-9;
/// What a row of the file takes while it is held against the table.
const BYTES_OF_ROW: usize = 160;

/// What was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// Pairs of named values that 1 to k − 1 records have, none of which can be worked out.
    pub(super) rare: u64,
}

/// **Errors**: the file cannot be read, or something can be worked out.
pub(super) fn check(
    file: &Location,
    table: &Table,
    columns: &[usize],
    k: u64,
    context: &Context,
) -> Result<Checked> {
    let written = read_table(file, &as_written(COLUMNS.into_iter(), file), context)?;
    let mut memory = context.memory().reserve("the check of what may be shown");
    memory.try_grow(written.rows().saturating_mul(BYTES_OF_ROW))?;
    let unsafe_because = |what: &'static str| Error::from(lethe_exposure::Error::Unsafe(what));
    let pairs = parsed(&written, table, columns).ok_or_else(|| unsafe_because("more than edges"))?;
    let mut checked = Checked::default();
    let mut tree: BTreeMap<usize, usize> = columns.iter().map(|&column| (column, column)).collect();
    for (&(left, right), cells) in &pairs {
        context.check_cancelled()?;
        let (one, two) = (tree[&left], tree[&right]);
        if one == two {
            return Err(unsafe_because("column pairs that form a cycle"));
        }
        tree.values_mut().filter(|root| **root == two).for_each(|root| *root = one);
        let set = ColumnSet::of([left, right])?;
        let values = [left, right].map(|column| table.column(column).dictionary().len());
        let is_value =
            |codes: &[u32]| codes.iter().zip(values).all(|(&code, values)| (code as usize) < values);
        let truth: BTreeMap<(u32, u32), u64> = combinations(table, &set, context)?
            .into_iter()
            .filter(|(codes, records)| is_value(codes) && *records > 0)
            .map(|(codes, records)| ((codes[0], codes[1]), records))
            .collect();
        let records = [left, right].map(|column| table.column(column).histogram(table.weights()));
        let attack = Attack { cells, truth: &truth, records: &records, k };
        checked.rare += attack.run().map_err(unsafe_because)?;
    }
    Ok(checked)
}

/// An edge of the file, and the one back: probabilities, and the records where they are reported.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    along: [Option<f64>; 2],
    counts: [Option<u64>; 2],
}

type Cells = BTreeMap<(u32, u32), Cell>;

/// The cells of each two columns, by position and by code; `None` when a row makes no sense.
fn parsed(written: &Table, table: &Table, columns: &[usize]) -> Option<BTreeMap<(usize, usize), Cells>> {
    let mut pairs: BTreeMap<(usize, usize), Cells> = BTreeMap::new();
    let positions: HashMap<&str, usize> =
        columns.iter().map(|&column| (table.column(column).name(), column)).collect();
    let mut codes: HashMap<usize, HashMap<&str, u32>> = HashMap::new();
    let text = |column: usize, row: usize| written.column(column).text(row);
    for row in 0..written.rows() {
        let from = *positions.get(text(0, row)?)?;
        let to = *positions.get(text(2, row)?)?;
        // An empty field reads as missing, and may have been a value.
        let mut value = |at: usize, column: usize| {
            let codes = codes
                .entry(column)
                .or_insert_with(|| table.column(column).dictionary().texts().zip(0..).collect());
            codes.get(text(at, row).unwrap_or_default()).copied()
        };
        let (one, two) = (value(1, from)?, value(3, to)?);
        let probability: f64 = text(4, row)?.parse().ok()?;
        let count = match (text(5, row), text(6, row)?) {
            (Some(count), "false") => Some(count.parse().ok()?),
            (None, "true") => None,
            _ => return None,
        };
        if from == to {
            return None;
        }
        let (way, columns, codes) =
            if from < to { (0, (from, to), (one, two)) } else { (1, (to, from), (two, one)) };
        let cell = pairs.entry(columns).or_default().entry(codes).or_default();
        if cell.along[way].replace(probability).is_some() {
            return None;
        }
        cell.counts[way] = count;
    }
    Some(pairs)
}

/// Two columns under attack.
struct Attack<'a> {
    cells: &'a Cells,
    truth: &'a BTreeMap<(u32, u32), u64>,
    /// The records of each value.
    records: &'a [Vec<u64>; 2],
    k: u64,
}

impl Attack<'_> {
    /// The pairs of named values that are rare, when none can be worked out; otherwise what can.
    ///
    /// When all pairs of two values with a rest are suppressed and nothing else is, a table with any pair of them at the smaller of
    /// their rests agrees with all that is known: fill that cell first and the others in any order.
    fn run(&self) -> Result<u64, &'static str> {
        let is_exposed = |records: u64| (1..self.k).contains(&records);
        let named =
            [0, 1].map(|side| self.cells.keys().map(|&key| end(key, side)).collect::<BTreeSet<u32>>());
        let mut rests: [BTreeMap<u32, u64>; 2] =
            [0, 1].map(|side| named[side].iter().map(|&code| (code, 0)).collect());
        let mut unnamed = [0_u64; 2];
        for (&key, &records) in self.truth {
            for side in [0, 1] {
                match rests[side].get_mut(&end(key, side)) {
                    Some(rest) => *rest += records,
                    None => unnamed[side] += records,
                }
            }
        }
        for (key, cell) in self.cells {
            if cell.along.contains(&None) || cell.counts[0] != cell.counts[1] {
                return Err("an edge in one direction only");
            }
            let Some(records) = cell.counts[0] else { continue };
            if records < self.k || self.truth.get(key) != Some(&records) {
                return Err("a count that is rare or not true");
            }
            for side in [0, 1] {
                let rest = rests[side].get_mut(&end(*key, side)).ok_or("a value without a line")?;
                *rest = rest.checked_sub(records).ok_or("more records than there are")?;
            }
        }
        if rests.iter().flat_map(BTreeMap::values).chain(&unnamed).any(|&rest| is_exposed(rest)) {
            return Err("the records of a value whose counts are not shown");
        }
        let open = rests.each_ref().map(|rests| rests.values().filter(|&&rest| rest > 0).count());
        let rest = |key: (u32, u32), side: usize| rests[side].get(&end(key, side)).copied().unwrap_or(0);
        let mut suppressed = 0;
        for (&key, cell) in self.cells {
            let is_open = rest(key, 0) > 0 && rest(key, 1) > 0;
            if is_open != cell.counts[0].is_none() {
                return Err("a count among those that are suppressed");
            }
            suppressed += usize::from(is_open);
        }
        if suppressed != open[0] * open[1] {
            return Err("that a suppressed pair has no record");
        }
        self.probabilities(&rests, unnamed)?;
        let rare = self.truth.iter().filter(|(key, records)| {
            is_exposed(**records) && named[0].contains(&key.0) && named[1].contains(&key.1)
        });
        let mut found = 0;
        for (&key, _) in rare {
            let most = rest(key, 0).min(rest(key, 1));
            if self.cells.get(&key).is_none_or(|cell| cell.counts[0].is_some()) || most < self.k {
                return Err("a pair that few records have");
            }
            found += 1;
        }
        Ok(found)
    }

    /// Probabilities may say nothing that does not follow from counts and rests.
    fn probabilities(&self, rests: &[BTreeMap<u32, u64>; 2], unnamed: [u64; 2]) -> Result<(), &'static str> {
        let inside = [0, 1].map(|side| rests[side].values().sum::<u64>() + unnamed[side]);
        if inside[0] != inside[1] {
            return Err("records that are missing on one side");
        }
        for (&key, cell) in self.cells {
            let spread = || {
                let product = rests[0][&key.0] as f64 * rests[1][&key.1] as f64;
                product / inside[0] as f64
            };
            let together = cell.counts[0].map_or_else(spread, |records| records as f64);
            for side in [0, 1] {
                let all = self.records[side][end(key, side) as usize];
                let said = cell.along[side].unwrap_or(f64::NAN);
                let is_what_follows = (said - together / all as f64).abs() <= ROUNDING;
                if all < self.k || !is_what_follows {
                    return Err("a probability that does not follow from counts");
                }
            }
        }
        Ok(())
    }
}

fn end((left, right): (u32, u32), side: usize) -> u32 {
    if side == 0 { left } else { right }
}

#[cfg(test)]
mod tests;
