//! First answers from samples, held against exact ones.

use lethe_data::{CancelToken, Column, ColumnSet, Context, Fault, Table, TypeChoice};
use lethe_discovery::approximate::{
    SampleOptions, distinct_ratio, exact_distinct_ratio, exact_separation, exposed_share, first_look,
    separation,
};
use lethe_discovery::qid::{Limits, Question};
use proptest::prelude::*;
use std::collections::HashSet;

fn column(name: &str, cells: &[Option<u32>]) -> Column {
    let texts: Vec<Option<String>> = cells.iter().map(|cell| cell.map(|c| c.to_string())).collect();
    Column::from_texts(name, texts.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

fn set(columns: &[usize]) -> ColumnSet {
    ColumnSet::of(columns.iter().copied()).unwrap()
}

fn mix(n: u64) -> u64 {
    let n = (n ^ n >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (n ^ n >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20
}

/// Scattered values, the same in every run: constant, 3 values, 40 uneven ones, about half as many as rows, a key.
fn scattered(rows: u64, salt: u64) -> Table {
    let cells = |c: u64| -> Vec<Option<u32>> {
        let cell = |row: u64| {
            let bits = mix(mix(row + 1) ^ mix(salt * 8 + c));
            match c {
                0 => Some(7),
                1 => Some((bits % 3) as u32).filter(|&value| value > 0),
                2 => Some(((bits % 40) * (bits / 64 % 40) / 40) as u32),
                3 => Some((bits % (rows / 2 + 1)) as u32),
                _ => Some(row as u32),
            }
        };
        (0..rows).map(cell).collect()
    };
    Table::new((0..5).map(|c| column(&format!("c{c}"), &cells(c))).collect()).unwrap()
}

fn weighted(rows: u64, salt: u64) -> Table {
    let weights = (0..rows).map(|row| mix(row * 31 + salt) % 4).collect();
    scattered(rows, salt).with_weights(weights).unwrap()
}

fn seeded(seed: u64) -> Context {
    Context::new(2).unwrap().with_seed(seed)
}

/// The measures by looking at each pair of records, and at each combination.
fn naive(rows: &[Vec<Option<u32>>], weights: &[u64]) -> (f64, f64) {
    let records: Vec<&Vec<Option<u32>>> =
        rows.iter().zip(weights).flat_map(|(row, &weight)| (0..weight).map(move |_| row)).collect();
    let (mut pairs, mut separated) = (0u32, 0u32);
    for (index, one) in records.iter().enumerate() {
        for other in &records[..index] {
            pairs += 1;
            separated += u32::from(one != other);
        }
    }
    let distinct = records.iter().collect::<HashSet<_>>().len();
    let separation = if pairs == 0 { 1.0 } else { f64::from(separated) / f64::from(pairs) };
    (separation, if records.is_empty() { 1.0 } else { distinct as f64 / records.len() as f64 })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exact_measures_are_those_of_their_definition(
        rows in prop::collection::vec((prop::collection::vec(prop::option::weighted(0.8, 0u32..4), 2), 0u64..4), 0..15),
        is_weighted in any::<bool>(),
    ) {
        let cells: Vec<Vec<Option<u32>>> = rows.iter().map(|(row, _)| row.clone()).collect();
        let of = |c: usize| cells.iter().map(|row| row[c]).collect::<Vec<_>>();
        let table = Table::new(vec![column("a", &of(0)), column("b", &of(1))]).unwrap();
        let weights: Vec<u64> = rows.iter().map(|(_, weight)| if is_weighted { *weight } else { 1 }).collect();
        let table = if is_weighted { table.with_weights(weights.clone()).unwrap() } else { table };
        let (separation, ratio) = naive(&cells, &weights);
        let context = seeded(0);
        prop_assert!((exact_separation(&table, &set(&[0, 1]), &context).unwrap() - separation).abs() < 1e-12);
        prop_assert!((exact_distinct_ratio(&table, &set(&[0, 1]), &context).unwrap() - ratio).abs() < 1e-12);
    }
}

#[test]
fn separations_are_in_their_interval_as_often_as_stated_and_closer_than_the_error() {
    let options = SampleOptions { confidence: 0.8, error: 0.06 };
    let (mut asked, mut missed) = (0, 0);
    for salt in 0..4 {
        for table in [scattered(300, salt), weighted(300, salt)] {
            for columns in [&[1][..], &[2], &[1, 2], &[3]] {
                let exact = exact_separation(&table, &set(columns), &seeded(0)).unwrap();
                for seed in 0..10 {
                    let found = separation(&table, &set(columns), &options, &seeded(seed)).unwrap();
                    assert!(found.approximate && found.upper - found.lower <= 2.0 * options.error + 1e-9);
                    asked += 1;
                    missed += u32::from(!(found.lower..=found.upper).contains(&exact));
                }
            }
        }
    }
    assert!(f64::from(missed) <= 0.2 * f64::from(asked), "{missed} of {asked}");
    // The same intervals must not hold a separation that is clearly another: the test above can fail.
    let (table, other) =
        (scattered(300, 0), exact_separation(&scattered(300, 0), &set(&[2]), &seeded(0)).unwrap());
    let found = separation(&table, &set(&[1]), &options, &seeded(1)).unwrap();
    assert!(!(found.lower..=found.upper).contains(&other));
}

#[test]
fn bounds_of_distinct_ratios_and_exposed_shares_hold_as_often_as_stated() {
    let options = SampleOptions { confidence: 0.8, error: 0.05 };
    let (mut asked, mut missed, mut informative) = (0, 0, 0);
    for salt in 0..3 {
        for table in [scattered(3000, salt), weighted(3000, salt)] {
            for columns in [&[0][..], &[1, 2], &[2, 3], &[4], &[]] {
                let set = set(columns);
                let ratio = exact_distinct_ratio(&table, &set, &seeded(0)).unwrap();
                for seed in 0..5 {
                    let found = distinct_ratio(&table, &set, &options, &seeded(seed)).unwrap();
                    assert!(found.approximate && found.sampled_records < table.records());
                    assert!(found.lower <= ratio + 1e-12, "the lower bound is certain");
                    missed += u32::from(found.upper < ratio - 1e-12);
                    for k in [2, 3] {
                        let limits = Limits { k, ..Limits::default() };
                        let question = Question::new(&table, 0..5, limits).unwrap();
                        let exposed = question.exposed(&set, &seeded(0)).unwrap() as f64;
                        let found = exposed_share(&table, &set, k, &options, &seeded(seed)).unwrap();
                        missed += u32::from(found.upper < exposed / table.records() as f64);
                        informative += u32::from(found.upper < 0.5);
                    }
                    asked += 3;
                }
            }
        }
    }
    assert!(f64::from(missed) <= 0.2 * f64::from(asked), "{missed} of {asked}");
    assert!(informative > 0, "sets that expose few people are seen to");
}

#[test]
fn constants_separate_nobody_and_keys_everybody() {
    let (table, context, options) = (scattered(200, 1), seeded(3), SampleOptions::default());
    for (columns, expected) in [(&[][..], 0.0), (&[0], 0.0), (&[4], 1.0), (&[0, 4], 1.0)] {
        assert!((exact_separation(&table, &set(columns), &context).unwrap() - expected).abs() < 1e-12);
        let found = separation(&table, &set(columns), &options, &context).unwrap();
        assert!((found.value - expected).abs() < 1e-12 && found.upper - found.lower < 3e-4, "{found:?}");
        assert!(found.sampled_pairs == 26_492 && (found.confidence - 0.99).abs() < 1e-12);
    }
    let constant = distinct_ratio(&table, &set(&[0]), &options, &context).unwrap();
    assert!((constant.lower - 0.005).abs() < 1e-12 && (constant.upper - 0.005).abs() < 1e-12);
}

#[test]
fn without_pairs_everyone_is_told_apart() {
    let options = SampleOptions::default();
    let nobody = scattered(5, 0).with_weights(vec![0; 5]).unwrap();
    let one = scattered(2, 0).with_weights(vec![1, 0]).unwrap();
    for table in [scattered(0, 0), scattered(1, 0), nobody, one] {
        let found = separation(&table, &set(&[0]), &options, &seeded(0)).unwrap();
        assert_eq!((found.value, found.lower, found.upper, found.sampled_pairs), (1.0, 1.0, 1.0, 0));
        assert!(exact_separation(&table, &set(&[0]), &seeded(0)).unwrap() >= 1.0);
        assert!(exact_distinct_ratio(&table, &set(&[0]), &seeded(0)).unwrap() >= 1.0);
        assert!(distinct_ratio(&table, &set(&[0]), &options, &seeded(0)).unwrap().lower >= 1.0);
        assert_eq!(first_look(&table, &[0, 1], 0.9, &options, &seeded(0)).unwrap().reached, Some(0));
    }
    let two_alike = scattered(1, 0).with_weights(vec![2]).unwrap();
    assert!(separation(&two_alike, &set(&[4]), &options, &seeded(0)).unwrap().upper < 0.01);
}

#[test]
fn a_first_look_takes_the_most_separating_columns_and_tells_when_it_has_enough() {
    let (table, options) = (scattered(500, 2), SampleOptions::default());
    let look = first_look(&table, &[0, 1, 2, 3], 0.95, &options, &seeded(7)).unwrap();
    assert!(look.approximate && look.confidence >= 0.99);
    // Column 3 has most values, so it separates most pairs by itself.
    assert_eq!((look.steps[0].column, look.steps[0].name.as_str(), look.reached), (3, "c3", Some(1)));
    let hard = first_look(&table, &[0, 1, 2], 0.985, &options, &seeded(7)).unwrap();
    let order: Vec<usize> = hard.steps.iter().map(|step| step.column).collect();
    assert_eq!(order, [2, 1], "the constant column adds nothing");
    assert_eq!(hard.reached, None);
    for (count, step) in hard.steps.iter().enumerate() {
        let exact = exact_separation(&table, &set(&order[..=count]), &seeded(0)).unwrap();
        assert!((step.separation.lower..=step.separation.upper).contains(&exact));
    }
    assert!(first_look(&table, &[0], 0.5, &options, &seeded(0)).unwrap().steps.is_empty());
}

#[test]
fn samples_depend_on_the_seed_and_not_on_the_threads() {
    let (table, options) = (weighted(400, 5), SampleOptions { confidence: 0.95, error: 0.02 });
    let answers = |threads: usize, seed: u64| {
        let context = Context::new(threads).unwrap().with_seed(seed);
        let look = first_look(&table, &[0, 1, 2, 3], 0.99, &options, &context).unwrap();
        (
            separation(&table, &set(&[1, 2]), &options, &context).unwrap(),
            serde_json::to_string(&look).unwrap(),
        )
    };
    assert_eq!(answers(1, 9), answers(2, 9));
    assert_eq!(answers(1, 9), answers(8, 9));
    assert_ne!(answers(1, 9).0, answers(1, 10).0);
    assert!(answers(1, 9).1.contains("\"approximate\":true"));
}

#[test]
fn senseless_questions_are_the_callers_fault_and_cancelling_ends_the_work() {
    let (table, good) = (scattered(50, 0), SampleOptions::default());
    let senseless = [
        SampleOptions { confidence: 1.0, ..good },
        SampleOptions { confidence: f64::NAN, ..good },
        SampleOptions { error: 0.0, ..good },
        SampleOptions { error: 1.0, ..good },
    ];
    for options in senseless {
        let error = separation(&table, &set(&[0]), &options, &seeded(0)).unwrap_err();
        assert_eq!(error.fault(), Fault::Request);
    }
    for alpha in [0.0, 1.0, f64::NAN] {
        assert_eq!(first_look(&table, &[0], alpha, &good, &seeded(0)).unwrap_err().fault(), Fault::Request);
    }
    assert_eq!(exposed_share(&table, &set(&[0]), 1, &good, &seeded(0)).unwrap_err().fault(), Fault::Request);
    let token = CancelToken::default();
    token.cancel();
    let context = seeded(0).with_cancel(token);
    assert_eq!(separation(&table, &set(&[0]), &good, &context).unwrap_err().fault(), Fault::Limit);
}

#[test]
fn rows_without_records_are_no_reason_to_draw_more_records_than_there_are() {
    let rows = 60_000u32;
    let cells: Vec<Option<u32>> = (0..rows).map(Some).collect();
    let weights: Vec<u64> = (0..rows).map(|row| u64::from(row % 3000 == 7)).collect();
    let table = Table::new(vec![column("key", &cells)]).unwrap().with_weights(weights).unwrap();
    let options = SampleOptions::default();
    let distinct = distinct_ratio(&table, &set(&[0]), &options, &seeded(1)).unwrap();
    let exposed = exposed_share(&table, &set(&[0]), 2, &options, &seeded(1)).unwrap();
    for found in [distinct, exposed] {
        assert_eq!((found.lower, found.upper, found.sampled_records), (1.0, 1.0, 20));
    }
}
