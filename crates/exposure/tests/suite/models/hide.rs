//! What is hidden stays hidden.

use crate::models::made::{Rows, context, model, rows, table};
use lethe_exposure::Model;
use lethe_exposure::pairs::Pair;
use proptest::prelude::*;

fn reported(pairs: &[Pair], left: u32, right: u32) -> Option<u64> {
    pairs.iter().find(|pair| (pair.left, pair.right) == (left, right)).map(|pair| pair.records)
}

/// The largest count of a cell over all tables of counts with these margins, by trying every one of them.
fn largest(rows: &[u64], columns: &[u64], cell: (usize, usize)) -> Option<u64> {
    fn fill(
        rows: &[u64],
        at: usize,
        left: &mut Vec<u64>,
        open: u64,
        cell: (usize, usize),
        mine: u64,
        best: &mut Option<u64>,
    ) {
        let width = left.len();
        if at == rows.len() * width {
            if open == 0 && left.iter().all(|&left| left == 0) {
                *best = Some(best.map_or(mine, |best| best.max(mine)));
            }
            return;
        }
        let (row, column) = (at / width, at % width);
        let open = if column == 0 && at > 0 {
            if open > 0 {
                return;
            }
            rows[row]
        } else {
            open
        };
        for records in 0..=open.min(left[column]) {
            left[column] -= records;
            let mine = if (row, column) == cell { records } else { mine };
            fill(rows, at + 1, left, open - records, cell, mine, best);
            left[column] += records;
        }
    }
    let mut best = None;
    fill(rows, 0, &mut columns.to_vec(), rows.first().copied().unwrap_or(0), cell, 0, &mut best);
    best
}

