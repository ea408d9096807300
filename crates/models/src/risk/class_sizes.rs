//! How many classes there are of each size.

/// The sizes of the classes of a table: all that most risks depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassSizes {
    sizes: Vec<(u64, u64)>,
    classes: u64,
    records: u64,
}

impl ClassSizes {
    /// The distribution of these sizes; a class of nobody is none.
    pub fn of(sizes: impl IntoIterator<Item = u64>) -> Self {
        let mut sorted: Vec<u64> = sizes.into_iter().filter(|&size| size > 0).collect();
        sorted.sort_unstable();
        let mut made = Self { classes: sorted.len() as u64, records: sorted.iter().sum(), sizes: Vec::new() };
        for run in sorted.chunk_by(|one, two| one == two) {
            made.sizes.push((run[0], run.len() as u64));
        }
        made
    }

    /// Each size that occurs with the number of its classes, ascending.
    pub fn sizes(&self) -> &[(u64, u64)] {
        &self.sizes
    }

    /// The number of classes.
    pub fn classes(&self) -> u64 {
        self.classes
    }

    /// The number of records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The size of the smallest class.
    pub fn smallest(&self) -> Option<u64> {
        self.sizes.first().map(|(size, _)| *size)
    }

    /// The mean size.
    pub fn mean(&self) -> Option<f64> {
        (self.classes > 0).then(|| self.records as f64 / self.classes as f64)
    }

    /// The number of classes of a size.
    pub fn of_size(&self, size: u64) -> u64 {
        self.sizes.binary_search_by_key(&size, |(size, _)| *size).map_or(0, |at| self.sizes[at].1)
    }

    /// The records in classes of fewer than `k`.
    pub fn records_below(&self, k: u64) -> u64 {
        self.sizes.iter().take_while(|(size, _)| *size < k).map(|(size, classes)| size * classes).sum()
    }

    /// The share of pairs of records that are separated; `None` for fewer than two records.
    pub fn separation(&self) -> Option<f64> {
        let pairs = |records: u64| u128::from(records) * u128::from(records.saturating_sub(1)) / 2;
        let all = pairs(self.records);
        // Pairs within classes are pairs of all records, so the sum cannot exceed what fits.
        let alike: u128 = self.sizes.iter().map(|&(size, classes)| pairs(size) * u128::from(classes)).sum();
        (all > 0).then(|| (all - alike) as f64 / all as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_counted_and_nobody_is_no_class() {
        let sizes = ClassSizes::of([3, 1, 0, 1, 5]);
        assert_eq!(sizes.sizes(), [(1, 2), (3, 1), (5, 1)]);
        assert_eq!((sizes.classes(), sizes.records(), sizes.smallest()), (4, 10, Some(1)));
        assert_eq!((sizes.of_size(1), sizes.of_size(2), sizes.records_below(5)), (2, 0, 5));
        assert_eq!(sizes.mean(), Some(2.5));
    }

    #[test]
    fn separation_is_the_share_of_pairs_in_different_classes() {
        // Ten records are 45 pairs, of which 3 + 10 are alike.
        assert_eq!(ClassSizes::of([3, 1, 1, 5]).separation(), Some(32.0 / 45.0));
        assert_eq!(ClassSizes::of([2]).separation(), Some(0.0));
        assert_eq!(ClassSizes::of([1, 1, 1]).separation(), Some(1.0));
        assert_eq!(ClassSizes::of([1]).separation(), None);
        assert_eq!(ClassSizes::of([u64::MAX - 1, 1]).separation().map(|share| share < 1e-18), Some(true));
    }
}
