//! The result of a grouping.

/// Equivalence classes: rows that look alike on some columns.
///
/// **Guarantee**: classes are numbered in order of their first row, so the numbering depends on the table alone, not
/// on the strategy that found them nor on the number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    ids: Vec<u32>,
    counts: Vec<u64>,
    first_rows: Vec<u32>,
}

impl Classes {
    pub(super) fn new(ids: Vec<u32>, first_rows: Vec<u32>, weights: Option<&[u64]>) -> Self {
        let mut counts = vec![0u64; first_rows.len()];
        match weights {
            None => ids.iter().for_each(|&id| counts[id as usize] += 1),
            Some(weights) => ids.iter().zip(weights).for_each(|(&id, w)| counts[id as usize] += w),
        }
        Self { ids, counts, first_rows }
    }

    /// All rows in one class: the grouping by no column.
    pub(super) fn single(rows: usize, weights: Option<&[u64]>) -> Self {
        Self::new(vec![0; rows], if rows == 0 { Vec::new() } else { vec![0] }, weights)
    }

    /// The class of each row.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// The number of records in each class: rows, or the sum of their weights.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The first row of each class, ascending: a representative to read its values from.
    pub fn first_rows(&self) -> &[u32] {
        &self.first_rows
    }

    /// The number of classes.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no rows and so no classes.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The size of the smallest class.
    pub fn min_count(&self) -> Option<u64> {
        self.counts.iter().copied().min()
    }
}
