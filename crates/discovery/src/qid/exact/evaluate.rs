//! Is a column set a quasi-identifier? Asked for a whole family: one prefix and many last columns.
//!
//! The ways to an answer, cheapest first; each is exact when it answers at all:
//! 1. rare values expose enough people (`probe.rs`): yes;
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
use super::slab::{BLOCK, Key, Slab};
use super::tally::{self, Tally};
use crate::Result;
use crate::qid::{Nulls, Question, wildcard};
use lethe_data::{ColumnSet, Context};

/// The largest table of counters for one column set, in bytes.
const LARGEST_TABLE: u64 = if cfg!(test) { 1 << 6 } else { 1 << 22 };
/// A table of this size is used however few the rows are.
const ALWAYS_TABLE: u64 = if cfg!(test) { 1 << 4 } else { 1 << 12 };
/// Tables of one family that are filled in one pass stay within the second-level cache.
const FAMILY_CELLS: usize = if cfg!(test) { 1 << 7 } else { 1 << 19 };
/// The first stretch of the sample; each further one is as long as all before.
const FIRST_STRETCH: usize = if cfg!(test) { 8 } else { 4096 };
/// Blocks between two looks at the cancel token.
const BLOCKS_PER_CHECK: usize = if cfg!(test) { 1 } else { 8 };

/// What is known about one column set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Enough people are exposed.
    Exposing,
    /// Not enough people are exposed; of a pair, also which values occur together.
    Safe(Pair),
    /// Not enough people are exposed, and one column of the pair determines the other.
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
    counters: Vec<T>,
    rare: Vec<u64>,
    packed: Packed,
    path: Path,
    values: Values<T>,
}

/// A last column whose set is not settled yet: where its answer goes and where its counters are.
struct Open {
    place: usize,
    column: Index,
    start: usize,
    end: usize,
    /// Counters before this one are full or cannot have people.
    filled: usize,
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

    /// Where nulls equal everything, sets that expose people when nulls are values are counted again.
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

    fn settle_direct<T: Tally, K: Key>(
        &self,
        prefix: &[Index],
        members: &[(usize, Index, usize)],
        keys: &mut [K],
        scratch: &mut Scratch<T>,
        outcomes: &mut [Outcome],
        context: &Context,
    ) -> Result<()> {
        let mut open = Vec::with_capacity(members.len());
        let mut end = 0;
        for &(place, column, cells) in members {
            open.push(Open { place, column, start: end, end: end + cells, filled: 0 });
            end += cells;
        }
        scratch.counters.clear();
        scratch.counters.resize(end, T::default());
        if let Some(sample) = &self.sample {
            self.settle_by_sample(sample, prefix, &mut open, keys, &mut scratch.counters, outcomes);
        }
        if open.is_empty() {
            return Ok(());
        }
        for member in &open {
            scratch.counters[member.start..member.end].fill(T::default());
        }
        let kept = scratch.packed.prepare(self, prefix);
        let mut next = 0;
        while next < self.sheet.rows && !open.is_empty() {
            if next % (BLOCK * BLOCKS_PER_CHECK) == 0 {
                context.check_cancelled()?;
                self.drop_filled(prefix, &mut open, &scratch.counters, outcomes);
            }
            let rows = next..self.sheet.rows.min(next + BLOCK);
            let keys = &mut keys[..rows.len()];
            match prefix.last() {
                Some(&last) if kept => scratch.packed.append(self, last, rows.clone(), keys),
                _ => self.whole.pack(&self.sheet, prefix, rows.clone(), keys),
            }
            self.count(&self.whole, &open, keys, rows.clone(), &mut scratch.counters);
            next = rows.end;
        }
        self.read_off(prefix.len() == 1, &open, &scratch.counters, outcomes);
        Ok(())
    }

