//! A column made coarser in the plainest way: neighbouring values are joined.
//!
//! Real generalization follows a hierarchy that somebody has thought about. Before there is one, this says what may be
//! gained: about ten groups of about equal records for a column of many values, about half as many groups as values for
//! a column of few. Codes are in value order, so neighbours are near by age, date, postcode or spelling.

use lethe_data::{Codes, Column, Dictionary};
use std::sync::Arc;

/// A group has at least this part of the records: there are at most so many groups.
const PARTS: u64 = 10;
/// A group has at least so many values, so that every column with two of them becomes coarser.
const VALUES: usize = 2;

/// Which values of a column are joined.
pub(super) struct Coarser {
    groups: Arc<Dictionary>,
    /// The group of each code; of null, where the column has any, the null code of `groups`.
    group_of: Vec<u32>,
}

impl Coarser {
    /// Joins the values of a column, from the smallest on, until a group has at least two values and a tenth of the
    /// records that have a value, never fewer than `k`; fewer records left at the end join the last group.
    ///
    /// Values that nobody has do not count. Missing values stay as they are.
    ///
    /// **Cost**: one pass over the codes, 12 bytes a value.
    pub(super) fn of(column: &Column, weights: Option<&[u64]>, k: u64) -> Self {
        let records = column.histogram(weights);
        let values = &records[..column.dictionary().len()];
        let enough = values.iter().sum::<u64>().div_ceil(PARTS).max(k);
        let mut group_of: Vec<u32> = Vec::with_capacity(records.len());
        let (mut group, mut joined, mut size) = (0u32, 0usize, 0u64);
        for &records in values {
            if joined >= VALUES && size >= enough {
                (group, joined, size) = (group + 1, 0, 0);
            }
            group_of.push(group);
            joined += usize::from(records > 0);
            size += records;
        }
        if group > 0 && size < enough {
            group -= 1;
            group_of.iter_mut().rev().take_while(|last| **last > group).for_each(|last| *last = group);
        }
        let groups = group_of.last().map_or(0, |last| last + 1);
        group_of.resize(records.len(), groups);
        let names: Vec<String> = (0..groups).map(|group| group.to_string()).collect();
        Self { groups: Arc::new(Dictionary::of_texts(names.iter().map(String::as_str))), group_of }
    }

    /// The number of groups of values.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The coarser form of the column, or of some of its rows.
    pub(super) fn apply(&self, column: &Column) -> Column {
        let mut codes = Codes::with_capacity(self.groups.len() + 1, column.len());
        codes.extend_mapped(column.codes(), &self.group_of);
        Column::new(column.name(), Arc::clone(&self.groups), codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    /// The groups of values `0, 1, …`, so many records each, and of a missing value.
    fn groups(records: &[u64], k: u64) -> Vec<u32> {
        let names: Vec<String> = (0..records.len()).map(|value| value.to_string()).collect();
        let cells = names.iter().map(|name| Some(name.as_str())).chain([None]);
        let column = Column::from_texts("c", cells, TypeChoice::Infer).unwrap();
        let weights: Vec<u64> = records.iter().copied().chain([1000]).collect();
        let coarser = Coarser::of(&column, Some(&weights), k).apply(&column);
        assert_eq!(coarser.nulls(), 1, "a missing value stays missing");
        (0..records.len()).map(|row| coarser.codes().get(row)).collect()
    }

    #[test]
    fn few_values_become_about_half_as_many() {
        assert_eq!(groups(&[], 2), [0; 0]);
        assert_eq!(groups(&[5], 2), [0]);
        assert_eq!(groups(&[5, 5], 2), [0, 0]);
        assert_eq!(groups(&[5, 5, 5], 2), [0, 0, 1]);
        assert_eq!(groups(&[5, 5, 5, 5, 5], 2), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn groups_have_a_tenth_of_the_records_and_never_fewer_than_k() {
        assert_eq!(
            groups(&[90, 1, 1, 8, 2], 2),
            [0, 0, 1, 1, 1],
            "a tenth of 102 people are 11: 9 are too few"
        );
        assert_eq!(groups(&[90, 1, 1, 8, 1], 2), [0; 5], "the 10 left over are fewer than 11");
        assert_eq!(groups(&[3, 3, 3, 3, 3, 3], 7), [0, 0, 0, 1, 1, 1]);
        assert_eq!(groups(&[3, 3, 3, 3, 3], 7), [0, 0, 0, 0, 0], "the 6 left over are fewer than 7");
        assert_eq!(groups(&[1, 1], 7), [0, 0]);
        let many = groups(&[1; 1000], 2);
        assert!((0..1000).all(|value| many[value] == value as u32 / 100));
    }

    #[test]
    fn values_that_nobody_has_do_not_count() {
        assert_eq!(groups(&[0, 5, 0, 5, 5, 0], 2), [0, 0, 0, 0, 1, 1]);
        assert_eq!(groups(&[5, 0, 5, 0], 2), [0, 0, 0, 0]);
        assert_eq!(groups(&[0, 0], 2), [0, 0]);
    }
}
