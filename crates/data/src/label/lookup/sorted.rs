//! Values in an order, and what is found among them.

use crate::label::Covered;
use std::ops::Range;

/// Keys in ascending order with the codes of their values.
#[derive(Debug)]
pub(super) struct Sorted<T> {
    entries: Vec<(T, u32)>,
    /// Whether the code of each entry is its position, so that neighbours are a range of codes.
    in_code_order: bool,
}

impl<T: Ord> Sorted<T> {
    pub(super) fn new(mut entries: Vec<(T, u32)>) -> Self {
        entries.sort_unstable();
        let in_code_order = entries.iter().zip(0..).all(|((_, code), position)| *code == position);
        Self { entries, in_code_order }
    }

    pub(super) fn map<U: Ord>(&self, key: impl Fn(&T) -> U) -> Sorted<U> {
        Sorted::new(self.entries.iter().map(|(value, code)| (key(value), *code)).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry at a position.
    pub(super) fn get(&self, position: usize) -> Option<(&T, u32)> {
        self.entries.get(position).map(|(value, code)| (value, *code))
    }

    /// The position after the entries from one on that are alike.
    pub(super) fn after(&self, position: usize, are_alike: impl Fn(&T) -> bool) -> usize {
        position + self.entries[position..].partition_point(|(value, _)| are_alike(value))
    }

    /// The entries after those that are below, as long as they are within.
    pub(super) fn range(
        &self,
        is_below: impl Fn(&T) -> bool,
        is_within: impl Fn(&T) -> bool,
    ) -> Range<usize> {
        let start = self.entries.partition_point(|(value, _)| is_below(value));
        let within = self.entries[start..].partition_point(|(value, _)| is_within(value));
        start..start + within
    }
}

/// Codes that were found, some of them as ranges: an interval may hold most values of a column.
#[derive(Debug, Default)]
pub(super) struct Found {
    ranges: Vec<Range<u32>>,
    codes: Vec<u32>,
}

impl Found {
    pub(super) fn add<T>(&mut self, sorted: &Sorted<T>, range: Range<usize>) {
        if !sorted.in_code_order {
            self.codes.extend(sorted.entries[range].iter().map(|(_, code)| code));
        } else if !range.is_empty() {
            self.ranges.push(range.start as u32..range.end as u32);
        }
    }

    pub(super) fn add_if<T>(&mut self, sorted: &Sorted<T>, range: Range<usize>, keep: impl Fn(&T) -> bool) {
        let kept = sorted.entries[range].iter().filter(|(value, _)| keep(value));
        self.codes.extend(kept.map(|(_, code)| code));
    }

    pub(super) fn push(&mut self, code: u32) {
        self.codes.push(code);
    }

    pub(super) fn append(&mut self, other: Self) {
        self.ranges.extend(other.ranges);
        self.codes.extend(other.codes);
    }

    /// The number of codes, those that were found twice counted twice.
    pub(super) fn len(&self) -> usize {
        self.codes.len() + self.ranges.iter().map(ExactSizeIterator::len).sum::<usize>()
    }

    pub(super) fn covered(mut self) -> Covered {
        self.ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let mut joined: Vec<Range<u32>> = Vec::new();
        for range in self.ranges {
            match joined.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        self.codes.retain(|code| !joined.iter().any(|range| range.contains(code)));
        if let ([range], []) = (&joined[..], &self.codes[..]) {
            return Covered::Range(range.start, range.end);
        }
        self.codes.extend(joined.into_iter().flatten());
        self.codes.sort_unstable();
        self.codes.dedup();
        Covered::Codes(self.codes)
    }
}
