//! Which column does the most harm, and what is gained without it?
//!
//! Without a column, the minimal quasi-identifiers that contain it are gone. A person stays exposed if some other one
//! exposes them, so a person is relieved exactly when the column is in *every* set that exposes them. It is therefore
//! enough to know, for each row, the columns that all its exposing sets have in common: one grouping a set answers for
//! all columns at once, instead of one union a column.

use super::Question;
use super::each_set::{Tally, tally};
use crate::Result;
use lethe_data::{ColumnSet, Context, Table};
use std::cmp::Reverse;

const BITS: usize = u64::BITS as usize;

/// How much work a ranking may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingOptions {
    /// People are counted with at most so many sets, the smallest; when these do not settle everybody and there are
    /// more, no people are reported.
    pub max_sets: usize,
}

impl Default for RankingOptions {
    fn default() -> Self {
        Self { max_sets: 4096 }
    }
}

/// How columns contribute to the exposure of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The people that at least one of the minimal sets exposes; `None` when there are too many sets to count with.
    pub exposed: Option<u64>,
    /// The columns that were searched; those first without which the fewest people stay exposed, then those in the
    /// most sets, then by position.
    pub columns: Vec<ColumnRisk>,
}

/// What one column contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnRisk {
    /// The column's position.
    pub column: usize,
    /// The minimal sets that it is in.
    pub sets: usize,
    /// The people that at least one of the minimal sets *without* the column exposes.
    pub still_exposed: Option<u64>,
}

/// Ranks the columns by what is gained without them.
///
/// **Guarantee**: figures of people are exact for the sets given, or absent. They say nothing of larger sets, which may
/// expose more.
/// **Cost**: one grouping for each of at most `max_sets` sets, fewer when everybody is exposed whichever column is
/// left out; one bit for each row and searched column, and a byte a row.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn column_risk(
    question: &Question<'_>,
    minimal: &[ColumnSet],
    options: &RankingOptions,
    context: &Context,
) -> Result<Ranking> {
    let (table, columns) = (question.table(), question.columns());
    let mut sets: Vec<ColumnSet> = minimal.to_vec();
    sets.sort_unstable();
    let counted = &sets[..sets.len().min(options.max_sets)];
    let mut memory = context.memory().reserve("ranking columns");
    memory.try_grow(table.rows() * (columns.len().div_ceil(BITS) * size_of::<u64>() + 1))?;
    let common = tally(question, counted, Common::new(table, columns), context)?;
    let people = (counted.len() == sets.len() || common.is_settled()).then(|| common.people());

    let mut ranked: Vec<ColumnRisk> = columns
        .iter()
        .enumerate()
        .map(|(position, &column)| ColumnRisk {
            column,
            sets: minimal.iter().filter(|set| set.contains(column)).count(),
            still_exposed: people.as_ref().map(|people| people.exposed - people.relieved[position]),
        })
        .collect();
    ranked.sort_by_key(|risk| (risk.still_exposed, Reverse(risk.sets), risk.column));
    Ok(Ranking { exposed: people.map(|people| people.exposed), columns: ranked })
}

/// For each column, the size of the smallest minimal quasi-identifier without it; `None` when all contain it.
pub fn smallest_without(columns: &[usize], minimal: &[ColumnSet]) -> Vec<Option<usize>> {
    columns
        .iter()
        .map(|&column| minimal.iter().filter(|set| !set.contains(column)).map(ColumnSet::len).min())
        .collect()
}

/// The columns that the exposing sets of each row have in common.
struct Common<'a> {
    table: &'a Table,
    columns: &'a [usize],
    /// The words of a row, one bit for each position in `columns`; all ones while the row is not exposed.
    bits: Vec<u64>,
    exposed: Vec<bool>,
    /// Rows of people who are not known to be exposed whichever column is left out.
    open: usize,
}

struct People {
    exposed: u64,
    /// By position in the searched columns.
    relieved: Vec<u64>,
}

impl<'a> Common<'a> {
    fn new(table: &'a Table, columns: &'a [usize]) -> Self {
        let mut common = Self {
            table,
            columns,
            bits: vec![u64::MAX; table.rows() * columns.len().div_ceil(BITS)],
            exposed: vec![false; table.rows()],
            open: 0,
        };
        common.open = (0..table.rows()).filter(|&row| common.weight(row) > 0).count();
        common
    }

    fn weight(&self, row: usize) -> u64 {
        self.table.weights().map_or(1, |weights| weights[row])
    }

    fn words(&self) -> usize {
        self.columns.len().div_ceil(BITS)
    }

    fn people(&self) -> People {
        let mut people = People { exposed: 0, relieved: vec![0; self.columns.len()] };
        for row in (0..self.exposed.len()).filter(|&row| self.exposed[row]) {
            let (weight, words) = (self.weight(row), &self.bits[row * self.words()..]);
            people.exposed += weight;
            for (position, relieved) in people.relieved.iter_mut().enumerate() {
                *relieved += weight * (words[position / BITS] >> (position % BITS) & 1);
            }
        }
        people
    }
}

impl Tally for Common<'_> {
    fn add(&mut self, set: &ColumnSet, exposed: &[bool]) {
        let words = self.words();
        let mut mask = vec![0u64; words];
        for (position, _) in self.columns.iter().enumerate().filter(|(_, column)| set.contains(**column)) {
            mask[position / BITS] |= 1 << (position % BITS);
        }
        for row in (0..exposed.len()).filter(|&row| exposed[row]) {
            let bits = &mut self.bits[row * words..(row + 1) * words];
            let was_open = !self.exposed[row] || bits.iter().any(|&word| word != 0);
            bits.iter_mut().zip(&mask).for_each(|(word, mask)| *word &= mask);
            let is_open = bits.iter().any(|&word| word != 0);
            self.exposed[row] = true;
            if was_open && !is_open && self.weight(row) > 0 {
                self.open -= 1;
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.open == 0
    }
}
