//! What a part of a table on disk is cut by.

use super::{Axis, Extent};

/// How many records have each place of each axis. Summaries of parts add up to that of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    counts: Vec<Vec<u64>>,
    records: u64,
}

impl Summary {
    /// Nobody yet.
    pub fn new(axes: &[Axis]) -> Self {
        Self { counts: axes.iter().map(|axis| vec![0; axis.len()]).collect(), records: 0 }
    }

    /// Adds a person.
    #[inline]
    pub fn add(&mut self, places: &[u32]) {
        for (counts, &place) in self.counts.iter_mut().zip(places) {
            counts[place as usize] += 1;
        }
        self.records += 1;
    }

    /// All records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The places of an axis that occur, ascending, each with its records.
    pub fn counts(&self, axis: usize) -> Vec<(u32, u64)> {
        let counts = self.counts[axis].iter().enumerate().filter(|(_, records)| **records > 0);
        counts.map(|(place, &records)| (place as u32, records)).collect()
    }

    /// The first and the last place on each axis; `None` where there is nobody.
    pub fn extent(&self) -> Option<Extent> {
        let range = |counts: &Vec<u64>| {
            let first = counts.iter().position(|&records| records > 0)?;
            let last = counts.iter().rposition(|&records| records > 0)?;
            Some((first as u32, last as u32))
        };
        Some(Extent { ranges: self.counts.iter().map(range).collect::<Option<_>>()? })
    }
}
