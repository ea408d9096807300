//! The re-join attack against every table that agrees with the files.

mod oracle;
mod planted;

use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_verify::rejoin::{Compartment, Order, Rejoin, RejoinOptions, attack};
use oracle::{Row, exact_bounds, exposed};
use proptest::prelude::*;

fn name(column: usize) -> String {
    ["a", "b", "c", "d"][column].to_owned()
}

fn table(rows: &[Row], columns: &[usize]) -> Table {
    let column = |&column: &usize| {
        let texts: Vec<String> = rows.iter().map(|row| row[column].to_string()).collect();
        // One value is missing, which is a value like any other.
        let cells = texts.iter().map(|text| (text != "2").then_some(text.as_str()));
        Column::from_texts(&name(column), cells, TypeChoice::Infer).unwrap()
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

fn attacked(rows: &[Row], compartments: &[Vec<usize>], k: u64, max_size: Option<usize>) -> Rejoin {
    // Each file has the rows in an order of its own.
    let tables: Vec<Table> = compartments
        .iter()
        .enumerate()
        .map(|(turn, columns)| {
            let mut rows = rows.to_vec();
            let by = turn % rows.len().max(1);
            rows.rotate_left(by);
            table(&rows, columns)
        })
        .collect();
    let given: Vec<Compartment<'_>> =
        tables.iter().map(|table| Compartment { table, order: Order::Sorted }).collect();
    let answers = [1, 3].map(|threads| {
        attack(&given, RejoinOptions { k, max_size }, &Context::new(threads).unwrap()).unwrap()
    });
    assert_eq!(format!("{:?}", answers[0]), format!("{:?}", answers[1]));
    answers[0].clone()
}

/// Few kinds of records, several of each, so that many families are k-anonymous.
fn records() -> impl Strategy<Value = Vec<Row>> {
    let kind = (0u8..3, 0u8..2, 0u8..2, 0u8..2).prop_map(<[u8; 4]>::from);
    prop::collection::vec((kind, 1usize..4), 0..5).prop_map(|kinds| {
        let mut rows: Vec<Row> = kinds.into_iter().flat_map(|(kind, times)| vec![kind; times]).collect();
        rows.truncate(8);
        rows
    })
}

fn family(most: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let columns = prop::collection::btree_set(0usize..4, 1..4).prop_map(|set| set.into_iter().collect());
    prop::collection::vec(columns, 1..=most)
}

fn max_size() -> impl Strategy<Value = Option<usize>> {
    prop::sample::select(vec![None, Some(1), Some(2), Some(3)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 3000 }))]

    #[test]
    fn nobody_is_claimed_whom_some_table_that_agrees_with_the_files_does_not_have(
        rows in records(), family in family(4), k in 2u64..4, max_size in max_size(),
    ) {
        let rejoin = attacked(&rows, &family, k, max_size);
        let bounds = exact_bounds(&rows, &family);
        for found in &rejoin.found {
            let columns: Vec<usize> = (0..4).filter(|&column| found.columns.contains(&name(column))).collect();
            prop_assert!(max_size.is_none_or(|most| columns.len() <= most));
            let exposed = exposed(&bounds[&columns], k);
            prop_assert!(exposed.iter().any(|&(lower, upper)| lower >= found.lower && upper <= found.upper));
            prop_assert!(exposed.iter().map(|&(lower, _)| lower).sum::<u64>() >= found.records);
        }
    }

    #[test]
    fn where_safety_is_proven_no_table_calculation_finds_anybody(
        rows in records(), family in family(4), k in 2u64..4, max_size in max_size(),
    ) {
        let rejoin = attacked(&rows, &family, k, max_size);
        if rejoin.proven {
            prop_assert!(rejoin.holds);
            for (columns, bounds) in exact_bounds(&rows, &family) {
                if max_size.is_none_or(|most| columns.len() <= most) {
                    prop_assert!(exposed(&bounds, k).is_empty(), "{:?} of {:?}", columns, family);
                }
            }
        }
    }

    #[test]
    fn of_two_files_everybody_is_found_whom_the_counts_give_away(
        rows in records(), family in family(2), k in 2u64..4, max_size in max_size(),
    ) {
        let rejoin = attacked(&rows, &family, k, max_size);
        let bounds = exact_bounds(&rows, &family);
        let within = |columns: &Vec<usize>| max_size.is_none_or(|most| columns.len() <= most);
        let given_away = bounds.iter().any(|(columns, bounds)| within(columns) && !exposed(bounds, k).is_empty());
        prop_assert_eq!(rejoin.holds, !given_away);
        if family.len() == 2 && max_size.is_none() && family[0].iter().any(|column| family[1].contains(column)) {
            let mut all: Vec<usize> = family.concat();
            all.sort_unstable();
            all.dedup();
            let both = family.iter().all(|columns| columns.len() < all.len());
            let exposed = if both && !rows.is_empty() { exposed(&bounds[&all], k) } else { Vec::new() };
            let records: u64 = rejoin.found.iter().map(|found| found.records).sum();
            prop_assert_eq!(records, exposed.iter().map(|&(lower, _)| lower).sum::<u64>());
        }
    }
}

