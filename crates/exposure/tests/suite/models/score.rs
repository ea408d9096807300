//! Records against a model.

use crate::models::made::{Rows, context, model, rows, table};
use lethe_data::{Column, Table, TypeChoice};
use lethe_exposure::Model;
use lethe_exposure::model::Scoring;
use proptest::prelude::*;

const NAMES: [&str; 3] = ["a", "b", "c"];

proptest! {
    #[test]
    fn scores_are_the_naive_ones(all in rows(3, 25), mine in rows(3, 10), k in 1u64..4) {
        let known = model(&table(&NAMES, &all));
        let scoring = Scoring { k, theta: 1.0 };
        let scores = known.score(&table(&NAMES, &mine), scoring, &context(1)).unwrap();
        prop_assert_eq!(&scores, &known.score(&table(&NAMES, &mine), scoring, &context(2)).unwrap());
        let records = |wanted: &[(usize, u8)]| {
            all.iter().filter(|row| wanted.iter().all(|&(at, value)| row[at] == Some(value))).count() as u64
        };
        for (row, score) in mine.iter().zip(&scores.records) {
            let values: Vec<(usize, u8)> =
                row.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?))).collect();
            let (mut sum, mut counts) = (0.0, Vec::new());
            for (at, one) in values.iter().enumerate() {
                for other in &values[at + 1..] {
                    let both = records(&[*one, *other]);
                    counts.push(both);
                    if both > 0 {
                        sum += both as f64 / records(&[*one]) as f64 + both as f64 / records(&[*other]) as f64;
                    }
                }
            }
            prop_assert!((score.sum - sum).abs() < 1e-9);
            prop_assert_eq!(score.smallest, counts.iter().min().copied());
            let rare = counts.iter().filter(|&&both| both < k).count();
            prop_assert_eq!((score.below_k as usize, score.surely_below_k as usize), (rare, rare));
            prop_assert_eq!(score.ordered_pairs() as usize, counts.len() * 2);
        }
    }

    #[test]
    fn what_is_surely_rare_is_rare(one in rows(3, 30), two in rows(3, 30), k in 2u64..5) {
        let exact = [&one, &two].map(|rows| model(&table(&NAMES, rows)));
        let truth = Model::merge(&exact).unwrap();
        let safe: Vec<Model> = exact.iter().filter_map(|model| Some(model.sanitize(k).ok()?.model)).collect();
        prop_assume!(safe.len() == 2);
        let mine = table(&NAMES, &one);
        let scoring = Scoring { k: 7, theta: 2.0 };
        let reported = Model::merge(&safe).unwrap().score(&mine, scoring, &context(1)).unwrap();
        let true_scores = truth.score(&mine, scoring, &context(1)).unwrap();
        for (reported, truth) in reported.records.iter().zip(&true_scores.records) {
            prop_assert!(reported.surely_below_k <= truth.below_k && truth.below_k <= reported.below_k);
        }
    }
}

/// Podlesny 2023, Table 3.1. The sum of the only woman's record is not the highest: that of a man who shares each of his values
/// is. What she has alone is told by the smallest count of a pair.
#[test]
fn the_records_of_the_example() {
    let columns: [(&str, [&str; 4]); 4] = [
        ("gender", ["m", "f", "m", "m"]),
        ("zip", ["10001", "64123", "60617", "60617"]),
        ("drug", ["remdesivir", "cortisol", "cortisol", "remdesivir"]),
        ("disease", ["covid"; 4]),
    ];
    let columns =
        columns.map(|(name, cells)| Column::from_texts(name, cells.map(Some), TypeChoice::Infer).unwrap());
    let patients = Table::new(columns.into()).unwrap();
    let scores = model(&patients).score(&patients, Scoring { k: 2, theta: 1.5 }, &context(1)).unwrap();
    let sums: Vec<f64> = scores.records.iter().map(|record| record.sum).collect();
    // f: 1 + 1 + 1; 64123: 1 + 1 + 1; cortisol: 1/2 + 1/2 + 1; covid: 1/4 + 1/4 + 1/2.
    // m: 1/3 + 2/3 + 1; 10001: 1 + 1 + 1; remdesivir: 1 + 1/2 + 1; covid: 3/4 + 1/4 + 1/2.
    let expected = [9.0, 9.0, 8.25, 109.0 / 12.0];
    assert!(sums.iter().zip(expected).all(|(sum, expected)| (sum - expected).abs() < 1e-12), "{sums:?}");
    let below: Vec<u32> = scores.records.iter().map(|record| record.below_k).collect();
    assert_eq!((scores.records[1].smallest, below), (Some(1), vec![3, 5, 2, 1]));
}

#[test]
fn equal_records_are_not_flagged_and_unknown_values_count_as_nobody() {
    let records: Rows = vec![vec![Some(0), Some(1), Some(2)]; 7];
    let known = model(&table(&NAMES, &records));
    let scores = known.score(&table(&NAMES, &records), Scoring { k: 5, theta: 0.0 }, &context(1)).unwrap();
    assert!(scores.records.iter().all(|record| !record.is_flagged && record.below_k == 0));
    assert_eq!(scores.records[0].mean(), Some(1.0));
    let stranger = table(&NAMES, &vec![vec![Some(3), Some(1), None], vec![None, Some(1), None]]);
    let scores = known.score(&stranger, Scoring { k: 5, theta: 2.0 }, &context(1)).unwrap();
    assert_eq!(
        (scores.records[0].smallest, scores.records[0].below_k, scores.records[0].values),
        (Some(0), 1, 2)
    );
    assert_eq!((scores.records[1].smallest, scores.records[1].mean()), (None, None));
    let other = table(&["x", "a"], &vec![vec![Some(0), Some(0)]]);
    assert!(known.score(&other, Scoring { k: 5, theta: 2.0 }, &context(1)).is_err());
}
