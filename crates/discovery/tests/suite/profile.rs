//! The profile of whole tables: examples worked by hand, a naive oracle, and the borders of the definitions.

use lethe_data::{
    ByteSize, Column, Context, Fault, MemoryBudget, ProgressSink, ProgressTask, Role, Table, TypeChoice,
};
use lethe_discovery::{ColumnProfile, Kind, Profile, ProfileOptions, profile};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn column(name: &str, cells: &[&str]) -> Column {
    Column::from_texts(name, cells.iter().map(|cell| (!cell.is_empty()).then_some(*cell)), TypeChoice::Infer)
        .unwrap()
}

fn look(table: &Table) -> Profile {
    profile(table, &ProfileOptions::default(), &Context::new(1).unwrap()).unwrap()
}

fn look_at(name: &str, cells: &[&str]) -> ColumnProfile {
    look(&Table::new(vec![column(name, cells)]).unwrap()).columns.remove(0)
}

/// Podlesny 2023, Table 3.2.
fn health() -> Table {
    Table::new(vec![
        column("Patient ID", &["1", "2", "3", "4"]),
        column("SSN", &["433-46-1872", "551-31-8713", "624-20-5414", "513-72-4512"]),
        column("Gender", &["male", "female", "male", "male"]),
        column("DOB", &["2020-11-23"; 4]),
        column("ZIP", &["60617", "64123", "60617", "10001"]),
        column("Drug", &["remdesivir", "cortisol", "cortisol", "remdesivir"]),
        column("Disease", &["COVID"; 4]),
    ])
    .unwrap()
}

#[test]
fn patient_id_and_ssn_are_the_standalone_identifiers_of_table_3_2() {
    let profile = look(&health());
    let standalone: Vec<&str> = profile
        .columns
        .iter()
        .filter(|column| column.standalone)
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(standalone, ["Patient ID", "SSN"]);
    let found: Vec<(Option<Kind>, Role)> = profile.columns.iter().map(|c| (c.kind, c.role)).collect();
    assert_eq!(
        found,
        [
            (Some(Kind::RecordNumber), Role::Identifying),
            (Some(Kind::Ssn), Role::Identifying),
            (Some(Kind::Gender), Role::Quasi),
            (Some(Kind::DateOfBirth), Role::Quasi),
            (Some(Kind::Postcode), Role::Quasi),
            (Some(Kind::Treatment), Role::Sensitive),
            (Some(Kind::Disease), Role::Sensitive),
        ]
    );
    assert_eq!(
        profile.columns[1].reason,
        "all 4 values are distinct; looks like a US social security number in 100 % of its distinct values"
    );
}

#[test]
fn figures_equal_those_worked_by_hand() {
    let found = look_at("x", &["a", "a", "b", "c", ""]);
    assert_eq!((found.nulls, found.distinct), (1, 3));
    assert!((found.cardinality - 0.75).abs() < 1e-12);
    assert!((found.unique_share - 2.0 / 3.0).abs() < 1e-12);
    assert!((found.entropy_bits - 1.5).abs() < 1e-12);
    assert!((found.kl_uniform - (3f64.log2() - 1.5)).abs() < 1e-12);
    assert!(!found.standalone);
    assert_eq!((found.min, found.max), (None, None));
}

#[test]
fn weights_count_records_and_a_weight_of_zero_counts_nobody() {
    let table = Table::new(vec![column("x", &["a", "b", "c", ""])]).unwrap();
    let weighted = look(&table.clone().with_weights(vec![1, 3, 0, 2]).unwrap());
    let found = &weighted.columns[0];
    assert_eq!((weighted.rows, found.nulls, found.distinct), (6, 2, 2));
    assert!((found.cardinality - 0.5).abs() < 1e-12 && (found.unique_share - 0.5).abs() < 1e-12);
    assert!(!found.standalone, "three people share a value");
    let injective = look(&table.clone().with_weights(vec![1, 1, 0, 2]).unwrap());
    assert!(injective.columns[0].standalone);
    let nobody = look(&table.with_weights(vec![0; 4]).unwrap());
    assert_eq!((nobody.rows, nobody.columns[0].distinct, nobody.columns[0].role), (0, 0, Role::Insensitive));
}

