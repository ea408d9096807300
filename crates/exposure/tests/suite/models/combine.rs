//! Merging, updating, removing.

use crate::models::made::{Rows, context, model, rows, table};
use lethe_data::Fault;
use lethe_exposure::Model;
use lethe_exposure::model::Gathered;
use proptest::prelude::*;
use std::collections::BTreeMap;

const NAMES: [&str; 3] = ["zip", "age", "sex"];

/// Counts by name and text, in the plainest way.
fn counted(names: &[&str], rows: &Rows) -> BTreeMap<Vec<(String, String)>, u64> {
    let one = table(names, rows);
    let mut counts = BTreeMap::new();
    for row in 0..rows.len() {
        let cells: Vec<(String, String)> = one
            .columns()
            .iter()
            .filter_map(|column| Some((column.name().to_owned(), column.text(row)?.to_owned())))
            .collect();
        for (at, cell) in cells.iter().enumerate() {
            *counts.entry(vec![cell.clone()]).or_default() += 1;
            for other in &cells[at + 1..] {
                let mut both = vec![cell.clone(), other.clone()];
                both.sort();
                *counts.entry(both).or_default() += 1;
            }
        }
    }
    counts
}

fn listed(model: &Model) -> BTreeMap<Vec<(String, String)>, u64> {
    let name = |column: usize, value: u32| {
        let column = &model.columns()[column];
        (column.name.clone(), column.values[value as usize].text.to_string())
    };
    let mut counts = BTreeMap::new();
    for (place, column) in model.columns().iter().enumerate() {
        for (value, count) in (0..).zip(&column.values) {
            counts.insert(vec![name(place, value)], count.records);
        }
    }
    for (left, right, pairs) in model.tables() {
        for pair in pairs {
            counts.insert(vec![name(left, pair.left), name(right, pair.right)], pair.records);
        }
    }
    counts
}

fn checked(model: &Model) -> Model {
    let tables = model.tables().map(|(_, _, pairs)| pairs.to_vec()).collect();
    let parts = (model.columns().to_vec(), tables, model.treatments().to_vec());
    Model::from_counts(model.records(), parts.0, parts.1, parts.2, model.is_merged()).unwrap()
}

proptest! {
    #[test]
    fn counts_are_the_naive_counts_at_any_number_of_threads(rows in rows(3, 20)) {
        let table = table(&NAMES, &rows);
        let trained = model(&table);
        prop_assert_eq!(&trained, &Model::train(&table, &[2, 0, 1], &context(2)).unwrap());
        prop_assert_eq!(listed(&trained), counted(&NAMES, &rows));
        prop_assert_eq!(trained.records(), rows.len() as u64);
        prop_assert_eq!(checked(&trained), trained);
    }

    #[test]
    fn merged_models_are_the_model_of_the_union(
        one in rows(3, 12), two in rows(3, 12), three in rows(3, 12), threads in 1usize..3,
    ) {
        let train = |rows: &Rows| Model::train(&table(&NAMES, rows), &[0, 1, 2], &context(threads)).unwrap();
        let parts = [train(&one), train(&two), train(&three)];
        let union = train(&[one, two, three].concat());
        prop_assert_eq!(Model::merge(&parts).unwrap(), union.clone());
        let reversed: Vec<Model> = parts.iter().rev().cloned().collect();
        prop_assert_eq!(Model::merge(&reversed).unwrap(), union);
    }

    #[test]
    fn rows_that_keep_coming_are_gathered_into_the_model_of_all(
        before in prop::option::of(rows(3, 12)), blocks in prop::collection::vec(rows(3, 12), 1..9),
    ) {
        let mut gathered = before.as_ref().map_or_else(Gathered::default, |rows| {
            Gathered::from_model(model(&table(&NAMES, rows)))
        });
        for block in &blocks {
            gathered.add(&table(&NAMES, block), &context(2)).unwrap();
        }
        let all: Rows = before.into_iter().chain(blocks).flatten().collect();
        prop_assert_eq!(gathered.finish().unwrap(), model(&table(&NAMES, &all)));
    }

    #[test]
    fn columns_of_some_silos_are_missing_for_the_records_of_others(one in rows(2, 12), two in rows(2, 12)) {
        let parts = [model(&table(&["zip", "age"], &one)), model(&table(&["age", "sex"], &two))];
        let mut union: Rows = one.iter().map(|row| vec![row[0], row[1], None]).collect();
        union.extend(two.iter().map(|row| vec![None, row[0], row[1]]));
        prop_assert_eq!(Model::merge(&parts).unwrap(), model(&table(&NAMES, &union)));
    }

    #[test]
    fn updating_is_retraining_and_removing_undoes_it(one in rows(3, 15), two in rows(3, 8)) {
        let (before, new) = (model(&table(&NAMES, &one)), table(&["sex", "zip", "age"], &two));
        let after = before.update(&new, false, &context(2)).unwrap();
        let moved = two.iter().map(|row| vec![row[1], row[2], row[0]]);
        let all: Rows = one.iter().cloned().chain(moved).collect();
        prop_assert_eq!(&after, &model(&table(&NAMES, &all)));
        prop_assert_eq!(after.update(&new, true, &context(1)).unwrap(), before);
    }

    #[test]
    fn what_is_removed_leaves_possible_counts_or_is_refused(one in rows(3, 6), two in rows(3, 2)) {
        if let Ok(left) = model(&table(&NAMES, &one)).update(&table(&NAMES, &two), true, &context(1)) {
            prop_assert_eq!(checked(&left), left);
        }
    }
}

#[test]
fn what_is_not_there_cannot_be_removed_and_only_the_column_is_named() {
    let before =
        model(&table(&NAMES, &vec![vec![Some(0), Some(1), Some(2)], vec![Some(3), Some(1), Some(0)]]));
    let removed = |row: [Option<u8>; 3]| {
        let error = before.update(&table(&NAMES, &vec![row.to_vec()]), true, &context(1)).unwrap_err();
        assert_eq!(error.fault(), Fault::Input);
        error.to_string()
    };
    let text = removed([Some(2), Some(1), Some(2)]);
    assert!(text.starts_with("column 'zip':") && !text.contains('x'), "{text}");
    let text = removed([Some(0), Some(1), Some(0)]);
    assert!(text.starts_with("columns 'sex' and 'zip':"), "{text}");
    // Nobody's age is missing, so nobody with a missing age can be removed.
    let text = removed([None, None, None]);
    assert!(text.starts_with("column 'age':"), "{text}");
    let text = removed([Some(0), None, Some(2)]);
    assert!(text.starts_with("column"), "{text}");
}

#[test]
fn nothing_one_row_and_one_column_are_models_too() {
    let empty = model(&table(&NAMES, &Vec::new()));
    assert_eq!((empty.records(), empty.values(), empty.pairs(), empty.columns().len()), (0, 0, 0, 3));
    assert_eq!(Model::merge(&[empty.clone(), empty.clone()]).unwrap(), empty);
    let one = model(&table(&["a"], &vec![vec![Some(1)]]));
    assert_eq!((one.records(), one.values(), one.pairs()), (1, 1, 0));
    assert!(Model::merge(&[]).is_err());
    let weighted = table(&["a", "b"], &vec![vec![Some(1), Some(1)], vec![Some(1), None]]);
    let weighted = model(&weighted.with_weights(vec![5, 7]).unwrap());
    assert_eq!(
        (weighted.records(), weighted.columns()[0].values[0].records, weighted.table(0, 1)[0].records),
        (12, 12, 5)
    );
}
