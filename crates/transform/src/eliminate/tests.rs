use super::*;
use crate::release::{Options, apply};
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, TypeChoice};
use proptest::prelude::*;
use std::collections::HashMap;

/// Columns of small numbers, `None` for a missing value.
fn table(rows: &[Vec<Option<u8>>], weights: Option<Vec<u64>>) -> Table {
    let width = rows.first().map_or(0, Vec::len);
    let columns = (0..width).map(|column| {
        let cells: Vec<Option<String>> =
            rows.iter().map(|row| row[column].map(|value| value.to_string())).collect();
        let cells = cells.iter().map(Option::as_deref);
        Column::from_texts(&format!("c{column}"), cells, TypeChoice::Infer).unwrap()
    });
    let table = Table::new(columns.collect()).unwrap();
    match weights {
        Some(weights) => table.with_weights(weights).unwrap(),
        None => table,
    }
}

/// A value, its half, its quarter, `*`.
fn halves(table: &Table) -> Vec<BoundHierarchy> {
    let path =
        |value: u8| [value.to_string(), format!("h{}", value / 2), format!("q{}", value / 4), "*".to_owned()];
    let paths: Vec<[String; 4]> = (0..8).map(path).collect();
    let hierarchy = Hierarchy::from_paths(&paths).unwrap();
    table.columns().iter().map(|column| hierarchy.bind(column, UnknownValues::Refuse).unwrap()).collect()
}

/// A value or `*`.
fn stars(table: &Table) -> Vec<BoundHierarchy> {
    let paths: Vec<[String; 2]> = (0..8u8).map(|value| [value.to_string(), "*".to_owned()]).collect();
    let hierarchy = Hierarchy::from_paths(&paths).unwrap();
    table.columns().iter().map(|column| hierarchy.bind(column, UnknownValues::Refuse).unwrap()).collect()
}

/// The cells as they are published.
fn published(table: &Table, hierarchies: &[BoundHierarchy], done: &Eliminated) -> Vec<Vec<Option<String>>> {
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    let mut now = table.columns().to_vec();
    for (place, column) in &done.replaced {
        now[*place] = column.clone();
    }
    let mut now = Table::new(now).unwrap();
    if let Some(weights) = table.weights() {
        now = now.with_weights(weights.to_vec()).unwrap();
    }
    let shown = apply(&now, &columns, hierarchies, &done.recoding, &Options::default()).unwrap();
    let cells =
        |row: usize| shown.columns().iter().map(|column| column.text(row).map(str::to_owned)).collect();
    (0..shown.rows()).map(cells).collect()
}

/// The smallest number of records with a combination of at most `size` columns, counted in the plainest way.
fn smallest(
    rows: &[Vec<Option<String>>],
    weights: Option<&[u64]>,
    size: usize,
    within: &[Vec<usize>],
) -> u64 {
    let width = rows.first().map_or(0, Vec::len);
    let mut smallest = u64::MAX;
    for chosen in 1u32..1 << width {
        let set: Vec<usize> = (0..width).filter(|&column| chosen >> column & 1 == 1).collect();
        let inside = within.iter().any(|columns| set.iter().all(|column| columns.contains(column)));
        if set.len() > size || !inside {
            continue;
        }
        let mut records: HashMap<Vec<&Option<String>>, u64> = HashMap::new();
        for (row, cells) in rows.iter().enumerate() {
            let key = set.iter().map(|&column| &cells[column]).collect();
            *records.entry(key).or_default() += weights.map_or(1, |weights| weights[row]);
        }
        smallest = smallest.min(records.into_values().min().unwrap_or(u64::MAX));
    }
    smallest
}

fn rows(columns: usize, count: usize) -> impl Strategy<Value = Vec<Vec<Option<u8>>>> {
    let cell = prop_oneof![9 => (0u8..4).prop_map(Some), 2 => (0u8..8).prop_map(Some), 1 => Just(None)];
    prop::collection::vec(prop::collection::vec(cell, columns), 0..count)
}

