//! The classes of the columns chosen so far.

use lethe_data::{Code, Column, with_codes};
use std::sync::OnceLock;

/// Classes of rows, numbered without gaps.
pub(super) struct Prefix {
    pub(super) ids: Vec<u32>,
    pub(super) classes: usize,
    sorted: OnceLock<Sorted>,
}

/// Rows in the order of their classes.
pub(super) struct Sorted {
    pub(super) rows: Vec<u32>,
    /// Where each class begins, and where the last one ends.
    pub(super) starts: Vec<u32>,
}

impl Prefix {
    /// No column: all rows are one class.
    pub(super) fn of_all(rows: usize) -> Self {
        Self { ids: vec![0; rows], classes: 1, sorted: OnceLock::new() }
    }

    /// These classes split by one more column.
    ///
    /// **Cost**: two passes over the rows, and one to sort them.
    pub(super) fn refined(&self, column: &Column) -> Self {
        const NONE: u32 = u32::MAX;
        let sorted = self.sorted();
        let mut ids = vec![0u32; self.ids.len()];
        let mut id_of = vec![NONE; column.domain()];
        let mut classes = 0u32;
        with_codes!(column.codes(), codes => for class in sorted.classes() {
            for &row in class {
                let id = &mut id_of[codes[row as usize].widen() as usize];
                if *id == NONE {
                    *id = classes;
                    classes += 1;
                }
                ids[row as usize] = *id;
            }
            for &row in class {
                id_of[codes[row as usize].widen() as usize] = NONE;
            }
        });
        Self { ids, classes: classes as usize, sorted: OnceLock::new() }
    }

    /// The rows in the order of their classes, sorted when first requested.
    pub(super) fn sorted(&self) -> &Sorted {
        self.sorted.get_or_init(|| {
            let mut starts = vec![0u32; self.classes + 1];
            self.ids.iter().for_each(|&id| starts[id as usize + 1] += 1);
            for class in 0..self.classes {
                starts[class + 1] += starts[class];
            }
            let mut next = starts.clone();
            let mut rows = vec![0u32; self.ids.len()];
            for (row, &id) in self.ids.iter().enumerate() {
                rows[next[id as usize] as usize] = row as u32;
                next[id as usize] += 1;
            }
            Sorted { rows, starts }
        })
    }
}

impl Sorted {
    /// The rows of each class.
    pub(super) fn classes(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|ends| &self.rows[ends[0] as usize..ends[1] as usize])
    }
}
