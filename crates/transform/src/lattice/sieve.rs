//! Which rows are in classes that lack what every class needs.
//!
//! This is the innermost loop of the optimal search. It counts records by class and keeps nothing else. Numbers of
//! classes index an array where they are few; else they go through a hash table that compares them, in several passes
//! over a share of the classes each where rows are very many, so that the table stays small. Where the least number of
//! records fits a byte, so do the counters: whether there are more does not matter.

mod counters;
mod table;

use super::group::{Grouper, Plan};
use super::key::Field;
use super::numbering::Numbering;
use super::rows::Rows;
use counters::{Bytes, Counters, Full};
use lethe_data::hash::spread;
use table::{Number, NumberTable};

/// A space of class numbers up to this size is counted directly however few the rows are.
const DIRECT_ALWAYS: u64 = if cfg!(test) { 8 } else { 1 << 13 };
/// Bytes of counters a row when counting directly.
const DIRECT_BYTES_PER_ROW: u64 = if cfg!(test) { 4 } else { 3 };
/// The same for few rows, whose counters stay in the cache.
const DIRECT_BYTES_PER_FEW_ROWS: u64 = if cfg!(test) { 4 } else { 24 };
/// So many rows are few.
const FEW_ROWS: usize = 1 << 15;
/// Rows whose classes are counted in one pass.
const ROWS_PER_PASS: usize = if cfg!(test) { 16 } else { 1 << 18 };

/// What every class needs at least.
#[derive(Clone)]
pub(crate) struct Needs {
    pub(crate) records: u64,
    pub(crate) population: u64,
    /// Distinct codes of some fields, none of which has more than 64.
    pub(crate) distinct: Vec<(Field, u32)>,
}

/// The rows that fall through; keeps its memory from one sieving to the next.
#[derive(Default)]
pub(crate) struct Sieve<const W: usize> {
    bytes: Bytes,
    full: Full,
    tables: Tables,
    fallen: Vec<u64>,
    grouper: Grouper<W>,
}

/// Tables for numbers of either width.
#[derive(Default)]
struct Tables {
    narrow: NumberTable<u32>,
    wide: NumberTable<u64>,
}

impl<const W: usize> Sieve<W> {
    /// Whether a row is in a class that lacks something, when [`Sieve::shake`] found no more than was allowed.
    pub(crate) fn has_fallen(&self, row: usize) -> bool {
        self.fallen[row / 64] >> (row % 64) & 1 == 1
    }

    /// Counts the classes of rows and finds those that lack something; the records in them, or more than `allowed`.
    pub(crate) fn shake(&mut self, rows: &Rows<W>, plan: &Plan, needs: &Needs, allowed: u64) -> u64 {
        let mut shaking = Shaking { rows, needs, allowed, fallen: std::mem::take(&mut self.fallen), lost: 0 };
        shaking.fallen.clear();
        shaking.fallen.resize(rows.len().div_ceil(64), 0);
        if Bytes::are_enough(needs) {
            shaking.count(plan, &mut self.bytes, &mut self.tables, &mut self.grouper);
        } else {
            shaking.count(plan, &mut self.full, &mut self.tables, &mut self.grouper);
        }
        self.fallen = shaking.fallen;
        shaking.lost
    }
}

struct Shaking<'a, const W: usize> {
    rows: &'a Rows<W>,
    needs: &'a Needs,
    allowed: u64,
    fallen: Vec<u64>,
    lost: u64,
}

impl<const W: usize> Shaking<'_, W> {
    fn count<C: Counters>(
        &mut self,
        plan: &Plan,
        counters: &mut C,
        tables: &mut Tables,
        grouper: &mut Grouper<W>,
    ) {
        let rows = self.rows.len();
        let per_row = if rows <= FEW_ROWS { DIRECT_BYTES_PER_FEW_ROWS } else { DIRECT_BYTES_PER_ROW };
        let direct = DIRECT_ALWAYS.max(per_row * rows as u64) / C::BYTES;
        match plan.space() {
            Some(space) if space <= direct => {
                self.count_directly(&plan.numbering(rows), space as usize, counters);
            }
            Some(space) if u32::try_from(space).is_ok() => {
                self.count_by_hash(&plan.numbering(rows), counters, &mut tables.narrow);
            }
            Some(_) => self.count_by_hash(&plan.numbering(rows), counters, &mut tables.wide),
            None => {
                grouper.number(self.rows, plan);
                self.count_groups(grouper, counters);
            }
        }
    }

    fn count_directly<C: Counters>(&mut self, numbering: &Numbering, space: usize, counters: &mut C) {
        counters.reset(space, self.rows, self.needs);
        for (row, key) in self.rows.keys.iter().enumerate() {
            counters.add(numbering.of(key) as usize, row, self.rows, self.needs);
        }
        if self.are_few(counters) {
            for (row, key) in self.rows.keys.iter().enumerate() {
                if counters.lacks(numbering.of(key) as usize, self.needs) {
                    self.drop_row(row);
                }
            }
        }
    }

    fn count_by_hash<C: Counters, N: Number>(
        &mut self,
        numbering: &Numbering,
        counters: &mut C,
        table: &mut NumberTable<N>,
    ) {
        let passes = self.rows.len().div_ceil(ROWS_PER_PASS).next_power_of_two();
        // A share can be larger than its part by chance; then the table grows.
        let mut capacity = (self.rows.len().div_ceil(passes).max(8) * 4 / 3).next_power_of_two();
        for pass in 0..passes {
            let share = |key: &[u64; W]| {
                let number = numbering.of(key);
                let hash = spread(number) as usize;
                (hash & (passes - 1) == pass).then_some((number, hash / passes))
            };
            while !self.count_share(share, counters, table, capacity) {
                capacity *= 2;
            }
            if !self.are_few(counters) {
                return;
            }
            for (row, key) in self.rows.keys.iter().enumerate() {
                if let Some((number, hash)) = share(key)
                    && counters.lacks(table.slot(number, hash), self.needs)
                {
                    self.drop_row(row);
                }
            }
        }
    }

    /// Counts a share of the classes in a table of this capacity; `false` when they are too many for it.
    fn count_share<C: Counters, N: Number>(
        &self,
        share: impl Fn(&[u64; W]) -> Option<(u64, usize)>,
        counters: &mut C,
        table: &mut NumberTable<N>,
        capacity: usize,
    ) -> bool {
        counters.reset(capacity, self.rows, self.needs);
        table.reset(capacity);
        for (row, key) in self.rows.keys.iter().enumerate() {
            let Some((number, hash)) = share(key) else { continue };
            let Some(slot) = table.place(number, hash) else { return false };
            counters.add(slot, row, self.rows, self.needs);
        }
        true
    }

    /// Class numbers beyond 64 bits: the general grouping.
    fn count_groups<C: Counters>(&mut self, grouper: &Grouper<W>, counters: &mut C) {
        counters.reset(grouper.len(), self.rows, self.needs);
        for (row, &class) in grouper.ids().iter().enumerate() {
            counters.add(class as usize, row, self.rows, self.needs);
        }
        if self.are_few(counters) {
            for (row, &class) in grouper.ids().iter().enumerate() {
                if counters.lacks(class as usize, self.needs) {
                    self.drop_row(row);
                }
            }
        }
    }

    /// Adds the records in classes that lack something; whether they are no more than allowed.
    fn are_few<C: Counters>(&mut self, counters: &C) -> bool {
        self.lost += counters.lost(self.needs);
        self.lost <= self.allowed
    }

    fn drop_row(&mut self, row: usize) {
        self.fallen[row / 64] |= 1 << (row % 64);
    }
}