#[test]
fn fewer_than_two_records_with_a_value_make_no_standalone_identifier() {
    for cells in [&[][..], &["x"], &["", "", ""], &["x", ""]] {
        assert!(!look_at("c", cells).standalone, "{cells:?}");
    }
    assert!(look_at("c", &["x", "y"]).standalone);
    assert!(look_at("c", &["x", "y", "", ""]).standalone, "a missing value is no value");
    assert_eq!(look_at("c", &["", ""]).reason, "no record has a value");
    assert_eq!(look_at("c", &["x"]).reason, "all records have the same value");
    assert!(look(&Table::new(vec![]).unwrap()).columns.is_empty());
}

#[test]
fn values_that_a_selection_left_behind_do_not_occur() {
    let table = Table::new(vec![column("n", &["9", "30", "200", "200"])]).unwrap();
    let found = look(&table.select(&[1, 1]).unwrap()).columns.remove(0);
    assert_eq!((found.distinct, found.min.as_deref(), found.max.as_deref()), (1, Some("30"), Some("30")));
    assert_eq!(found.role, Role::Insensitive);
}

#[test]
fn a_threshold_below_one_admits_columns_with_a_few_repetitions() {
    let table = Table::new(vec![column("c", &["a", "b", "c", "d", "d"])]).unwrap();
    let at = |standalone_threshold| {
        let options = ProfileOptions { standalone_threshold, ..ProfileOptions::default() };
        profile(&table, &options, &Context::new(1).unwrap())
    };
    assert!(at(0.8).unwrap().columns[0].standalone && !at(0.81).unwrap().columns[0].standalone);
    assert!(at(0.8).unwrap().columns[0].reason.contains("threshold of 0.8"));
    for threshold in [0.0, -1.0, 1.1, f64::NAN, f64::INFINITY] {
        assert_eq!(at(threshold).unwrap_err().fault(), Fault::Request, "{threshold}");
    }
}

#[test]
fn the_most_frequent_values_come_first_and_ties_in_value_order() {
    let table = Table::new(vec![column("n", &["10", "9", "9", "10", "7", "8"])]).unwrap();
    let top = |top_values| {
        let options = ProfileOptions { top_values, ..ProfileOptions::default() };
        profile(&table, &options, &Context::new(1).unwrap()).unwrap().columns.remove(0).top
    };
    let all = [("9", 2), ("10", 2), ("7", 1), ("8", 1)].map(|(text, records)| (text.to_owned(), records));
    for wanted in 0..6 {
        assert_eq!(top(wanted), all[..wanted.min(4)], "{wanted}");
    }
}

#[test]
fn reasons_never_hold_a_value_of_the_table() {
    let cells = ["sekret@example.org", "sekretB@example.org", "sekretC@example.org", "sekret@example.org"];
    for (name, count) in [("mail", 4), ("x", 4), ("disease", 2), ("name", 1), ("notes", 4)] {
        let found = look_at(name, &cells[..count]);
        assert!(!found.reason.to_lowercase().contains("sekret"), "{}", found.reason);
    }
    assert_eq!(look_at("x", &cells).reason, "looks like an e-mail address in 100 % of its distinct values");
}

#[test]
fn json_has_the_keys_of_the_contract_and_finite_numbers() {
    let json = serde_json::to_value(look(&health())).unwrap();
    assert_eq!(json["rows"], 4);
    let ssn = &json["columns"][1];
    for key in ["nulls", "distinct", "cardinality", "unique_share", "entropy_bits", "kl_uniform"] {
        assert!(ssn[key].is_number(), "{key}");
    }
    assert_eq!((&ssn["name"], &ssn["type"], &ssn["kind"]), (&"SSN".into(), &"text".into(), &"ssn".into()));
    assert_eq!((&ssn["role"], &ssn["standalone"]), (&"identifying".into(), &true.into()));
}

#[test]
fn a_cancelled_run_and_an_exhausted_budget_are_limits() {
    let cancelled = Context::new(1).unwrap();
    cancelled.cancel_token().cancel();
    let poor = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(8)));
    for context in [cancelled, poor] {
        let error = profile(&health(), &ProfileOptions::default(), &context).unwrap_err();
        assert_eq!(error.fault(), Fault::Limit, "{error}");
    }
}

