//! Against somebody who tries every table.

use super::*;
use lethe_data::{Column, Table, TypeChoice};
use lethe_num::{Rational, ratio};
use proptest::prelude::*;

fn context() -> Context {
    Context::new(2).unwrap()
}

/// A graph of rows of values; a missing value is none.
fn graph(rows: &[Vec<Option<u8>>]) -> Graph {
    let columns: Vec<Column> = (0..rows[0].len())
        .map(|column| {
            let texts: Vec<Option<String>> =
                rows.iter().map(|row| row[column].map(|value| format!("v{value}"))).collect();
            Column::from_texts(&format!("c{column}"), texts.iter().map(Option::as_deref), TypeChoice::Infer)
                .unwrap()
        })
        .collect();
    let all: Vec<usize> = (0..columns.len()).collect();
    Graph::of(&Table::new(columns).unwrap(), &all, &context()).unwrap()
}

/// What is known about a cell: its records, or nothing.
type Known = Vec<Vec<Option<u64>>>;

/// Whether some table has these sums, the known cells, and at least `k` records in a cell.
fn exists(
    known: &Known,
    rows: &mut [u64],
    columns: &mut [u64],
    cell: (usize, usize),
    k: u64,
    at: usize,
) -> bool {
    let width = columns.len();
    if at == rows.len() * width {
        return rows.iter().chain(columns.iter()).all(|&left| left == 0);
    }
    let (row, column) = (at / width, at % width);
    if column == 0 && row > 0 && rows[row - 1] > 0 {
        return false;
    }
    let most = rows[row].min(columns[column]);
    let least = if (row, column) == cell { k } else { 0 };
    let tries = known[row][column].map_or(least..=most, |records| records.max(least)..=records.min(most));
    for records in tries {
        rows[row] -= records;
        columns[column] -= records;
        let found = exists(known, rows, columns, cell, k, at + 1);
        rows[row] += records;
        columns[column] += records;
        if found {
            return true;
        }
    }
    false
}

/// Asks of every pair of named values with 1 to k - 1 records whether it could have k, knowing the sums of all named values and
/// of the others together.
fn attack(graph: &Graph, released: &ReleasedPair, k: u64) {
    let [left, right] = &released.named;
    if left.is_empty() {
        return;
    }
    let ranges = matrix::column_ranges(graph);
    let sides = [ranges[released.columns.0 as usize].clone(), ranges[released.columns.1 as usize].clone()];
    let line = |named: &[u32], node: u32| named.binary_search(&node).unwrap_or(named.len());
    let (mut rows, mut columns) = (vec![0; left.len() + 1], vec![0; right.len() + 1]);
    for (from, to, records) in matrix::cells(graph, &sides) {
        rows[line(left, from)] += records;
        columns[line(right, to)] += records;
    }
    let rectangle = &released.rectangle;
    let is_inside = |side: &[(u32, u64)], node: Option<&u32>| {
        node.is_none_or(|node| side.iter().any(|(inside, _)| inside == node))
    };
    let mut known: Known = vec![vec![None; columns.len()]; rows.len()];
    for (row, line) in known.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            let (one, other) = (left.get(row), right.get(column));
            if !(is_inside(&rectangle.left, one) && is_inside(&rectangle.right, other)) {
                let kept = released.kept.iter().find(|kept| (Some(&kept.0), Some(&kept.1)) == (one, other));
                *cell = Some(kept.map_or(0, |kept| kept.2));
            }
        }
    }
    for (row, &from) in left.iter().enumerate() {
        for (column, &to) in right.iter().enumerate() {
            let records = graph.together(from as usize, to as usize);
            if (1..k).contains(&records) {
                assert!(exists(&known, &mut rows, &mut columns, (row, column), k, 0), "{released:?}");
            }
        }
    }
}

fn rows() -> impl Strategy<Value = Vec<Vec<Option<u8>>>> {
    let row = proptest::collection::vec(proptest::option::weighted(0.95, 0..3_u8), 2..=2);
    proptest::collection::vec(row, 1..20)
}

