//! One suite for all algorithms: the answer is that of brute force, whatever the algorithm and the number of threads.

mod analysis;
mod generalized;
mod sql;
mod support;

use lethe_data::{
    ByteSize, CancelToken, Column, ColumnSet, Fault, MemoryBudget, ProgressSink, ProgressTask, Table,
    TypeChoice,
};
use lethe_discovery::qid::algorithms::{self, ALL, Fpvi, Levelwise};
use lethe_discovery::qid::{Algorithm, Found, Limits, Nulls, Question};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{CONTEXTS, Case, case};

fn assert_like_brute_force(case: &Case) -> Result<(), TestCaseError> {
    let table = case.table();
    let question = case.question(&table);
    let expected = case.minimal();
    for algorithm in ALL {
        for context in CONTEXTS.iter() {
            let found = algorithm.find(&question, context).unwrap();
            let about = format!("{} with {} threads", algorithm.name(), context.threads());
            prop_assert_eq!(&found.minimal, &expected, "{}", about);
            prop_assert!(found.complete && found.complete_to == question.max_size(), "{}", about);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn every_algorithm_finds_what_brute_force_finds(case in case(6, 24)) {
        assert_like_brute_force(&case)?;
    }

    #[test]
    fn a_search_cancelled_on_its_way_says_nothing_wrong(case in case(6, 24), after in 0u64..5) {
        let table = case.table();
        for algorithm in ALL {
            let token = CancelToken::default();
            let sink = Arc::new(CancelAfter { token: token.clone(), left: Arc::new(AtomicU64::new(after)) });
            let context = CONTEXTS[1].clone().with_cancel(token).with_progress(sink);
            case.check_partial(&algorithm.find(&case.question(&table), &context).unwrap())?;
        }
    }

    #[test]
    fn batches_of_any_size_give_the_answer_of_brute_force(case in case(5, 24), batch in 0usize..9) {
        let (table, expected) = (case.table(), case.minimal());
        for context in CONTEXTS.iter() {
            let found = Fpvi { batch }.find(&case.question(&table), context).unwrap();
            prop_assert_eq!(&found.minimal, &expected);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_algorithm_finds_what_brute_force_finds_among_ten_columns(case in case(10, 24)) {
        assert_like_brute_force(&case)?;
    }
}

/// Cancels a run when its progress has advanced so often; 0: when it begins.
struct CancelAfter {
    token: CancelToken,
    left: Arc<AtomicU64>,
}

impl ProgressSink for CancelAfter {
    fn begin(&self, _: &str, _: Option<u64>) -> Box<dyn ProgressTask> {
        if self.left.load(Ordering::Relaxed) == 0 {
            self.token.cancel();
        }
        Box::new(Self { token: self.token.clone(), left: Arc::clone(&self.left) })
    }
}

impl ProgressTask for CancelAfter {
    fn advance(&self, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.token.cancel();
        }
    }
}

fn table(columns: &[(&str, &[&str])]) -> Table {
    let column = |(name, cells): &(&str, &[&str])| {
        Column::from_texts(name, cells.iter().copied().map(Some), TypeChoice::Infer).unwrap()
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

fn find_all(question: &Question<'_>) -> Vec<(&'static str, Found)> {
    ALL.iter().map(|algorithm| (algorithm.name(), algorithm.find(question, &CONTEXTS[1]).unwrap())).collect()
}

/// What every algorithm finds for `k = 2`, by name.
fn assert_found(table: &Table, columns: &[&str], expected: &[&[&str]]) {
    let question =
        Question::new(table, table.positions(columns.iter().copied()).unwrap(), Limits::default()).unwrap();
    for (name, found) in find_all(&question) {
        let names: Vec<Vec<&str>> = found
            .minimal
            .iter()
            .map(|set| set.iter().map(|column| table.column(column).name()).collect())
            .collect();
        assert_eq!(names, expected, "{name}");
    }
}

/// Gkoulalas-Divanis & Braghin (FPVI), Table I.
fn citizens() -> Table {
    table(&[
        ("B", &["09/64", "09/64", "04/64", "04/64", "03/63", "03/63", "09/64", "09/64", "05/61", "05/61"]),
        ("G", &["F", "F", "M", "M", "M", "M", "F", "F", "M", "M"]),
        ("Z", &["94139", "94138", "94138", "94139", "94138", "94138", "94141", "94141", "94138", "94138"]),
        (
            "M",
            &[
                "Divorced", "Divorced", "Widow", "Married", "Married", "Married", "Married", "Married",
                "Single", "Single",
            ],
        ),
    ])
}

#[test]
fn table_1_of_fpvi_has_the_three_sets_of_its_running_example() {
    assert_found(&citizens(), &["B", "G", "Z", "M"], &[&["M"], &["B", "Z"], &["G", "Z"]]);
}

#[test]
fn only_the_plain_search_counts_supersets_of_what_is_found() {
    let table = citizens();
    let question = Question::new(&table, 0..4, Limits::default()).unwrap();
    for (name, found) in find_all(&question) {
        // Four single columns and the three pairs without M; every triple contains a quasi-identifier.
        let expected = if name == "levelwise" { 15 } else { 7 };
        assert!(found.candidates == expected || name == "exact", "{name}: {}", found.candidates);
    }
}

/// Podlesny 2023, Table 3.2.
fn patients() -> Table {
    table(&[
        ("Patient ID", &["1", "2", "3", "4"]),
        ("SSN", &["433-46-1872", "551-31-8713", "624-20-5414", "513-72-4512"]),
        ("Gender", &["male", "female", "male", "male"]),
        ("DOB", &["2020-11-23"; 4]),
        ("ZIP", &["60617", "64123", "60617", "10001"]),
        ("Drug", &["remdesivir", "cortisol", "cortisol", "remdesivir"]),
        ("Disease", &["COVID"; 4]),
    ])
}

#[test]
fn the_tables_of_podlesny_expose_records_by_gender_and_by_zip() {
    let snapshot = table(&[
        ("Gender", &["male", "female", "male", "male"]),
        ("ZIP", &["10001", "64123", "60617", "60617"]),
        ("Drug", &["remdesivir", "cortisol", "cortisol", "remdesivir"]),
        ("Disease", &["COVID"; 4]),
    ]);
    assert_found(&snapshot, &["Gender", "ZIP", "Drug", "Disease"], &[&["Gender"], &["ZIP"]]);
    let quasi = ["Gender", "DOB", "ZIP", "Drug", "Disease"];
    assert_found(&patients(), &quasi, &[&["Gender"], &["ZIP"]]);
}

#[test]
fn the_printed_combinations_expose_records_but_are_not_minimal() {
    let (table, context) = (patients(), &CONTEXTS[0]);
    let question = Question::new(&table, 2..7, Limits::default()).unwrap();
    let set = |names: &[&str]| ColumnSet::of(table.positions(names.iter().copied()).unwrap()).unwrap();
    let printed = [
        (set(&["Gender", "Drug"]), 2),
        (set(&["Gender", "DOB", "ZIP"]), 2),
        (set(&["Gender", "DOB", "ZIP", "Drug"]), 4),
    ];
    for (name, found) in find_all(&question) {
        for (set, records) in &printed {
            assert_eq!(question.exposed(set, context).unwrap(), *records);
            assert!(found.minimal.iter().any(|minimal| minimal.is_subset(set)), "{name}");
            assert!(!found.minimal.contains(set), "{name}");
        }
    }
}

/// Podlesny 2023, Table 3.3 and Equations 3.6 and 3.7. A unique column combination exposes everybody.
#[test]
fn unique_combinations_and_minimal_quasi_identifiers_include_each_other_in_no_direction() {
    let context = &CONTEXTS[0];
    let exposed = |table: &Table, names: &[&str]| {
        let question = Question::new(table, 0..2, Limits::default()).unwrap();
        let set = ColumnSet::of(table.positions(names.iter().copied()).unwrap()).unwrap();
        question.exposed(&set, context).unwrap()
    };
    // (a) The unique combination {a, b} is no minimal quasi-identifier, because {a} is one.
    let first = table(&[("a", &["1", "2", "3", "4"]), ("b", &["1"; 4])]);
    assert_eq!((exposed(&first, &["a"]), exposed(&first, &["a", "b"])), (4, 4));
    assert_found(&first, &["a", "b"], &[&["a"]]);
    // (b) The minimal quasi-identifier {b} is not unique: it exposes one person of four.
    let second = table(&[("a", &["1", "2", "3", "4"]), ("b", &["0", "1", "1", "1"])]);
    assert_eq!((exposed(&second, &["a"]), exposed(&second, &["b"])), (4, 1));
    assert_found(&second, &["a", "b"], &[&["a"], &["b"]]);
    // Equation 3.7 takes minimal unique combinations for minimal quasi-identifiers. {a, b} is unique and neither
    // column alone is, but each alone exposes somebody.
    let third = table(&[("a", &["1", "1", "2"]), ("b", &["1", "2", "1"])]);
    assert_eq!(exposed(&third, &["a", "b"]), 3);
    assert_eq!((exposed(&third, &["a"]), exposed(&third, &["b"])), (1, 1));
    assert_found(&third, &["a", "b"], &[&["a"], &["b"]]);
}

#[test]
fn nothing_to_combine_and_nobody_to_expose_have_no_quasi_identifiers() {
    let no_rows = Case::new(vec![Vec::new(); 3], Limits::default());
    let no_columns = Case { searched: Vec::new(), ..Case::new(vec![vec![Some(1)]], Limits::default()) };
    let nobody =
        Case { weights: Some(vec![0, 0]), ..Case::new(vec![vec![Some(1), Some(2)]], Limits::default()) };
    for case in [no_rows, no_columns, nobody] {
        let table = case.table();
        for (name, found) in find_all(&case.question(&table)) {
            assert!(found.minimal.is_empty() && found.complete, "{name}");
        }
    }
}

#[test]
fn with_fewer_records_than_k_every_column_is_a_quasi_identifier() {
    let limits = Limits { k: 4, ..Limits::default() };
    let case = Case::new(vec![vec![Some(0); 3], vec![None; 3], vec![Some(0), Some(1), None]], limits);
    for nulls in [Nulls::Value, Nulls::Wildcard] {
        let case = Case { limits: Limits { nulls, ..limits }, ..case.clone() };
        let table = case.table();
        for (name, found) in find_all(&case.question(&table)) {
            let singles: Vec<ColumnSet> = (0..3).map(|column| ColumnSet::of([column]).unwrap()).collect();
            assert_eq!(found.minimal, singles, "{name}");
        }
    }
}

#[test]
fn a_cancelled_context_gives_an_incomplete_answer_without_wrong_sets() {
    let token = CancelToken::default();
    token.cancel();
    let context = CONTEXTS[1].clone().with_cancel(token);
    let table = citizens();
    let question = Question::new(&table, 0..4, Limits::default()).unwrap();
    let right = Levelwise.find(&question, &CONTEXTS[0]).unwrap().minimal;
    for algorithm in ALL {
        let found = algorithm.find(&question, &context).unwrap();
        assert!(!found.complete && found.complete_to < 4, "{}", algorithm.name());
        assert!(found.minimal.iter().all(|set| right.contains(set)), "{}", algorithm.name());
        let decided = right.iter().filter(|set| set.len() <= found.complete_to);
        assert!(decided.into_iter().all(|set| found.minimal.contains(set)), "{}", algorithm.name());
    }
}

#[test]
fn values_with_equal_32_bit_hashes_stay_different() {
    let java_hash = |text: &str| {
        text.bytes().fold(0i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte)))
    };
    let values = ["AaAa", "AaBB", "BBAa", "BBBB"];
    assert!(values.iter().all(|value| java_hash(value) == java_hash(values[0])));
    let alone = table(&[("x", &values), ("y", &["same"; 4])]);
    assert_found(&alone, &["x", "y"], &[&["x"]]);
    let together =
        table(&[("x", &["Aa", "Aa", "BB", "BB", "Aa", "BB"]), ("y", &["Aa", "BB", "Aa", "BB", "Aa", "BB"])]);
    assert_found(&together, &["x", "y"], &[&["x", "y"]]);
}

#[test]
fn tables_that_are_counted_by_all_threads_at_once_have_the_same_answer() {
    let rows = 40_000u64;
    let random = |row: u64, column: u64| {
        let mixed = (row * 31 + column * 17 + 7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40
    };
    let domains = [3, 40, 41, 900];
    let texts: Vec<Vec<String>> = domains
        .iter()
        .zip(0..)
        .map(|(domain, column)| (0..rows).map(|row| (random(row, column) % domain).to_string()).collect())
        .collect();
    let columns = texts.iter().zip(["a", "b", "c", "d"]).map(|(cells, name)| {
        Column::from_texts(name, cells.iter().map(|cell| Some(cell.as_str())), TypeChoice::Infer).unwrap()
    });
    let table = Table::new(columns.collect()).unwrap();
    let limits = Limits { k: 3, min_exposed: 5, ..Limits::default() };
    let question = Question::new(&table, 0..4, limits).unwrap();

    let exposes: Vec<bool> = (0..16usize)
        .map(|subset| {
            let mut records: HashMap<Vec<&str>, u64> = HashMap::new();
            for row in 0..rows as usize {
                let chosen = texts.iter().enumerate().filter(|(column, _)| subset >> column & 1 == 1);
                *records.entry(chosen.map(|(_, cells)| cells[row].as_str()).collect()).or_default() += 1;
            }
            records.values().filter(|&&count| count < 3).sum::<u64>() >= 5
        })
        .collect();
    let minimal = (0..16usize)
        .filter(|&set| exposes[set] && (0..set).all(|inner| inner & !set != 0 || !exposes[inner]))
        .map(|set| ColumnSet::of((0..4).filter(|column| set >> column & 1 == 1)).unwrap());
    let mut expected: Vec<ColumnSet> = minimal.collect();
    expected.sort();
    assert!(expected.len() > 1);
    for (name, found) in find_all(&question) {
        assert_eq!(found.minimal, expected, "{name}");
    }
}

#[test]
fn a_budget_that_is_too_small_is_an_error_or_said_and_never_a_wrong_answer() {
    let table = citizens();
    let question = Question::new(&table, 0..4, Limits::default()).unwrap();
    let right = Levelwise.find(&question, &CONTEXTS[0]).unwrap().minimal;
    for bytes in [0, 100, 1_000, 10_000, 1_000_000] {
        for algorithm in ALL {
            let context = CONTEXTS[1].clone().with_memory(MemoryBudget::limited(ByteSize(bytes)));
            match algorithm.find(&question, &context) {
                Ok(found) if found.complete => assert_eq!(found.minimal, right, "{}", algorithm.name()),
                Ok(found) => assert!(
                    found.minimal.iter().all(|set| right.contains(set)) && bytes < 1_000_000,
                    "{}",
                    algorithm.name()
                ),
                Err(error) => assert!(error.fault() == Fault::Limit && bytes < 1_000_000, "{error}"),
            }
            assert_eq!(context.memory().left(), bytes, "{} keeps memory", algorithm.name());
        }
    }
}

#[test]
fn algorithms_are_found_by_names_that_differ() {
    let mut names: Vec<&str> = ALL.iter().map(|algorithm| algorithm.name()).collect();
    for &name in &names {
        assert_eq!(algorithms::named(name).map(Algorithm::name), Some(name));
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    assert!(algorithms::named("guess").is_none());
}