    /// Settles the members whose counters are all full, except those that cannot have people; more rows cannot change
    /// their answer. Each looks on from where it met a counter that was not full the last time.
    fn drop_filled<T: Tally>(
        &self,
        prefix: &[Index],
        open: &mut Vec<Open>,
        counters: &[T],
        outcomes: &mut [Outcome],
    ) {
        let full = T::of(self.sheet.k);
        let mut columns = prefix.to_vec();
        columns.push(0);
        open.retain_mut(|member| {
            let counters = &counters[member.start..member.end];
            columns[prefix.len()] = member.column;
            member.filled = self.first_open(&columns, counters, full, member.filled);
            if member.filled == counters.len() {
                outcomes[member.place] = Outcome::Safe(Pair::Full);
            }
            member.filled < counters.len()
        });
    }

    fn count<T: Tally, K: Key>(
        &self,
        slab: &Slab<'_>,
        open: &[Open],
        keys: &[K],
        rows: std::ops::Range<usize>,
        counters: &mut [T],
    ) {
        let full = T::of(self.sheet.k);
        for member in open {
            let counters = &mut counters[member.start..member.end];
            let domain = self.sheet.domain(member.column);
            slab.count(counters, keys, (member.column, domain), rows.clone(), full);
        }
    }

    /// Turns complete counts into outcomes.
    fn read_off<T: Tally>(&self, pairs: bool, open: &[Open], counters: &[T], outcomes: &mut [Outcome]) {
        let full = T::of(self.sheet.k);
        for member in open {
            let counters = &counters[member.start..member.end];
            if tally::exposed(counters, full) >= self.sheet.need {
                continue;
            }
            let empty = (0..counters.len()).filter(|&cell| counters[cell] == T::default());
            let pair = if pairs { self.occupancy.without(empty, counters.len()) } else { Pair::Unknown };
            outcomes[member.place] = Outcome::Safe(pair);
        }
    }

    /// Reads the sample in growing stretches and drops the members that it settles.
    fn settle_by_sample<T: Tally, K: Key>(
        &self,
        sample: &Slab<'_>,
        prefix: &[Index],
        open: &mut Vec<Open>,
        keys: &mut [K],
        counters: &mut [T],
        outcomes: &mut [Outcome],
    ) {
        let full = T::of(self.sheet.k);
        let mut columns = prefix.to_vec();
        columns.push(0);
        // A table with more cells than half the sample cannot be filled by it.
        let mut waiting: Vec<Open> = Vec::new();
        let (mut trying, hopeless): (Vec<Open>, Vec<Open>) = std::mem::take(open)
            .into_iter()
            .partition(|member| (member.end - member.start) * 2 <= sample.rows);
        let (mut read, mut stretch) = (0, FIRST_STRETCH);
        while read < sample.rows && !trying.is_empty() {
            let until = sample.rows.min(read + stretch);
            while read < until {
                let rows = read..until.min(read + BLOCK);
                let keys = &mut keys[..rows.len()];
                sample.pack(&self.sheet, prefix, rows.clone(), keys);
                self.count(sample, &trying, keys, rows.clone(), counters);
                read = rows.end;
            }
            stretch = read;
            let last_chance = read == sample.rows;
            trying.retain_mut(|member| {
                let counters = &mut counters[member.start..member.end];
                let unfilled = tally::open(counters, full);
                if unfilled == 0 {
                    outcomes[member.place] = Outcome::Safe(Pair::Full);
                    return false;
                }
                columns[prefix.len()] = member.column;
                let plan = self.plan(&columns, counters, full, unfilled);
                // Reading a listed row costs a few times as much as reading one in order.
                let worthwhile = if last_chance { self.sheet.rows / 8 } else { stretch / 2 };
                if let Some(plan) = plan.filter(|plan| plan.cost <= worthwhile) {
                    outcomes[member.place] = self.settle(&columns, plan, counters, full);
                    return false;
                }
                if last_chance {
                    let Open { place, column, start, end, .. } = *member;
                    waiting.push(Open { place, column, start, end, filled: 0 });
                }
                !last_chance
            });
        }
        *open = waiting;
        open.extend(hopeless);
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