#[derive(Default)]
struct Steps(Arc<AtomicU64>);
struct Step(Arc<AtomicU64>);
impl ProgressSink for Steps {
    fn begin(&self, label: &str, total: Option<u64>) -> Box<dyn ProgressTask> {
        assert_eq!((label, total), ("profiling columns", Some(7)));
        Box::new(Step(Arc::clone(&self.0)))
    }
}
impl ProgressTask for Step {
    fn advance(&self, amount: u64) {
        self.0.fetch_add(amount, Ordering::Relaxed);
    }
}

#[test]
fn progress_advances_by_one_a_column() {
    let steps = Steps::default();
    let count = Arc::clone(&steps.0);
    let context = Context::new(2).unwrap().with_progress(Arc::new(steps));
    profile(&health(), &ProfileOptions::default(), &context).unwrap();
    assert_eq!(count.load(Ordering::Relaxed), 7);
}

/// Nulls, distinct values, share of values that occur once, entropy and divergence, counted the plainest way.
fn oracle(cells: &[Option<u8>], weights: &[u64]) -> (u64, u64, f64, f64, f64) {
    let (mut records, mut nulls) = (HashMap::new(), 0);
    for (cell, &weight) in cells.iter().zip(weights).filter(|(_, weight)| **weight > 0) {
        match cell {
            Some(value) => *records.entry(*value).or_insert(0u64) += weight,
            None => nulls += weight,
        }
    }
    let (total, distinct) = (records.values().sum::<u64>() as f64, records.len() as f64);
    if records.is_empty() {
        return (nulls, 0, 0.0, 0.0, 0.0);
    }
    let shares = || records.values().map(|&count| count as f64 / total);
    let once = records.values().filter(|&&count| count == 1).count() as f64;
    let entropy: f64 = shares().map(|p| -p * p.log2()).sum();
    let divergence: f64 = shares().map(|p| p * (p * distinct).log2()).sum();
    (nulls, records.len() as u64, once / distinct, entropy, divergence)
}

proptest! {
    #[test]
    fn figures_equal_a_naive_count_with_and_without_weights_at_1_and_4_threads(
        rows in prop::collection::vec((prop::option::of(0u8..30), prop::option::of(0u8..3), 0u64..4), 0..80),
        drop in 0usize..10,
        weighted in any::<bool>(),
    ) {
        let columns = [0, 1].map(|index| -> Vec<Option<u8>> {
            rows.iter().map(|row| if index == 0 { row.0 } else { row.1 }).collect()
        });
        let weights: Vec<u64> = rows.iter().map(|row| if weighted { row.2 } else { 1 }).collect();
        let built = columns.iter().map(|cells| {
            let texts: Vec<Option<String>> = cells.iter().map(|cell| cell.map(|c| format!("v{c}"))).collect();
            Column::from_texts("c", texts.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
        });
        let mut table = Table::new(built.collect()).unwrap();
        if weighted {
            table = table.with_weights(weights.clone()).unwrap();
        }
        let from = drop.min(rows.len());
        let table = table.slice(from..rows.len());
        let options = ProfileOptions { top_values: 3, ..ProfileOptions::default() };
        let found = profile(&table, &options, &Context::new(1).unwrap()).unwrap();
        prop_assert_eq!(&found, &profile(&table, &options, &Context::new(4).unwrap()).unwrap());
        prop_assert_eq!(found.rows, weights[from..].iter().sum::<u64>());
        for (column, cells) in found.columns.iter().zip(&columns) {
            let (nulls, distinct, unique, entropy, divergence) = oracle(&cells[from..], &weights[from..]);
            prop_assert_eq!((column.nulls, column.distinct), (nulls, distinct));
            prop_assert!((column.unique_share - unique).abs() < 1e-9);
            prop_assert!((column.entropy_bits - entropy).abs() < 1e-9);
            prop_assert!((column.kl_uniform - divergence).abs() < 1e-9 && column.kl_uniform.is_sign_positive());
            let present = found.rows - nulls;
            prop_assert_eq!(column.standalone, present >= 2 && distinct == present);
        }
    }
}
