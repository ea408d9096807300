//! Which values and pairs are told.

use super::remaining;
use crate::model::ColumnCounts;
use crate::pairs::Pair;
use std::collections::VecDeque;

/// Whether each value of a column is reported: those of at least k records, without the smallest of them where the records of no reported
/// value would be fewer than k.
pub(super) fn told_values(column: &ColumnCounts, records: u64, k: u64) -> Vec<bool> {
    let mut reported: Vec<bool> = column.values.iter().map(|value| value.records >= k).collect();
    let shown: u64 = column.values.iter().filter(|value| value.records >= k).map(|value| value.records).sum();
    let mut hidden = records.saturating_sub(shown);
    if (1..k).contains(&hidden) {
        let smallest = (0..reported.len())
            .filter(|&number| reported[number])
            .min_by_key(|&number| (column.values[number].records, number));
        if let Some(number) = smallest {
            reported[number] = false;
            hidden += column.values[number].records;
        }
    }
    debug_assert!(hidden == 0 || hidden >= k || records < k, "a published value has at least k records");
    reported
}

/// The pairs that are reported of the reported values of two columns.
///
/// A line is a value of either column. Its rest is the records that have it and whose pair is not reported. The lines with a rest are
/// open, and a pair of two open lines is hidden, which adds to the rest of both. An open line whose rest is below k hides
/// its smallest pairs until it is not; that may open other lines. Rests only grow, so this ends; and a line has at least k records,
/// so all its pairs suffice.
pub(super) fn told_pairs(pairs: Vec<Pair>, left: &ColumnCounts, right: &ColumnCounts, k: u64) -> Vec<Pair> {
    let mut hiding = Hiding::new(pairs, left, right);
    for pair in 0..hiding.pairs.len() {
        if hiding.pairs[pair].records < k {
            hiding.hide(pair);
        }
    }
    while let Some(line) = hiding.opened.pop_front() {
        hiding.treat(line, k);
    }
    let reported = hiding.reported;
    hiding.pairs.into_iter().zip(reported).filter_map(|(pair, reported)| reported.then_some(pair)).collect()
}

struct Hiding {
    pairs: Vec<Pair>,
    reported: Vec<bool>,
    /// The number of left values: lines are left values, then right ones.
    lefts: usize,
    rest: Vec<u64>,
    /// The pairs of each line: `of_lines[starts[line]..starts[line + 1]]`.
    starts: Vec<usize>,
    of_lines: Vec<usize>,
    /// Lines that have a rest and were not looked at since.
    opened: VecDeque<usize>,
}

impl Hiding {
    fn new(pairs: Vec<Pair>, left: &ColumnCounts, right: &ColumnCounts) -> Self {
        let rest = remaining(&pairs, left, right);
        let lefts = left.values.len();
        let lines = |pair: &Pair| [pair.left as usize, lefts + pair.right as usize];
        let mut starts = vec![0; rest.len() + 1];
        for line in pairs.iter().flat_map(lines) {
            starts[line + 1] += 1;
        }
        for line in 1..starts.len() {
            starts[line] += starts[line - 1];
        }
        let mut next = starts.clone();
        let mut of_lines = vec![0; pairs.len() * 2];
        for (number, pair) in pairs.iter().enumerate() {
            for line in lines(pair) {
                of_lines[next[line]] = number;
                next[line] += 1;
            }
        }
        let opened = (0..rest.len()).filter(|&line| rest[line] > 0).collect();
        Self { reported: vec![true; pairs.len()], pairs, lefts, rest, starts, of_lines, opened }
    }

    fn lines(&self, pair: usize) -> [usize; 2] {
        [self.pairs[pair].left as usize, self.lefts + self.pairs[pair].right as usize]
    }

    fn hide(&mut self, pair: usize) {
        self.reported[pair] = false;
        for line in self.lines(pair) {
            if self.rest[line] == 0 {
                self.opened.push_back(line);
            }
            self.rest[line] += self.pairs[pair].records;
        }
    }

    fn told_of(&self, line: usize) -> Vec<usize> {
        let all = &self.of_lines[self.starts[line]..self.starts[line + 1]];
        all.iter().copied().filter(|&pair| self.reported[pair]).collect()
    }

    fn treat(&mut self, line: usize, k: u64) {
        for pair in self.told_of(line) {
            if self.lines(pair).iter().all(|&line| self.rest[line] > 0) {
                self.hide(pair);
            }
        }
        if self.rest[line] < k {
            let mut reported = self.told_of(line);
            reported.sort_unstable_by_key(|&pair| (self.pairs[pair].records, pair));
            for pair in reported {
                if self.rest[line] >= k {
                    break;
                }
                self.hide(pair);
            }
        }
    }
}
