//! What one model is trained on.

use super::sheet::Sheet;

/// Some rows of a sheet with their classes and weights.
pub(super) struct Lesson<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) rows: Vec<u32>,
    /// The class of each row of the sheet; every one in `rows` is below `class_count`.
    pub(super) classes: &'a [u8],
    /// The records each row of the sheet stands for.
    pub(super) weights: &'a [f64],
    pub(super) class_count: usize,
}

impl Lesson<'_> {
    pub(super) fn class(&self, row: u32) -> usize {
        self.classes[row as usize].into()
    }

    pub(super) fn weight(&self, row: u32) -> f64 {
        self.weights[row as usize]
    }

    /// The records of each class among some rows.
    pub(super) fn count(&self, rows: &[u32]) -> Vec<f64> {
        let mut counts = vec![0.0; self.class_count];
        for &row in rows {
            counts[self.class(row)] += self.weight(row);
        }
        counts
    }

    /// The logarithm of each class's share, with one person more in each so that none is 0.
    pub(super) fn prior(&self) -> Vec<f64> {
        let counts = self.count(&self.rows);
        let total = counts.iter().sum::<f64>() + counts.len() as f64;
        counts.iter().map(|count| ((count + 1.0) / total).ln()).collect()
    }

    /// Where the levels of each feature begin in a table of all, and how long it is. Each has a place for the unseen level.
    pub(super) fn offsets(&self) -> (Vec<usize>, usize) {
        let mut end = 0;
        let begin = self.sheet.features.iter().map(|feature| {
            let at = end;
            end += feature.levels() + 1;
            at
        });
        let offsets = begin.collect();
        (offsets, end)
    }
}