/// For every pair that is not told and may exist, the most records that all that is told about its columns allows.
fn check_against_every_table(safe: &Model, k: u64) -> Result<(), TestCaseError> {
    for (left, right, pairs) in safe.tables() {
        let (one, two) = (&safe.columns()[left], &safe.columns()[right]);
        let untold = |column: &lethe_exposure::model::ColumnCounts| safe.records() - column.reported();
        // What is left to be told of every value, and of the records without a told value.
        let mut rows: Vec<u64> = one.values.iter().map(|value| value.records).collect();
        let mut columns: Vec<u64> = two.values.iter().map(|value| value.records).collect();
        for pair in pairs {
            rows[pair.left as usize] -= pair.records;
            columns[pair.right as usize] -= pair.records;
        }
        for &rest in rows.iter().chain(&columns) {
            prop_assert!(rest == 0 || rest >= k);
        }
        // A told pair is settled, which a full rectangle of the others must not contradict.
        let open_rows: Vec<usize> = (0..rows.len()).filter(|&row| rows[row] > 0).collect();
        let open_columns: Vec<usize> = (0..columns.len()).filter(|&column| columns[column] > 0).collect();
        let mut row_rests: Vec<u64> = open_rows.iter().map(|&row| rows[row]).collect();
        let mut column_rests: Vec<u64> = open_columns.iter().map(|&column| columns[column]).collect();
        row_rests.push(untold(one));
        column_rests.push(untold(two));
        for (at, &row) in open_rows.iter().enumerate() {
            for (along, &column) in open_columns.iter().enumerate() {
                prop_assert_eq!(reported(pairs, row as u32, column as u32), None);
                if let Some(most) = largest(&row_rests, &column_rests, (at, along)) {
                    prop_assert!(most >= k, "{} of {}", most, k);
                    let bounds = safe.bounds(left, right).unwrap().of(Some(row as u32), Some(column as u32));
                    prop_assert_eq!((bounds.lower, bounds.upper), (0, most));
                } else {
                    prop_assert!(false, "the truth itself is such a table");
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn no_pair_can_be_proven_rare_in_tiny_tables(rows in rows(2, 9), k in 2u64..4) {
        let Ok(safe) = model(&table(&["a", "b"], &rows)).sanitize(k) else {
            prop_assert!((1..k).contains(&(rows.len() as u64)));
            return Ok(());
        };
        check_against_every_table(&safe.model, k)?;
    }

    #[test]
    fn nothing_rare_and_no_rest_below_k_is_told(rows in rows(4, 60), k in 2u64..9) {
        let exact = model(&table(&["a", "b", "c", "d"], &rows));
        let Ok(safe) = exact.sanitize(k) else {
            prop_assert!((1..k).contains(&(rows.len() as u64)));
            return Ok(());
        };
        let safe = safe.model;
        for column in safe.columns() {
            let rest = safe.records() - column.reported();
            prop_assert!(rest == 0 || rest >= k);
            let of_truth = exact.columns().iter().find(|other| other.name == column.name).unwrap();
            for value in &column.values {
                prop_assert!(value.records >= k && of_truth.values.contains(value));
            }
        }
        for (left, right, pairs) in safe.tables() {
            let rest = |records: u64, on: &dyn Fn(&Pair) -> bool| {
                records - pairs.iter().filter(|pair| on(pair)).map(|pair| pair.records).sum::<u64>()
            };
            let lefts = safe.columns()[left].values.iter().zip(0u32..);
            let lefts: Vec<u64> = lefts.map(|(value, at)| rest(value.records, &|pair| pair.left == at)).collect();
            let rights = safe.columns()[right].values.iter().zip(0u32..);
            let rights: Vec<u64> = rights.map(|(value, at)| rest(value.records, &|pair| pair.right == at)).collect();
            prop_assert!(lefts.iter().chain(&rights).all(|&rest| rest == 0 || rest >= k));
            for pair in pairs {
                prop_assert!(pair.records >= k);
                prop_assert!(lefts[pair.left as usize] == 0 || rights[pair.right as usize] == 0);
            }
        }
    }

    #[test]
    fn bounds_of_merged_models_hold_the_truth(one in rows(3, 30), two in rows(3, 30), three in rows(3, 9), k in 2u64..5) {
        let names = ["a", "b", "c"];
        let exact = [one, two, three].map(|rows: Rows| model(&table(&names, &rows)));
        let truth = Model::merge(&exact).unwrap();
        let [first, second, third] = exact;
        let (Ok(first), Ok(second)) = (first.sanitize(k), second.sanitize(k + 1)) else { return Ok(()) };
        let merged = Model::merge(&[first.model, second.model, third]).unwrap();
        prop_assert!(merged.is_merged() && merged.treatments().len() == 2);
        for (left, right, pairs) in truth.tables() {
            let bounds = merged.bounds(left, right).unwrap();
            for (one, left_value) in (0..).zip(&truth.columns()[left].values) {
                for (two, right_value) in (0..).zip(&truth.columns()[right].values) {
                    let records = reported(pairs, one, two).unwrap_or(0);
                    let place = |column: usize, text: &str| merged.columns()[column].find(text);
                    let found = bounds.of(place(left, &left_value.text), place(right, &right_value.text));
                    prop_assert!(found.lower <= records && records <= found.upper, "{:?} {}", found, records);
                }
            }
        }
    }
}

#[test]
fn subtraction_does_not_bring_a_hidden_pair_back() {
    // Ten of m and ten of f; one f in town b. Hiding that pair alone would leave 10 - 9 = 1.
    let mut records: Rows = vec![vec![Some(0), Some(0)]; 9];
    records.extend(vec![vec![Some(0), Some(1)]; 1]);
    records.extend(vec![vec![Some(1), Some(0)]; 4]);
    records.extend(vec![vec![Some(1), Some(1)]; 6]);
    let safe = model(&table(&["sex", "town"], &records)).sanitize(3).unwrap();
    assert_eq!(safe.model.values(), 4);
    assert_eq!(safe.model.pairs(), 0);
    assert_eq!((safe.hidden.pairs, safe.hidden.pairs_besides), (4, 3));
    let safe = safe.model;
    assert!(safe.sanitize(3).is_err());
    assert!(safe.update(&table(&["sex", "town"], &records), false, &context(1)).is_err());
}

#[test]
fn the_total_of_a_column_does_not_bring_a_hidden_value_back() {
    let mut records: Rows = vec![vec![Some(0)]; 6];
    records.extend(vec![vec![Some(1)]; 5]);
    records.push(vec![Some(2)]);
    let exact = model(&table(&["a"], &records));
    let safe = exact.sanitize(5).unwrap();
    assert_eq!((safe.model.values(), safe.hidden.values, safe.hidden.values_besides), (1, 2, 1));
    assert_eq!(safe.model.columns()[0].values[0].records, 6);
    assert!(exact.sanitize(1).is_err());
    assert!(exact.sanitize(13).is_err(), "fewer than k people are too few to be told of");
}
