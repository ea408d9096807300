//! Releases in which only some rows are split.

use super::oracle::{CONTEXTS, Small, set, small};
use lethe_data::{ColumnSet, Table};
use lethe_discovery::qid::{self, Algorithm as _, Exact, Limits};
use lethe_transform::compartment::{NOT_APPLICABLE, Options, Question, compartments, rows_to_split, split};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

struct Released {
    sets: Vec<ColumnSet>,
    split: Vec<bool>,
    table: Table,
    sources: Vec<u32>,
}

fn release(question: &Question<'_>, seed: u64) -> Released {
    let sets = compartments(question, &Options::default(), &CONTEXTS[0]).unwrap().sets;
    let [one, two] = [0, 1].map(|i| rows_to_split(question, &sets, &CONTEXTS[i]).unwrap());
    assert_eq!(one, two, "threads make no difference");
    let (table, sources) = split(question.table, &question.columns, &sets, &one, seed, &CONTEXTS[1]).unwrap();
    Released { sets, split: one, table, sources }
}

fn found(table: &Table, k: u64, max_size: Option<usize>) -> Vec<ColumnSet> {
    let limits = Limits { k, max_size, ..Limits::default() };
    let question = qid::Question::new(table, 0..table.columns().len(), limits).unwrap();
    Exact.find(&question, &CONTEXTS[0]).unwrap().minimal
}

/// On every set of columns an attacker may know: the records behind the released rows that look alike, each counted once.
fn fewest_sources(released: &Released, small: &Small) -> u64 {
    let width = released.table.columns().len();
    let mut fewest = u64::MAX;
    for bits in
        (1..1usize << width).filter(|bits| small.max_size.is_none_or(|m| bits.count_ones() as usize <= m))
    {
        let mut alike: BTreeMap<Vec<Option<&str>>, BTreeSet<u32>> = BTreeMap::new();
        for (row, &source) in released.sources.iter().enumerate() {
            let shown = set(bits).iter().map(|column| released.table.column(column).text(row)).collect();
            alike.entry(shown).or_default().insert(source);
        }
        for sources in alike.values() {
            let weight = |source: &u32| small.weights.as_ref().map_or(1, |weights| weights[*source as usize]);
            let records: u64 = sources.iter().map(weight).sum();
            fewest = if records == 0 { fewest } else { fewest.min(records) };
        }
    }
    fewest
}

/// What the rows show, in an order that is the same for equal contents.
fn contents(table: &Table) -> Vec<Vec<Option<String>>> {
    let cells = |row| table.columns().iter().map(|column| column.text(row).map(str::to_owned)).collect();
    (0..table.rows()).map(cells).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nobody_is_exposed_by_whole_and_split_rows(small in small(5, 12), seed in any::<u64>()) {
        let table = small.table();
        let columns: Vec<usize> = (0..5).filter(|column| small.is_safe(1 << column)).collect();
        prop_assume!(!columns.is_empty());
        let question = Question { columns: columns.clone(), ..small.question(&table) };
        let released = release(&question, seed);
        prop_assert_eq!(found(&released.table, small.k, small.max_size), []);
        prop_assert!(fewest_sources(&released, &small) >= small.k);
        let bits = columns.iter().fold(0, |bits, column| bits | 1 << column);
        prop_assert_eq!(released.split.contains(&true), !small.is_safe(bits));
        let original = table.project(&columns);
        for (row, &source) in released.sources.iter().enumerate() {
            let shown: Vec<Option<&str>> = released.table.columns().iter().map(|c| c.text(row)).collect();
            let before: Vec<Option<&str>> = original.columns().iter().map(|c| c.text(source as usize)).collect();
            if !released.split[source as usize] {
                prop_assert_eq!(shown, before);
                continue;
            }
            let expected = |set: &ColumnSet, i: usize| {
                if set.contains(columns[i]) { before[i] } else { Some(NOT_APPLICABLE) }
            };
            let is_part = |set: &ColumnSet| (0..columns.len()).all(|i| shown[i] == expected(set, i));
            prop_assert!(released.sets.iter().any(is_part));
        }
        let expected: usize = released.split.iter().map(|&split| if split { released.sets.len() } else { 1 }).sum();
        prop_assert_eq!(released.table.rows(), expected);
    }

    #[test]
    fn the_release_does_not_tell_the_order_of_the_rows(small in small(4, 10), shift in any::<prop::sample::Index>()) {
        let mut rotated = Small { weights: None, ..small.clone() };
        let small = Small { weights: None, ..small };
        prop_assume!(!small.rows.is_empty());
        rotated.rows.rotate_left(shift.index(small.rows.len()));
        let released = [&small, &rotated].map(|small| {
            let table = small.table();
            let columns = (0..4).filter(|column| small.is_safe(1 << column)).collect();
            contents(&release(&Question { columns, ..small.question(&table) }, 7).table)
        });
        prop_assert_eq!(&released[0], &released[1]);
    }
}

#[test]
fn a_compartment_that_exposes_records_is_refused() {
    let small = Small {
        rows: vec![vec![1, 1], vec![1, 2], vec![1, 2]],
        width: 2,
        weights: None,
        k: 2,
        max_size: None,
    };
    let table = small.table();
    let error = rows_to_split(&small.question(&table), &[set(0b11)], &CONTEXTS[0]).unwrap_err();
    assert_eq!(error.fault(), lethe_data::Fault::Request);
}

#[test]
fn an_empty_table_and_a_safe_one_stay_whole() {
    for rows in [Vec::new(), vec![vec![1, 2]; 3]] {
        let small = Small { rows, width: 2, weights: None, k: 3, max_size: None };
        let table = small.table();
        let released = release(&small.question(&table), 0);
        assert_eq!(contents(&released.table), contents(&table));
    }
}
