//! Somebody who knows how the search hides: of all tables, only those that would have led to the same file are possible.

use crate::models::made::{Rows, model, table};
use lethe_exposure::Model;
use std::collections::BTreeMap;

/// Counts of the pairs of two columns with two values each; the third row and column are for a missing value.
type Counts = [[u64; 3]; 3];

/// Every table of so many records; without missing values where none are wanted.
fn every_table(records: u64, has_missing: bool) -> Vec<Counts> {
    let cells: Vec<(usize, usize)> = (0..3)
        .flat_map(|row| (0..3).map(move |column| (row, column)))
        .filter(|&(row, column)| has_missing || (row < 2 && column < 2))
        .collect();
    let mut found = vec![([[0; 3]; 3], records)];
    for (at, &(row, column)) in cells.iter().enumerate() {
        let is_last = at + 1 == cells.len();
        let mut next = Vec::new();
        for (counts, left) in found {
            for count in (if is_last { left } else { 0 })..=left {
                let mut counts: Counts = counts;
                counts[row][column] = count;
                next.push((counts, left - count));
            }
        }
        found = next;
    }
    found.into_iter().map(|(counts, _)| counts).collect()
}

fn trained(counts: &Counts) -> Model {
    let mut rows: Rows = Vec::new();
    for (left, line) in (0u8..).zip(counts) {
        for (right, &records) in (0u8..).zip(line) {
            let cell = |value: u8| (value < 2).then_some(value);
            rows.extend((0..records).map(|_| vec![cell(left), cell(right)]));
        }
    }
    model(&table(&["a", "b"], &rows))
}

/// A file, and the tables that lead to it.
struct File {
    safe: Model,
    tables: Vec<Counts>,
}

impl File {
    /// The number of a told value in the tables.
    fn reported(&self, column: usize) -> Vec<usize> {
        let values = &self.safe.columns()[column].values;
        values.iter().map(|value| usize::from(&*value.text == "10")).collect()
    }

    /// The pairs of told values that are not told, by their places in the file and by their numbers in the tables.
    fn hidden(&self) -> Vec<((usize, usize), (usize, usize))> {
        let pairs = self.safe.table(0, 1);
        let mut found = Vec::new();
        for (left, one) in self.reported(0).into_iter().enumerate() {
            for (right, two) in self.reported(1).into_iter().enumerate() {
                if !pairs.iter().any(|pair| (pair.left as usize, pair.right as usize) == (left, right)) {
                    found.push(((left, right), (one, two)));
                }
            }
        }
        found
    }

    /// Whether all tables have 1 to k − 1 records in some pair.
    fn proves_a_rare_pair(&self, k: u64) -> bool {
        self.hidden()
            .iter()
            .any(|&(_, (one, two))| self.tables.iter().all(|counts| (1..k).contains(&counts[one][two])))
    }
}

fn files(records: u64, k: u64, has_missing: bool) -> Vec<File> {
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for counts in every_table(records, has_missing) {
        let safe = trained(&counts).sanitize(k).unwrap().model;
        let file = files.entry(format!("{safe:?}")).or_insert(File { safe, tables: Vec::new() });
        file.tables.push(counts);
    }
    files.into_values().collect()
}

#[test]
fn a_pair_of_few_records_can_be_proven_rare_by_knowing_the_search() {
    // Two values of two records each on both sides: had everybody the same pair, it would be told.
    let files = files(4, 2, false);
    let proven: Vec<&File> = files.iter().filter(|file| file.proves_a_rare_pair(2)).collect();
    let all_hidden = proven.iter().find(|file| file.safe.pairs() == 0 && file.safe.values() == 4).unwrap();
    assert_eq!(all_hidden.tables, [[[1, 1, 0], [1, 1, 0], [0, 0, 0]]]);
    // The counts alone do not prove it: they allow the other tables with these sums.
    let bounds = all_hidden.safe.bounds(0, 1).unwrap().of(Some(0), Some(0));
    assert_eq!((bounds.lower, bounds.upper), (0, 2));
}

#[test]
fn how_often_that_is_so_is_as_documented() {
    for (records, k, given_away, all) in [(12, 2, 24, 455), (24, 2, 72, 2925)] {
        let files = files(records, k, false);
        let proving = files.iter().filter(|file| file.proves_a_rare_pair(k));
        assert_eq!(proving.map(|file| file.tables.len()).sum::<usize>(), given_away, "{records}");
        assert_eq!(files.iter().map(|file| file.tables.len()).sum::<usize>(), all);
    }
}

#[test]
fn no_rare_value_can_be_proven_even_by_knowing_the_search() {
    for file in files(6, 2, true) {
        let reported = [file.reported(0), file.reported(1)];
        let is_explained = |counts: &Counts| {
            let records = |column: usize, value: usize| -> u64 {
                (0..3)
                    .map(|other| if column == 0 { counts[value][other] } else { counts[other][value] })
                    .sum()
            };
            (0..2).all(|column| {
                (0..2).all(|value| reported[column].contains(&value) || records(column, value) == 0)
            })
        };
        assert!(file.tables.iter().any(is_explained), "{:?}", file.safe);
    }
}

#[test]
fn where_enough_records_have_no_told_value_no_pair_can_be_proven_rare_by_knowing_the_search() {
    let k = 2;
    let (mut meant, mut proven) = (0, 0);
    for file in files(7, k, true) {
        let untold = [0, 1].map(|column| file.safe.records() - file.safe.columns()[column].reported());
        let hidden = file.hidden();
        let bounds = file.safe.bounds(0, 1).unwrap();
        let open: Vec<_> = hidden
            .iter()
            .filter(|((left, right), _)| bounds.of(Some(*left as u32), Some(*right as u32)).upper > 0)
            .collect();
        let mut lefts: Vec<usize> = open.iter().map(|((left, _), _)| *left).collect();
        let mut rights: Vec<usize> = open.iter().map(|((_, right), _)| *right).collect();
        for side in [&mut lefts, &mut rights] {
            side.sort_unstable();
            side.dedup();
        }
        let has_room = open
            .iter()
            .all(|((left, right), _)| bounds.of(Some(*left as u32), Some(*right as u32)).upper > k);
        let is_meant = has_room && untold[1] >= lefts.len() as u64 && untold[0] >= rights.len() as u64;
        proven += usize::from(file.proves_a_rare_pair(k));
        if is_meant && !open.is_empty() {
            meant += 1;
            assert!(!file.proves_a_rare_pair(k), "{:?}", file.safe);
        }
    }
    assert!(meant > 0 && proven > 0, "{meant} {proven}");
}
