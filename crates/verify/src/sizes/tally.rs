//! Counting one more column within classes.

use super::prefix::{Prefix, Sorted};
use lethe_data::{Code, Column, Table, with_codes};

/// More counters than this no longer stay near the processor, and most of them would be 0.
const MOST_COUNTERS: usize = if cfg!(test) { 1 << 3 } else { 1 << 16 };

/// What there is to say about class sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) smallest: u64,
    pub(crate) largest: u64,
    /// The classes below k.
    pub(crate) failing_classes: u64,
    /// The records in them.
    pub(crate) failing_records: u64,
}

impl Tally {
    /// No class yet.
    const NONE: Self = Self { smallest: u64::MAX, largest: 0, failing_classes: 0, failing_records: 0 };

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            smallest: self.smallest.min(other.smallest),
            largest: self.largest.max(other.largest),
            failing_classes: self.failing_classes + other.failing_classes,
            failing_records: self.failing_records.saturating_add(other.failing_records),
        }
    }

    fn add_class(&mut self, records: u64, k: u64) {
        self.smallest = self.smallest.min(records);
        self.largest = self.largest.max(records);
        if records < k {
            self.failing_classes += 1;
            self.failing_records = self.failing_records.saturating_add(records);
        }
    }

    /// A counter of 0 is no class.
    fn of_counters(counters: &[u32], k: u64) -> Self {
        // One less makes an unused counter the largest number, so that no branch is needed to pass it over.
        let smallest = counters.iter().fold(u32::MAX, |least, count| least.min(count.wrapping_sub(1)));
        let largest = counters.iter().fold(0, |most, &count| most.max(count));
        let mut tally = Self {
            smallest: u64::from(smallest).saturating_add(1),
            largest: u64::from(largest),
            ..Self::NONE
        };
        if tally.smallest < k {
            let failing = counters.iter().filter(|&&count| count > 0 && u64::from(count) < k);
            failing.for_each(|&count| {
                tally.failing_classes += 1;
                tally.failing_records += u64::from(count);
            });
        }
        tally
    }
}

/// Room for counters, used again for each choice.
#[derive(Default)]
pub(super) struct Counters {
    rows: Vec<u32>,
    records: Vec<u64>,
}

impl Counters {
    /// The most bytes that they can take.
    pub(super) fn bytes(table: &Table) -> usize {
        let widest = table.columns().iter().map(Column::domain).max().unwrap_or(0);
        MOST_COUNTERS * size_of::<u32>() + MOST_COUNTERS.max(widest) * size_of::<u64>()
    }

    /// The sizes of the classes of the prefix and the column together.
    pub(super) fn count(
        &mut self,
        prefix: &Prefix,
        column: &Column,
        weights: Option<&[u64]>,
        k: u64,
    ) -> Tally {
        let domain = column.domain();
        with_codes!(column.codes(), codes => match weights {
            None if prefix.classes * domain <= MOST_COUNTERS => {
                self.rows.clear();
                self.rows.resize(prefix.classes * domain, 0);
                count_at_once(&mut self.rows, &prefix.ids, codes, domain as u32);
                Tally::of_counters(&self.rows, k)
            }
            Some(weights) if prefix.classes * domain <= MOST_COUNTERS => {
                let counters = prefix.classes * domain;
                self.records.resize(self.records.len().max(counters), 0);
                weigh_at_once(&mut self.records[..counters], &prefix.ids, codes, weights, domain as u32, k)
            }
            _ => {
                self.records.resize(self.records.len().max(domain), 0);
                count_by_class(&mut self.records, prefix.sorted(), codes, weights, k)
            }
        })
    }
}

fn count_at_once<C: Code>(counters: &mut [u32], ids: &[u32], codes: &[C], domain: u32) {
    for (&id, &code) in ids.iter().zip(codes) {
        counters[(id * domain + code.widen()) as usize] += 1;
    }
}

/// Adds up the weights of rows; all counters are 0 before and after.
fn weigh_at_once<C: Code>(
    counters: &mut [u64],
    ids: &[u32],
    codes: &[C],
    weights: &[u64],
    domain: u32,
    k: u64,
) -> Tally {
    for ((&id, &code), records) in ids.iter().zip(codes).zip(weights) {
        counters[(id * domain + code.widen()) as usize] += records;
    }
    let mut tally = Tally::NONE;
    for records in counters.iter_mut().map(std::mem::take).filter(|&records| records > 0) {
        tally.add_class(records, k);
    }
    tally
}

/// Counts one class of the prefix after the other; all counters are 0 before and after.
fn count_by_class<C: Code>(
    counters: &mut [u64],
    sorted: &Sorted,
    codes: &[C],
    weights: Option<&[u64]>,
    k: u64,
) -> Tally {
    let mut tally = Tally::NONE;
    for class in sorted.classes() {
        for &row in class {
            let records = weights.map_or(1, |weights| weights[row as usize]);
            counters[codes[row as usize].widen() as usize] += records;
        }
        for &row in class {
            let records = std::mem::take(&mut counters[codes[row as usize].widen() as usize]);
            if records > 0 {
                tally.add_class(records, k);
            }
        }
    }
    tally
}
