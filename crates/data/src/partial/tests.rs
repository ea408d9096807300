//! Parts, merged in any order, against counts of the whole with plain maps.

use super::*;
use crate::{Column, Context, Table, TypeChoice};
use proptest::prelude::*;
use std::collections::BTreeMap;

type Rows = Vec<Vec<Option<u8>>>;

/// A part; its dictionaries hold only what occurs in it, so that codes differ between parts.
fn table(rows: &[Vec<Option<u8>>], columns: usize) -> Table {
    let column = |place: usize| {
        let texts: Vec<Option<String>> =
            rows.iter().map(|row| row[place].map(|value| value.to_string())).collect();
        Column::from_texts(&format!("c{place}"), texts.iter().map(Option::as_deref), TypeChoice::Infer)
    };
    Table::new((0..columns).map(|place| column(place).unwrap()).collect()).unwrap()
}

fn naive(rows: &Rows, set: &[usize]) -> BTreeMap<Vec<Option<u8>>, u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(set.iter().map(|&place| row[place]).collect()).or_default() += 1;
    }
    counts
}

fn parts(rows: &Rows, of: &[u8], width: usize) -> Vec<Table> {
    let part = |part: u8| {
        let rows: Rows =
            rows.iter().zip(of).filter(|(_, of)| **of == part).map(|(row, _)| row.clone()).collect();
        table(&rows, width)
    };
    // The last part first, so that a value's first part is not always the first that is counted.
    (0..4).rev().map(part).collect()
}

fn cases() -> impl Strategy<Value = (Rows, Vec<u8>)> {
    (0usize..40).prop_flat_map(|rows| {
        let cell = prop::option::weighted(0.9, 0u8..4);
        (prop::collection::vec(prop::collection::vec(cell, 3), rows), prop::collection::vec(0u8..4, rows))
    })
}

proptest! {
    #[test]
    fn merged_parts_have_the_combinations_of_the_whole((rows, of) in cases(), threads in 1usize..4) {
        let context = Context::new(threads).unwrap();
        let mut all = Combinations::of(&table(&[], 3), &[0, 1, 2], &context).unwrap();
        for part in parts(&rows, &of, 3) {
            all.merge(Combinations::of(&part, &[0, 1, 2], &context).unwrap()).unwrap();
        }
        prop_assert_eq!(all.records(), rows.len() as u64);
        let merged = all.into_table().unwrap();
        let mut found = BTreeMap::new();
        for row in 0..merged.rows() {
            let cell = |column: &Column| column.text(row).map(|text| text.parse().unwrap());
            let key: Vec<Option<u8>> = merged.columns().iter().map(cell).collect();
            found.insert(key, merged.weights().unwrap()[row]);
        }
        prop_assert_eq!(found, naive(&rows, &[0, 1, 2]));
        let whole = Combinations::of(&table(&rows, 3), &[0, 1, 2], &context).unwrap().into_table().unwrap();
        prop_assert_eq!(whole.weights(), merged.weights());
    }

    #[test]
    fn merged_parts_have_the_histograms_of_the_whole((rows, of) in cases(), sensitive in 0usize..3) {
        let context = Context::new(2).unwrap();
        let quasi: Vec<usize> = (0..3).filter(|&place| place != sensitive).collect();
        let mut all: Option<ClassHistograms> = None;
        for part in parts(&rows, &of, 3) {
            let part = ClassHistograms::of(&part, &quasi, sensitive, &context).unwrap();
            match &mut all {
                Some(all) => all.merge(part).unwrap(),
                None => all = Some(part),
            }
        }
        let all = all.unwrap();
        let classes = all.classes();
        let sizes = naive(&rows, &quasi);
        prop_assert_eq!(classes.len(), sizes.len());
        let number = |text: Option<&str>| text.map(|text| text.parse::<u8>().unwrap());
        for class in classes {
            let key: Vec<Option<u8>> = class.class.iter().copied().map(number).collect();
            prop_assert_eq!(class.records, sizes[&key]);
            let is_in = |row: &&Vec<Option<u8>>| quasi.iter().zip(&key).all(|(&place, value)| row[place] == *value);
            for (value, records) in &class.values {
                let count = rows.iter().filter(is_in).filter(|row| row[sensitive] == number(*value)).count();
                prop_assert_eq!(*records, count as u64);
            }
        }
    }

    #[test]
    fn merged_parts_have_the_candidate_counts_of_the_whole((rows, of) in cases(), k in 1u64..5) {
        let context = Context::new(2).unwrap();
        let sets = [vec![0], vec![1, 2], vec![0, 1, 2]];
        let mut all = CandidateCounts::of(&table(&[], 3), &sets, &context).unwrap();
        for part in parts(&rows, &of, 3) {
            all.merge(CandidateCounts::of(&part, &sets, &context).unwrap()).unwrap();
        }
        for (set, found) in sets.iter().zip(all.finish(k)) {
            let naive = naive(&rows, set);
            prop_assert_eq!(found.classes, naive.len() as u64);
            prop_assert_eq!(found.smallest, naive.values().copied().min().unwrap_or(0));
            prop_assert_eq!(found.exposed, naive.values().filter(|&&count| count < k).sum::<u64>());
        }
    }
}

#[test]
fn parts_with_other_columns_are_refused() {
    let context = Context::new(1).unwrap();
    let rows: Rows = vec![vec![Some(1), Some(2)]];
    let mut one = Combinations::of(&table(&rows, 2), &[0, 1], &context).unwrap();
    assert!(one.merge(Combinations::of(&table(&rows, 2), &[0], &context).unwrap()).is_err());
    let mut one = Combinations::of(&table(&rows, 2), &[0], &context).unwrap();
    assert!(one.merge(Combinations::of(&table(&rows, 2), &[0, 1], &context).unwrap()).is_err());
}

#[test]
fn counts_that_do_not_fit_64_bits_are_refused() {
    let context = Context::new(1).unwrap();
    let part = || table(&[vec![Some(1)]], 1).with_weights(vec![u64::MAX]).unwrap();
    let mut one = Combinations::of(&part(), &[0], &context).unwrap();
    assert!(one.merge(Combinations::of(&part(), &[0], &context).unwrap()).is_err());
}
