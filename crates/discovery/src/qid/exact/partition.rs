//! Rows in order of their classes: counting without a table of all value combinations.
//!
//! A prefix with many value combinations is kept as lists of rows, one list a class. Classes that are already too small
//! stay too small whatever is added, so their records are added up once and their rows dropped. A further column splits
//! each list by itself, with counters for that column's values only.

use super::Index;
use super::evaluate::Evaluator;
use super::tally::{self, Tally};
use crate::Result;
use lethe_data::{Code, Context, with_codes};

/// Lists between two looks at the cancel token.
const LISTS_PER_CHECK: usize = 1 << 14;

/// The classes of some columns that have at least k records.
#[derive(Default)]
pub(super) struct Partition {
    /// Rows, class by class.
    rows: Vec<u32>,
    /// Where each class ends.
    ends: Vec<u32>,
    /// Records in classes of fewer than k, whose rows were dropped.
    exposed: u64,
}

/// Counters for the values of one column, cleared after each class.
#[derive(Default)]
pub(super) struct Values<T> {
    records: Vec<T>,
    starts: Vec<u32>,
    touched: Vec<u32>,
}

impl<T: Tally> Values<T> {
    fn fit(&mut self, domain: u32) {
        if self.records.len() < domain as usize {
            self.records.resize(domain as usize, T::default());
            self.starts.resize(domain as usize, 0);
        }
    }
}

impl Partition {
    /// All rows as one class.
    pub(super) fn whole(rows: usize) -> Self {
        Self { rows: (0..rows as u32).collect(), ends: vec![rows as u32], exposed: 0 }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> usize {
        (self.rows.len() + self.ends.len()) * 4
    }

    fn lists(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.rows[start as usize..end as usize])
    }
}

impl Evaluator<'_> {
    /// Splits each class by one more column. Small classes come first, because the next split finds exposed records there.
    pub(super) fn split<T: Tally>(
        &self,
        partition: &Partition,
        column: Index,
        values: &mut Values<T>,
        context: &Context,
    ) -> Result<Partition> {
        let full = T::of(self.sheet.k);
        values.fit(self.sheet.domain(column));
        let mut split = Partition { exposed: partition.exposed, ..Partition::default() };
        split.rows.reserve_exact(partition.rows.len());
        with_codes!(self.whole.codes(column), codes => for (index, list) in partition.lists().enumerate() {
            if index % LISTS_PER_CHECK == 0 {
                context.check_cancelled()?;
            }
            for &row in list {
                let code = codes[row as usize].widen() as usize;
                if values.starts[code] == 0 {
                    values.touched.push(code as u32);
                }
                values.starts[code] += 1;
                tally::add(&mut values.records[code], self.whole.weight(row as usize), full);
            }
            let base = split.rows.len();
            let mut end = base;
            for &code in &values.touched {
                let size = std::mem::replace(&mut values.starts[code as usize], u32::MAX);
                let records = values.records[code as usize];
                if records < full {
                    split.exposed += records.records();
                } else {
                    values.starts[code as usize] = end as u32;
                    end += size as usize;
                    split.ends.push(end as u32);
                }
            }
            split.rows.resize(end, 0);
            for &row in list {
                let start = &mut values.starts[codes[row as usize].widen() as usize];
                if *start != u32::MAX {
                    split.rows[*start as usize] = row;
                    *start += 1;
                }
            }
            for code in values.touched.drain(..) {
                values.starts[code as usize] = 0;
                values.records[code as usize] = T::default();
            }
        });
        split.small_first(self.sheet.k.saturating_mul(4).min(1 << 10) as usize);
        Ok(split)
    }

    /// Whether a partition's columns with one more column expose enough records.
    pub(super) fn split_exposes<T: Tally>(
        &self,
        partition: &Partition,
        column: Index,
        values: &mut Values<T>,
        context: &Context,
    ) -> Result<bool> {
        let (full, need) = (T::of(self.sheet.k), self.sheet.need);
        values.fit(self.sheet.domain(column));
        let mut exposed = partition.exposed;
        let mut left = if self.sheet.weights.is_none() { partition.rows.len() as u64 } else { u64::MAX };
        with_codes!(self.whole.codes(column), codes => for (index, list) in partition.lists().enumerate() {
            // Even if everyone left were exposed, it would not be enough.
            if exposed >= need || exposed.saturating_add(left) < need {
                break;
            }
            if index % LISTS_PER_CHECK == 0 {
                context.check_cancelled()?;
            }
            left = left.saturating_sub(list.len() as u64);
            for &row in list {
                let code = codes[row as usize].widen();
                let counter = &mut values.records[code as usize];
                if *counter == T::default() {
                    values.touched.push(code);
                }
                tally::add(counter, self.whole.weight(row as usize), full);
            }
            for code in values.touched.drain(..) {
                let records = std::mem::take(&mut values.records[code as usize]);
                if records < full {
                    exposed += records.records();
                }
            }
        });
        Ok(exposed >= need)
    }
}

impl Partition {
    /// Moves the classes of few rows to the front.
    fn small_first(&mut self, few: usize) {
        let sorted = |small: bool| self.lists().filter(move |list| (list.len() <= few) == small);
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut ends = Vec::with_capacity(self.ends.len());
        for list in sorted(true).chain(sorted(false)) {
            rows.extend_from_slice(list);
            ends.push(rows.len() as u32);
        }
        (self.rows, self.ends) = (rows, ends);
    }
}
