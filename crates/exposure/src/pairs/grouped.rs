//! Rows in the order of a column with many values: a counter for each value of another column suffices.

use super::source::Source;
use lethe_data::{Code, with_codes};

/// The rows of each value of a column; those of nobody else, and those without a value, are apart.
pub(crate) struct Groups {
    /// Rows whose value others have, too, value by value.
    pub(crate) rows: Vec<u32>,
    /// Where the rows of each of these values begin, and the end.
    pub(crate) starts: Vec<u32>,
    /// The values.
    pub(crate) codes: Vec<u32>,
    /// Rows that have a value for themselves.
    pub(crate) alone: Vec<u32>,
}

impl Groups {
    pub(crate) fn of(source: &Source<'_>, by: usize) -> Self {
        let values = source.values(by);
        let mut sizes = vec![0u32; values + 1];
        with_codes!(source.column(by).codes(), codes => {
            for code in codes {
                sizes[code.widen() as usize] += 1;
            }
        });
        let mut groups = Self { rows: Vec::new(), starts: vec![0], codes: Vec::new(), alone: Vec::new() };
        let mut next = vec![u32::MAX; values + 1];
        let mut start = 0;
        for (code, &size) in sizes[..values].iter().enumerate() {
            if size > 1 {
                next[code] = start;
                start += size;
                groups.starts.push(start);
                groups.codes.push(code as u32);
            }
        }
        groups.rows = vec![0; start as usize];
        with_codes!(source.column(by).codes(), codes => {
            for (row, code) in (0..).zip(codes) {
                let code = code.widen() as usize;
                if next[code] != u32::MAX {
                    groups.rows[next[code] as usize] = row;
                    next[code] += 1;
                } else if code < values {
                    groups.alone.push(row);
                }
            }
        });
        groups
    }
}

/// Counters for the values of a column, cleared by what was counted.
pub(crate) struct Counters {
    records: Vec<u64>,
    seen: Vec<u32>,
}

impl Counters {
    pub(crate) fn new(values: usize) -> Self {
        Self { records: vec![0; values], seen: Vec::new() }
    }

    /// Counts the records of each value among some rows; null is none.
    pub(crate) fn count(&mut self, codes: impl Iterator<Item = (u32, u64)>) {
        for code in self.seen.drain(..) {
            self.records[code as usize] = 0;
        }
        for (code, records) in codes {
            if let Some(counter) = self.records.get_mut(code as usize).filter(|_| records > 0) {
                if *counter == 0 {
                    self.seen.push(code);
                }
                *counter += records;
            }
        }
    }

    /// The values that were seen.
    pub(crate) fn seen(&self) -> &[u32] {
        &self.seen
    }

    /// The records of a value; 0 for null.
    pub(crate) fn records(&self, code: u32) -> u64 {
        self.records.get(code as usize).copied().unwrap_or(0)
    }
}