proptest! {
    #[test]
    fn no_rare_pair_can_be_worked_out(rows in rows(), k in 1..5_u64, theta in proptest::option::of(0.0..2.0_f64)) {
        let graph = graph(&rows);
        let released = sanitise(&graph, &Request { k, theta, pairs: Pairs::All }, &context()).unwrap();
        for pair in &released.pairs {
            attack(&graph, pair, k);
            // The check finds nothing to object to: what is made is safe already.
            let ranges = matrix::column_ranges(&graph);
            let sides = [ranges[0].clone(), ranges[1].clone()];
            let can_be_shown = matrix::Matrix::new(&matrix::cells(&graph, &sides), &sides, k).is_some();
            prop_assert_eq!(can_be_shown, !pair.named[0].is_empty());
            prop_assert!(pair.kept.iter().all(|kept| kept.2 >= k));
        }
        prop_assert!(released.is_forest());
        // The probabilities of a value keep their sum but for the values that are not named.
        for pair in released.pairs.iter().filter(|pair| !pair.named[0].is_empty()) {
            for &from in &pair.named[0] {
                let mut sum = Rational::ZERO;
                for &to in &pair.named[1] {
                    sum += released.probability(&graph, from as usize, to as usize).unwrap();
                }
                let records = graph.nodes()[from as usize].records;
                let with_value: u64 = graph.beside(from as usize).map(|(_, together)| together).sum();
                let all = ratio(with_value.into(), records.into()).unwrap();
                let is_whole = sum == all;
                prop_assert!(is_whole || (sum <= all && pair.rectangle.unnamed[1] > 0));
            }
        }
        let alone = sanitise(&graph, &Request { k, theta, pairs: Pairs::All }, &Context::new(1).unwrap()).unwrap();
        prop_assert_eq!(released, alone);
    }
}

fn table_of(cells: &[(u8, u8, usize)]) -> Graph {
    let rows: Vec<Vec<Option<u8>>> = cells
        .iter()
        .flat_map(|&(left, right, records)| std::iter::repeat_n(vec![Some(left), Some(right)], records))
        .collect();
    graph(&rows)
}

#[test]
fn example_5_one_risky_inference_is_lowered_to_what_all_have() {
    // As f -> 64123 in the example, with records enough that values may be named: value 1 has always value 2.
    let graph = table_of(&[(0, 0, 30), (0, 1, 30), (0, 2, 20), (1, 2, 20)]);
    let request = Request { k: 5, theta: Some(1.0), pairs: Pairs::All };
    let released = sanitise(&graph, &request, &context()).unwrap();
    let (from, to) = (1, 4);
    assert_eq!(graph.together(from, to), graph.nodes()[from].records);
    let pair = &released.pairs[0];
    assert!(pair.risky > 0 && pair.above == 0);
    let lowered = released.probability(&graph, from, to).unwrap();
    assert!(lowered < Rational::ONE, "{lowered}");
}

#[test]
fn a_rare_pair_takes_companions_along() {
    let graph = table_of(&[(0, 0, 2), (0, 1, 40), (1, 0, 40), (1, 1, 40), (2, 2, 50)]);
    let released = sanitise(&graph, &Request { k: 5, theta: None, pairs: Pairs::All }, &context()).unwrap();
    let pair = &released.pairs[0];
    assert_eq!(pair.rectangle.left, [(0, 42), (1, 80)]);
    assert_eq!(pair.rectangle.right, [(3, 42), (4, 80)]);
    assert_eq!(pair.kept, [(2, 5, 50)]);
    // 42 * 42 / 122 records instead of 2.
    assert_eq!(released.probability(&graph, 0, 3), ratio(42, 122));
    assert_eq!(released.probability(&graph, 2, 5), ratio(1, 1));
    assert_eq!(released.probability(&graph, 2, 3), ratio(0, 1));
}

#[test]
fn values_of_too_few_records_are_not_named() {
    let graph = table_of(&[(0, 0, 2), (1, 1, 40), (2, 1, 30), (1, 2, 9)]);
    let released = sanitise(&graph, &Request { k: 5, theta: None, pairs: Pairs::All }, &context()).unwrap();
    let pair = &released.pairs[0];
    // Two records are too few to be the ones not named, so the next value joins them; on the right nothing else is rare.
    assert_eq!(pair.named, [vec![1], vec![4]]);
    assert_eq!(released.probability(&graph, 0, 3), None);
    let nobody = table_of(&[(0, 0, 2)]);
    let released = sanitise(&nobody, &Request { k: 5, theta: None, pairs: Pairs::All }, &context()).unwrap();
    assert!(released.pairs[0].named[0].is_empty() && released.probability(&nobody, 0, 1).is_none());
}

#[test]
fn three_columns_form_a_cycle_unless_chosen() {
    let rows: Vec<Vec<Option<u8>>> =
        (0..12).map(|row| vec![Some(row % 2), Some(row % 2), Some(row % 2)]).collect();
    let graph = graph(&rows);
    let released = |pairs| sanitise(&graph, &Request { k: 2, theta: None, pairs }, &context()).unwrap();
    assert!(!released(Pairs::All).is_forest());
    assert!(released(Pairs::Only(vec![(1, 0), (1, 2)])).is_forest());
}