/// All pairs of columns have 0 or at least 2 records, yet one table alone has these counts.
const RING: [Row; 10] = [
    [0, 0, 0, 0],
    [0, 0, 1, 0],
    [0, 1, 0, 0],
    [0, 1, 0, 0],
    [0, 1, 1, 0],
    [0, 1, 1, 0],
    [1, 0, 0, 0],
    [1, 0, 0, 0],
    [1, 0, 1, 0],
    [1, 0, 1, 0],
];

#[test]
fn a_ring_of_safe_files_that_gives_two_records_away_is_found() {
    let ring = [vec![0, 1], vec![1, 2], vec![0, 2]];
    let rejoin = attacked(&RING, &ring, 2, None);
    assert!(rejoin.compartments.iter().all(|compartment| compartment.holds));
    assert!(!rejoin.acyclic && !rejoin.proven && !rejoin.holds && rejoin.complete);
    assert_eq!(rejoin.found.len(), 1);
    let found = &rejoin.found[0];
    assert_eq!((&found.compartments[..], found.records, found.lower, found.upper), (&[0, 1, 2][..], 2, 1, 1));
    // Without the third file it is a chain, and nobody is found by any calculation.
    assert!(attacked(&RING, &ring[..2], 2, None).proven);
    // Who knows two columns knows what the files are safe for; but that a ring gives nobody away is never proven.
    let known_two = attacked(&RING, &ring, 2, Some(2));
    assert!(known_two.found.is_empty() && !known_two.proven && !known_two.holds);
}

#[test]
fn no_file_no_row_and_one_row_are_answered() {
    let context = Context::new(1).unwrap();
    let none = attack(&[], RejoinOptions { k: 2, max_size: None }, &context).unwrap();
    assert!(none.holds && none.acyclic);
    assert!(attacked(&[], &[vec![0], vec![0, 1]], 2, None).holds);
    let alone = attacked(&[[0; 4]], &[vec![0], vec![1]], 2, None);
    assert!(!alone.holds && alone.compartments[0].min_class == Some(1));
}

#[test]
fn a_compartment_inside_another_is_no_reason_for_doubt() {
    // Whoever knows one column finds nobody; the one person in a combination of the larger file needs two.
    let rows: Vec<Row> = [vec![[0, 1, 0, 0]; 3], vec![[0, 0, 0, 0]], vec![[0, 0, 0, 1]; 3]].concat();
    for family in [[vec![0, 1], vec![0, 1, 3]], [vec![0, 1, 3], vec![0, 1, 3]]] {
        let rejoin = attacked(&rows, &family, 2, Some(1));
        assert!(rejoin.holds && rejoin.proven && rejoin.found.is_empty());
    }
    assert!(!attacked(&rows, &[vec![0, 1], vec![0, 1, 3]], 2, Some(2)).holds);
}
