//! Numbers for all that a column can show.

use crate::SUPPRESSED;
use lethe_data::Column;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_models::quality::{Cell, Span};
use std::collections::HashMap;

/// Everything that a quasi-identifying column can show, numbered: the nodes of each level of its hierarchy, then its
/// spans. With these numbers a recoding of any number of rounds is a column of codes.
#[derive(Debug)]
pub struct Places<'a> {
    bound: &'a BoundHierarchy,
    spans: &'a [Span],
    /// The place of each level's first node, and that of the first span.
    starts: Vec<u32>,
}

impl<'a> Places<'a> {
    /// The places of a column with this hierarchy and these spans.
    pub fn new(bound: &'a BoundHierarchy, spans: &'a [Span]) -> Self {
        let mut starts = Vec::with_capacity(bound.height() + 1);
        let mut next = 0;
        for level in 0..bound.height() {
            starts.push(next);
            next += bound.domain(level) as u32;
        }
        starts.push(next);
        Self { bound, spans, starts }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.starts[self.bound.height()] as usize + self.spans.len()
    }

    /// Whether there is no place; a hierarchy has at least one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of each row. `entries` is what [`crate::Recoding::rounds`] says of the column by round; a suppressed row
    /// is at the place that `suppressed` makes of its code.
    ///
    /// **Cost**: a look-up a row.
    pub fn of_rows(
        &self,
        column: &Column,
        entries: &[usize],
        rounds: &[u32],
        suppressed: impl Fn(u32) -> u32,
    ) -> Vec<u32> {
        let rows = column.codes().widened().zip(rounds);
        let place = |(code, &round): (u32, &u32)| match round {
            SUPPRESSED => suppressed(code),
            round => self.of(entries[round as usize], code),
        };
        rows.map(place).collect()
    }

    /// The place of a code, given what a round says of the column.
    pub fn of(&self, entry: usize, code: u32) -> u32 {
        match entry.checked_sub(self.bound.height()) {
            None => self.starts[entry] + self.bound.codes(entry)[code as usize],
            Some(span) => self.starts[self.bound.height()] + span as u32,
        }
    }

    /// The cell that measures see at a place: a node, or a span on the level after the last.
    pub fn cell(&self, place: u32) -> Cell {
        // The first level starts at 0.
        let level = self.starts.partition_point(|&start| start <= place) - 1;
        Cell { level, node: place - self.starts[level] }
    }

    /// What is published at a place; `None` for null.
    pub fn label(&self, place: u32) -> Option<&'a str> {
        let Cell { level, node } = self.cell(place);
        if level < self.bound.height() {
            self.bound.label(level, node)
        } else {
            Some(&self.spans[node as usize].label)
        }
    }

    /// One place for all that publish the same as each, and that place itself where nothing does. `used` says which
    /// matter; a node is preferred to a span, and a higher node to a lower one.
    ///
    /// **Cost**: one look-up of a label for each place in use.
    pub fn merged(&self, used: &[bool]) -> Vec<u32> {
        let mut of_label: HashMap<Option<&str>, u32> = HashMap::new();
        let in_use = |places: std::ops::Range<u32>| places.filter(|&place| used[place as usize]);
        let first_span = self.starts[self.bound.height()];
        for place in in_use(0..first_span) {
            of_label.insert(self.label(place), place);
        }
        let mut merged: Vec<u32> = (0..self.len() as u32).collect();
        for place in in_use(0..self.len() as u32) {
            merged[place as usize] = *of_label.entry(self.label(place)).or_insert(place);
        }
        merged
    }
}
