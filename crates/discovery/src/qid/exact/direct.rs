//! Counting into a table with one counter for each value combination, for several members of a family at once.

use super::Index;
use super::evaluate::{Evaluator, Outcome, Scratch};
use super::occupancy::Pair;
use super::slab::{BLOCK, Key, Slab};
use super::tally::{self, Tally};
use crate::Result;
use lethe_data::Context;

/// The first stretch of the sample; each further one is as long as all before.
const FIRST_STRETCH: usize = if cfg!(test) { 8 } else { 4096 };
/// Blocks between two looks at the cancel token.
const BLOCKS_PER_CHECK: usize = if cfg!(test) { 1 } else { 8 };

/// A last column whose set is not settled yet: where its answer goes and where its counters are.
struct Open {
    place: usize,
    column: Index,
    start: usize,
    end: usize,
    /// Counters before this one are full or cannot have records.
    filled: usize,
}

impl Evaluator<'_> {
    /// Settles members whose value combinations fit tables, given with their place, column and number of combinations.
    pub(super) fn settle_direct<T: Tally, K: Key>(
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

    /// Settles the members whose counters are all full, except those that cannot have records; more rows cannot change
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
        // A table needs k rows a cell to be filled.
        let mut waiting: Vec<Open> = Vec::new();
        let (mut trying, pruned_by_bound): (Vec<Open>, Vec<Open>) = std::mem::take(open)
            .into_iter()
            .partition(|member| (member.end - member.start) as u64 <= sample.rows as u64 / self.sheet.k);
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
        open.extend(pruned_by_bound);
    }
}
