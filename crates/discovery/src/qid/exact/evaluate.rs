//! Is a column set a quasi-identifier? Asked for a whole family: one prefix and many last columns.
//!
//! The ways to an answer, cheapest first; each is exact when it answers at all:
//! 1. rare values expose enough records (`probe.rs`): yes;
//! 2. a random sample fills every possible class: no (`sample.rs`, `resolve.rs`);
//! 3. the whole table is counted, for all open members of the family in one pass.
//!
//! Where the space of value combinations is too large for a table of counters, the prefix's classes are kept as lists of
//! rows and split (`partition.rs`).

use super::Index;
use super::occupancy::{Occupancy, Pair};
use super::packed::Packed;
use super::partition::Values;
use super::path::Path;
use super::postings::Postings;
use super::sheet::Sheet;
use super::slab::{BLOCK, Slab};
use super::tally::Tally;
use crate::Result;
use crate::qid::{Nulls, Question, wildcard};
use lethe_data::{ColumnSet, Context};

/// The largest table of counters for one column set, in bytes.
const LARGEST_TABLE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 22 };
/// A table of this size is used however few the rows are.
const ALWAYS_TABLE: u64 = if cfg!(test) { 1 << 4 } else { 1 << 12 };
/// Tables of one family that are filled in one pass stay within the second-level cache.
const FAMILY_CELLS: usize = if cfg!(test) { 1 << 7 } else { 1 << 19 };

/// What is known about one column set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Enough records are exposed.
    Exposing,
    /// Not enough records are exposed; of a pair, also which values occur together.
    Safe(Pair),
    /// Not enough records are exposed, and one column of the pair determines the other.
    Redundant,
}

/// Everything that answers are found with.
pub(super) struct Evaluator<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) sheet: Sheet<'a>,
    pub(super) whole: Slab<'a>,
    pub(super) sample: Option<Slab<'a>>,
    pub(super) postings: Vec<Postings>,
    pub(super) occupancy: Occupancy,
    /// What a worker may keep of the prefixes it has split.
    pub(super) path_bytes: usize,
    /// There is memory for the keys of prefixes.
    pub(super) keeps_keys: bool,
    /// There is no memory for lists of rows.
    pub(super) frugal: bool,
}

/// Memory that a worker uses again and again.
#[derive(Default)]
pub(super) struct Scratch<T> {
    pub(super) counters: Vec<T>,
    rare: Vec<u64>,
    pub(super) packed: Packed,
    path: Path,
    values: Values<T>,
}

impl Evaluator<'_> {
    pub(super) fn postings(&self, column: Index) -> &Postings {
        &self.postings[usize::from(column)]
    }

    /// Settles `prefix` with each of the `last` columns.
    pub(super) fn settle_family<T: Tally>(
        &self,
        prefix: &[Index],
        last: &[Index],
        scratch: &mut Scratch<T>,
        context: &Context,
    ) -> Result<Vec<Outcome>> {
        let mut outcomes = vec![Outcome::Exposing; last.len()];
        let mut columns = prefix.to_vec();
        columns.push(0);
        let (mut direct, mut large) = (Vec::new(), Vec::new());
        for (place, &column) in last.iter().enumerate() {
            columns[prefix.len()] = column;
            if self.rare_values_expose(&columns, &mut scratch.rare) {
                continue;
            }
            match self.sheet.space(&columns) {
                Some(space) if space <= self.largest_table::<T>() => {
                    direct.push((place, column, space as usize));
                }
                _ => large.push((place, column)),
            }
        }
        let mut start = 0;
        while start < direct.len() {
            let mut end = start + 1;
            let mut cells = direct[start].2;
            while end < direct.len() && cells + direct[end].2 <= FAMILY_CELLS {
                cells += direct[end].2;
                end += 1;
            }
            if self.sheet.space(prefix).is_some_and(|space| space <= 1 << 16) {
                let mut keys = [0u16; BLOCK];
                self.settle_direct(prefix, &direct[start..end], &mut keys, scratch, &mut outcomes, context)?;
            } else {
                let mut keys = [0u32; BLOCK];
                self.settle_direct(prefix, &direct[start..end], &mut keys, scratch, &mut outcomes, context)?;
            }
            start = end;
        }
        if !large.is_empty() {
            self.settle_large(prefix, &large, scratch, &mut outcomes, context)?;
        }
        if self.question.limits().nulls == Nulls::Wildcard {
            self.look_again(prefix, last, &mut outcomes, context)?;
        }
        if let &[first] = prefix {
            for (&second, outcome) in last.iter().zip(&mut outcomes) {
                if *outcome != Outcome::Exposing && self.is_redundant(first, second, context)? {
                    *outcome = Outcome::Redundant;
                }
            }
        }
        Ok(outcomes)
    }

    /// Where nulls equal everything, sets that expose records when nulls are values are counted again.
    fn look_again(
        &self,
        prefix: &[Index],
        last: &[Index],
        outcomes: &mut [Outcome],
        context: &Context,
    ) -> Result<()> {
        for (&last, outcome) in last.iter().zip(outcomes) {
            let set = ColumnSet::of(self.positions(prefix).into_iter().chain(self.positions(&[last])))?;
            if *outcome == Outcome::Exposing
                && wildcard::matters(self.question.table(), &set)
                && !self.question.is_exposing(&set, context)?
            {
                *outcome = Outcome::Safe(Pair::Unknown);
            }
        }
        Ok(())
    }

    /// Tables larger than the data are slower than splitting lists of rows.
    fn largest_table<T>(&self) -> u64 {
        (LARGEST_TABLE / size_of::<T>() as u64).min((self.sheet.rows as u64).max(ALWAYS_TABLE))
    }

    /// Splits the prefix's classes.
    fn settle_large<T: Tally>(
        &self,
        prefix: &[Index],
        members: &[(usize, Index)],
        scratch: &mut Scratch<T>,
        outcomes: &mut [Outcome],
        context: &Context,
    ) -> Result<()> {
        if self.frugal {
            for &(place, column) in members {
                let columns: Vec<Index> = prefix.iter().copied().chain([column]).collect();
                if !self.exposes_frugally(&columns, context)? {
                    outcomes[place] = Outcome::Safe(Pair::Unknown);
                }
            }
            return Ok(());
        }
        let partition = scratch.path.walk(self, prefix, &mut scratch.values, context)?;
        for &(place, column) in members {
            if !self.split_exposes(partition, column, &mut scratch.values, context)? {
                outcomes[place] = Outcome::Safe(Pair::Unknown);
            }
        }
        Ok(())
    }

    /// Positions in the table, ascending or not.
    pub(super) fn positions(&self, columns: &[Index]) -> Vec<usize> {
        columns.iter().map(|&column| self.sheet.columns[usize::from(column)].position).collect()
    }
}