fn policies() -> Vec<Policy> {
    vec![
        Policy::Always(Treatment::Suppress),
        Policy::Always(Treatment::Generalize),
        Policy::Always(Treatment::Perturb),
        Policy::Rules(Rules::by_coverage(0.15, 0.5)),
        Policy::Rules(Rules::by_cardinality(0.5, 0.9)),
        Policy::Least,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn nobody_is_exposed_afterwards(
        rows in rows(4, 24),
        weights in prop::option::of(prop::collection::vec(1u64..4, 24)),
        k in 2u64..4,
        size in prop::option::of(1usize..4),
        apart in any::<bool>(),
    ) {
        let weights = weights.map(|weights| weights[..rows.len()].to_vec());
        let table = table(&rows, weights.clone());
        if rows.is_empty() {
            return Ok(());
        }
        let within = if apart { vec![vec![0, 1], vec![1, 2, 3]] } else { vec![vec![0, 1, 2, 3]] };
        let hierarchies = halves(&table);
        for policy in policies() {
            let problem = Problem::new(&table, vec![0, 1, 2, 3], &hierarchies, k, size).unwrap();
            let problem = problem.within(within.clone());
            let mut results = Vec::new();
            for threads in [1, 2] {
                let context = Context::new(threads).unwrap();
                match eliminate(&problem, &policy, &context).unwrap() {
                    Outcome::Done(done) => {
                        let shown = published(&table, &hierarchies, &done);
                        prop_assert!(
                            smallest(&shown, weights.as_deref(), size.unwrap_or(4), &within) >= k,
                            "{policy:?} {shown:?}"
                        );
                        results.push(Some(shown));
                    }
                    Outcome::Impossible(_) => {
                        prop_assert!(table.records() < k, "{policy:?}");
                        results.push(None);
                    }
                }
            }
            prop_assert_eq!(&results[0], &results[1]);
        }
    }

    #[test]
    fn going_by_columns_never_gets_stuck_where_all_may_be_removed(
        rows in rows(4, 40),
        k in 2u64..5,
        size in prop::option::of(1usize..4),
    ) {
        let table = table(&rows, None);
        if (rows.len() as u64) < k {
            return Ok(());
        }
        let hierarchies = halves(&table);
        let context = Context::new(1).unwrap();
        for policy in policies() {
            let problem = Problem::new(&table, vec![0, 1, 2, 3], &hierarchies, k, size).unwrap();
            let mut cells = Cells::new(&problem);
            let worker = ByColumn { problem: &problem, policy: &policy, context: &context };
            prop_assert!(worker.run(&mut cells, |_, _| {}).unwrap().is_ok(), "{policy:?}");
            prop_assert_eq!(find::exposing(&cells, &problem, problem.top(), &context).unwrap(), Vec::<Vec<usize>>::new());
        }
    }

    #[test]
    fn removed_cells_are_within_the_proven_bound(rows in rows(3, 5), k in 2u64..4, size in 1usize..4) {
        let table = table(&rows, None);
        if (rows.len() as u64) < k {
            return Ok(());
        }
        let hierarchies = stars(&table);
        let problem = Problem::new(&table, vec![0, 1, 2], &hierarchies, k, Some(size)).unwrap();
        let context = Context::new(1).unwrap();
        let Outcome::Done(done) =
            eliminate(&problem, &Policy::Always(Treatment::Suppress), &context).unwrap()
        else {
            return Err(TestCaseError::fail("enough people, and yet impossible"));
        };
        let best = fewest_stars(&rows, k, size);
        let (cost, least) = (done.stats.cost.unwrap(), done.stats.least_cost.unwrap());
        prop_assert!(least <= f64::from(best) + 1e-9, "bound {least}, optimum {best}");
        prop_assert!(cost >= f64::from(best) - 1e-9, "cost {cost}, optimum {best}");
        prop_assert_eq!(cost as u64, done.stats.altered());
    }

    #[test]
    fn columns_to_be_kept_are_untouched(rows in rows(3, 16), k in 2u64..4) {
        let table = table(&rows, None);
        let hierarchies = halves(&table);
        if rows.is_empty() {
            return Ok(());
        }
        for policy in policies() {
            let problem = Problem::new(&table, vec![0, 1, 2], &hierarchies, k, Some(2)).unwrap();
            let problem = problem.keeping(vec![true, false, false]);
            let context = Context::new(1).unwrap();
            if let Outcome::Done(done) = eliminate(&problem, &policy, &context).unwrap() {
                let shown = published(&table, &hierarchies, &done);
                prop_assert!(smallest(&shown, None, 2, &[vec![0, 1, 2]]) >= k);
                for (cells, row) in shown.iter().zip(&rows) {
                    prop_assert_eq!(&cells[0], &row[0].map(|value| value.to_string()));
                }
            }
        }
    }
}

/// The fewest cells whose removal leaves nobody exposed, by trying all.
fn fewest_stars(rows: &[Vec<Option<u8>>], k: u64, size: usize) -> u32 {
    let width = rows[0].len();
    let cells = rows.len() * width;
    let mut best = cells as u32;
    for starred in 0u32..1 << cells {
        if starred.count_ones() >= best {
            continue;
        }
        let cell = |row: usize, column: usize| match rows[row][column] {
            _ if starred >> (row * width + column) & 1 == 1 => Some("*".to_owned()),
            value => value.map(|value| value.to_string()),
        };
        let shown: Vec<Vec<Option<String>>> =
            (0..rows.len()).map(|row| (0..width).map(|column| cell(row, column)).collect()).collect();
        if smallest(&shown, None, size, &[(0..width).collect()]) >= k {
            best = starred.count_ones();
        }
    }
    best
}

#[test]
fn stars_of_the_original_are_no_reason_for_others_to_go() {
    let cells =
        |texts: [&'static str; 2]| Column::from_texts("c", texts.map(Some), TypeChoice::Infer).unwrap();
    let table = Table::new(vec![cells(["x", "x"]), cells(["*", "y"]).renamed("d")]).unwrap();
    let paths = [["x", "*"], ["y", "*"], ["*", "*"]];
    let hierarchy = Hierarchy::from_paths(&paths).unwrap();
    let hierarchies: Vec<BoundHierarchy> =
        table.columns().iter().map(|column| hierarchy.bind(column, UnknownValues::Refuse).unwrap()).collect();
    let problem = Problem::new(&table, vec![0, 1], &hierarchies, 2, None).unwrap();
    let context = Context::new(1).unwrap();
    let Outcome::Done(done) = eliminate(&problem, &Policy::Always(Treatment::Suppress), &context).unwrap()
    else {
        panic!("two people can be made alike");
    };
    // One removed cell is enough, so that no bound may be larger.
    assert!(done.stats.least_cost.unwrap() <= 1.0 + 1e-9);
}

#[test]
fn an_empty_table_has_nobody_to_expose() {
    let table = table(&[], None);
    let problem = Problem::new(&table, Vec::new(), &[], 2, None).unwrap();
    let context = Context::new(1).unwrap();
    let outcome = eliminate(&problem, &Policy::Least, &context).unwrap();
    assert!(matches!(outcome, Outcome::Done(done) if done.stats.rounds == 0));
}

#[test]
fn fewer_records_than_k_cannot_be_hidden() {
    let table = table(&[vec![Some(1)], vec![Some(1)]], None);
    let hierarchies = stars(&table);
    let problem = Problem::new(&table, vec![0], &hierarchies, 3, None).unwrap();
    let context = Context::new(1).unwrap();
    let outcome = eliminate(&problem, &Policy::Always(Treatment::Suppress), &context).unwrap();
    assert!(matches!(outcome, Outcome::Impossible(stuck) if stuck.columns == ["c0"]));
}
