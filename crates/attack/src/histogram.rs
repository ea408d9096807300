//! The values of a sensitive column, class by class and over candidates.

use crate::classes::silent_labels;
use lethe_data::Column;

/// How many records of each class show which value of a column. Withheld values are not among them.
pub(crate) struct ClassValues {
    /// Where the values of each class begin.
    starts: Vec<u64>,
    /// A value and the records that show it; by class, then by value.
    values: Vec<(u32, u64)>,
    /// The records of the release with each value.
    totals: Vec<u64>,
}

impl ClassValues {
    /// **Cost**: a sort of the rows by class and value.
    pub(crate) fn new(
        column: &Column,
        class_of_row: &[u32],
        classes: usize,
        weights: Option<&[u64]>,
    ) -> Self {
        let silent = silent_labels(column);
        let mut totals = vec![0; silent.len()];
        let mut rows: Vec<(u32, u32, u64)> = Vec::with_capacity(class_of_row.len());
        for (row, (code, &class)) in column.codes().widened().zip(class_of_row).enumerate() {
            if !silent[code as usize] {
                let records = weights.map_or(1, |weights| weights[row]);
                totals[code as usize] += records;
                rows.push((class, code, records));
            }
        }
        rows.sort_unstable();
        let mut starts = vec![0; classes + 1];
        let mut values: Vec<(u32, u64)> = Vec::new();
        let mut last = None;
        for (class, code, records) in rows {
            if let Some(value) = values.last_mut().filter(|_| last == Some((class, code))) {
                value.1 += records;
            } else {
                values.push((code, records));
                starts[class as usize + 1] += 1;
            }
            last = Some((class, code));
        }
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        values.shrink_to_fit();
        Self { starts, values, totals }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.starts.as_slice())
            + size_of_val(self.values.as_slice())
            + size_of_val(self.totals.as_slice())
    }

    /// The values that records of a class show, with how many records show each.
    fn of(&self, class: usize) -> &[(u32, u64)] {
        &self.values[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    /// The records of the release with a value.
    pub(crate) fn records_with(&self, value: u32) -> u64 {
        self.totals[value as usize]
    }

    /// The records of the release with its most frequent value.
    pub(crate) fn records_with_most_frequent(&self) -> u64 {
        self.totals.iter().copied().max().unwrap_or(0)
    }

    /// Counters for the values of candidates.
    pub(crate) fn tally(&self) -> Tally {
        Tally { records: vec![0; self.totals.len()], seen: Vec::new() }
    }
}

/// How many candidates show which value of a column.
pub(crate) struct Tally {
    records: Vec<u64>,
    seen: Vec<u32>,
}

impl Tally {
    pub(crate) fn add(&mut self, values: &ClassValues, class: usize) {
        for &(value, records) in values.of(class) {
            let counted = &mut self.records[value as usize];
            if *counted == 0 {
                self.seen.push(value);
            }
            *counted += records;
        }
    }

    /// The value that most candidates show, the first of several, with how many do; the counters begin anew.
    pub(crate) fn take_most(&mut self) -> Option<(u32, u64)> {
        let mut most: Option<(u32, u64)> = None;
        for value in self.seen.drain(..) {
            let records = std::mem::take(&mut self.records[value as usize]);
            if most.is_none_or(|(first, so_far)| records > so_far || (records == so_far && value < first)) {
                most = Some((value, records));
            }
        }
        most
    }
}
