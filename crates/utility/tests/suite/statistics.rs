//! Summary statistics, counting queries and contingency tables against their definitions.

use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_utility::Counterpart;
use lethe_utility::association::{Associations, Limits};
use lethe_utility::queries::{Query, answered, counted, query_errors};
use lethe_utility::statistics::{SHARES, Summary};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};

fn table(columns: &[(&str, Vec<String>)]) -> Table {
    let column = |(name, cells): &(&str, Vec<String>)| {
        let cells = cells.iter().map(|cell| Some(cell.as_str()).filter(|cell| !cell.is_empty()));
        Column::from_texts(name, cells, TypeChoice::Infer).unwrap()
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

/// A number as it is, in an interval of ten, or suppressed.
fn label(number: i64, shown: u8) -> String {
    let low = number.div_euclid(10) * 10;
    match shown {
        0 => "*".to_owned(),
        1 => number.to_string(),
        _ => format!("[{low}-{}]", low + 9),
    }
}

/// The definition on a plain list: numpy's default quantile and the sample variance.
fn naive(mut numbers: Vec<f64>) -> Option<(f64, f64, Vec<f64>)> {
    numbers.sort_by(f64::total_cmp);
    let n = numbers.len();
    if n == 0 {
        return None;
    }
    let mean = numbers.iter().sum::<f64>() / n as f64;
    let variance = if n > 1 {
        numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1) as f64
    } else {
        0.0
    };
    let quantile = |q: f64| {
        let h = q * (n - 1) as f64;
        let (low, high) = (numbers[h.floor() as usize], numbers[h.ceil() as usize]);
        low + (h - h.floor()) * (high - low)
    };
    Some((mean, variance, SHARES.iter().map(|&q| quantile(q)).collect()))
}

fn check(found: Option<Summary>, expected: Option<(f64, f64, Vec<f64>)>) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.is_some(), expected.is_some());
    if let (Some(found), Some((mean, variance, quantiles))) = (found, expected) {
        prop_assert!((found.mean - mean).abs() < 1e-9 && (found.variance - variance).abs() < 1e-6);
        for (found, expected) in found.quantiles.iter().zip(quantiles) {
            prop_assert!((found - expected).abs() < 1e-9, "{} {}", found, expected);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn summaries_are_those_of_a_plain_list(cells in prop::collection::vec((0i64..60, 0u8..4), 1..40)) {
        let original = table(&[("n", cells.iter().map(|cell| cell.0.to_string()).collect())]);
        let release = [table(&[("n", cells.iter().map(|&(number, shown)| label(number, shown)).collect())])];
        let all = Counterpart::all(&original, &release, &HashMap::new(), &Context::new(1).unwrap());
        check(Summary::of_original(&all[0].original), naive(cells.iter().map(|cell| cell.0 as f64).collect()))?;
        let middle = |&(number, shown): &(i64, u8)| match shown {
            0 => None,
            1 => Some(number as f64),
            _ => Some((number.div_euclid(10) * 10) as f64 + 4.5),
        };
        check(
            Summary::of_released(&all[0].original, all[0].best().unwrap()),
            naive(cells.iter().filter_map(middle).collect()),
        )?;
    }

    #[test]
    fn queries_are_answered_by_the_shares_of_labels(
        cells in prop::collection::vec((0i64..30, 0u8..4, 0u8..3), 1..40),
        ends in (0i64..30, 0i64..30),
    ) {
        let words = ["a", "b", "c"];
        let original = table(&[
            ("n", cells.iter().map(|cell| cell.0.to_string()).collect()),
            ("w", cells.iter().map(|cell| words[usize::from(cell.2)].to_owned()).collect()),
        ]);
        let release = [table(&[
            ("n", cells.iter().map(|&(number, shown, _)| label(number, shown)).collect()),
            ("w", cells.iter().map(|cell| words[usize::from(cell.2)].to_owned()).collect()),
        ])];
        let all = Counterpart::all(&original, &release, &HashMap::new(), &Context::new(1).unwrap());
        let (low, high) = (ends.0.min(ends.1), ends.0.max(ends.1));
        let number = |code: u32| original.column(0).dictionary().text(code).parse::<i64>().unwrap();
        let codes = 0..original.column(0).dictionary().len() as u32;
        let asked: Vec<bool> = codes.map(|code| (low..=high).contains(&number(code))).collect();
        let only_a: Vec<bool> = original.column(1).dictionary().texts().map(|word| word == "a").collect();
        let query = Query(vec![(0, asked), (1, only_a)]);
        let mut domain: Vec<i64> = cells.iter().map(|cell| cell.0).collect();
        domain.sort_unstable();
        domain.dedup();
        let share = |among: &dyn Fn(i64) -> bool| {
            let among: Vec<&i64> = domain.iter().filter(|number| among(**number)).collect();
            among.iter().filter(|number| (low..=high).contains(**number)).count() as f64 / among.len() as f64
        };
        let (mut truth, mut expected) = (0.0, 0.0);
        for &(number, shown, word) in cells.iter().filter(|cell| cell.2 == 0) {
            assert_eq!(word, 0);
            truth += f64::from(u8::from((low..=high).contains(&number)));
            expected += match shown {
                0 => share(&|_| true),
                1 => f64::from(u8::from((low..=high).contains(&number))),
                _ => share(&|other| other.div_euclid(10) == number.div_euclid(10)),
            };
        }
        prop_assert!((counted(&all, &query) - truth).abs() < 1e-9);
        prop_assert!((answered(&all, &query) - expected).abs() < 1e-9);
    }

    #[test]
    fn contingency_tables_are_compared_cell_by_cell(cells in prop::collection::vec((0i64..30, 0u8..3, any::<bool>()), 2..40)) {
        let word = |at: u8| ["a", "b", "c"][usize::from(at)].to_owned();
        let interval = |number: i64| label(number, 2);
        let original = table(&[
            ("n", cells.iter().map(|cell| cell.0.to_string()).collect()),
            ("w", cells.iter().map(|cell| word(cell.1)).collect()),
        ]);
        let star = |gone: bool, text: String| if gone { "*".to_owned() } else { text };
        let release = [table(&[
            ("n", cells.iter().map(|cell| star(cell.2, interval(cell.0))).collect()),
            ("w", cells.iter().map(|cell| star(cell.2, word(cell.1))).collect()),
        ])];
        let context = Context::new(1).unwrap();
        let all = Counterpart::all(&original, &release, &HashMap::new(), &context);
        let found = Associations::of(&all, &Limits::default(), &context).unwrap();
        // A label that nobody shows any more is no cell of the release: its records are under one cell for all such.
        let shown = |of: &dyn Fn(&(i64, u8, bool)) -> String| -> Vec<String> {
            cells.iter().filter(|cell| !cell.2).map(of).collect()
        };
        let numbers = shown(&|cell| interval(cell.0));
        let words = shown(&|cell| word(cell.1));
        let or_hidden = |text: String, among: &[String]| if among.contains(&text) { text } else { "hidden".to_owned() };
        let mut joint: BTreeMap<(String, String), (f64, f64)> = BTreeMap::new();
        for &(number, at, gone) in &cells {
            joint.entry((or_hidden(interval(number), &numbers), or_hidden(word(at), &words))).or_default().0 += 1.0;
            joint.entry((star(gone, interval(number)), star(gone, word(at)))).or_default().1 += 1.0;
        }
        let expected = joint.values().map(|(before, after)| (before - after).abs()).sum::<f64>() / 2.0 / cells.len() as f64;
        for pair in &found.pairs {
            prop_assert!((pair.contingency.unwrap() - expected).abs() < 1e-9, "{:?} {}", pair, expected);
        }
    }
}

#[test]
fn a_release_that_is_the_original_answers_every_query_right_and_the_same_for_any_threads() {
    let numbers: Vec<String> = (0..200).map(|row| (row * 7 % 50).to_string()).collect();
    let original = table(&[("n", numbers.clone()), ("m", numbers.iter().rev().cloned().collect())]);
    let release = [original.clone()];
    let aggregated = [table(&[
        ("n", numbers.iter().map(|text| label(text.parse().unwrap(), 2)).collect()),
        ("m", numbers.iter().rev().cloned().collect()),
    ])];
    let errors = |release: &[Table], threads: usize| {
        let context = Context::new(threads).unwrap();
        let all = Counterpart::all(&original, release, &HashMap::new(), &context);
        query_errors(&all, &[0, 1], 100, &context).unwrap().unwrap()
    };
    let same = errors(&release, 1);
    assert!(same.mean == 0.0 && same.median == 0.0 && same.queries > 50);
    assert!(errors(&aggregated, 1).mean > 0.0);
    assert_eq!(errors(&aggregated, 1), errors(&aggregated, 3));
}
