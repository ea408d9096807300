//! What an attack infers, against loops over all records and records.

use lethe::attack::{Attack, AttackReport, SuppressedReading, attack};
use lethe::{Context, Location};
use proptest::prelude::*;
use std::fmt::Write;
use std::path::Path;

/// An age of the release: between two numbers.
type Ages = (i32, i32);
/// What a record shows: ages, a sex or none, a disease.
type Record = (Ages, Option<bool>, u8);
/// What is known of a person: an age and a sex.
type Person = (i32, bool);

const CONFIDENCES: [f64; 4] = [0.4, 0.5, 0.75, 1.0];

fn record() -> impl Strategy<Value = Record> {
    (
        (0..6, 0..3).prop_map(|(low, wide)| (low, low + wide)),
        prop::option::weighted(0.8, any::<bool>()),
        0u8..3,
    )
}

fn person() -> impl Strategy<Value = Person> {
    (0..8, any::<bool>())
}

fn sex(is_female: bool) -> &'static str {
    if is_female { "f" } else { "m" }
}

fn write_release(records: &[Record], file: &Path) {
    let mut text = "age,sex,disease,id\n".to_owned();
    for (at, ((low, high), is_female, disease)) in records.iter().enumerate() {
        let sex = is_female.map_or("*", sex);
        writeln!(text, "[{low}-{high}],{sex},d{disease},p{at}").unwrap();
    }
    std::fs::write(file, text).unwrap();
}

fn write_records(records: &[Person], file: &Path) {
    let mut text = "age,sex,id\n".to_owned();
    for (at, (age, is_female)) in records.iter().enumerate() {
        writeln!(text, "{age},{},p{at}", sex(*is_female)).unwrap();
    }
    std::fs::write(file, text).unwrap();
}

/// The records that may be a person's when ages may be wrong by so much.
fn candidates(records: &[Record], (age, is_female): Person, error: i32) -> Vec<usize> {
    let fits = |((low, high), sex, _): &Record| {
        (age - error..=age + error).any(|near| (*low..=*high).contains(&near))
            && sex.is_none_or(|sex| sex == is_female)
    };
    (0..records.len()).filter(|&at| fits(&records[at])).collect()
}

fn attacked(folder: &Path, error: i32, threads: usize) -> AttackReport {
    let place = |name: &str| Location::parse(&folder.join(name).display().to_string()).unwrap();
    let request = Attack {
        columns: vec!["age".to_owned(), "sex".to_owned()],
        sensitive: vec!["disease".to_owned()],
        truth: Some("id".to_owned()),
        reading: Some(SuppressedReading::Any),
        tolerance: vec![("age".to_owned(), error.to_string())],
        confidence: CONFIDENCES.to_vec(),
        absent: Some(place("absent.csv")),
        original: Some(place("original.csv")),
        ..Attack::of(folder.join("release.csv").display().to_string(), place("known.csv"))
    };
    attack(&request, &Context::new(threads).unwrap()).unwrap()
}

fn check(
    report: &AttackReport,
    records: &[Record],
    (known, absent): (&[Person], &[Person]),
    original: &[Record],
    error: i32,
) {
    let share = |part: usize, of: usize| part as f64 / of as f64;
    let total = |disease: u8| records.iter().filter(|record| record.2 == disease).count();
    let found: Vec<Vec<usize>> = known.iter().map(|&person| candidates(records, person, error)).collect();
    // The value that most candidates show, the first of several: its confidence, its share of all, and whether it is right.
    let guess = |(person, found): (usize, &Vec<usize>)| {
        let with = |disease: u8| found.iter().filter(|&&at| records[at].2 == disease).count();
        let most = (0..3u8).rev().max_by_key(|&disease| with(disease)).unwrap();
        (!found.is_empty()).then(|| {
            let is_right = records.get(person).is_some_and(|own| own.2 == most);
            (share(with(most), found.len()), share(total(most), records.len()), is_right)
        })
    };
    let guesses: Vec<_> = found.iter().enumerate().map(guess).collect();
    let inferred = &report.inference[0];
    let baseline = (0..3).map(|disease| share(total(disease), records.len())).fold(0.0, f64::max);
    assert!((inferred.baseline - baseline).abs() < 1e-12);
    for (confidence, sure) in CONFIDENCES.into_iter().zip(&inferred.confidence) {
        let people: Vec<_> = guesses.iter().flatten().filter(|guess| guess.0 >= confidence).collect();
        assert_eq!(sure.records, people.len() as u64);
        assert_eq!(sure.gained, people.iter().filter(|guess| guess.0 > guess.1).count() as u64);
        assert_eq!(sure.correct, Some(people.iter().filter(|guess| guess.2).count() as u64));
        assert_eq!(sure.baseline, if baseline >= confidence { known.len() as u64 } else { 0 });
    }
    let mean: f64 = guesses.iter().flatten().map(|guess| guess.0).sum::<f64>() / known.len() as f64;
    let gain: f64 = guesses.iter().flatten().map(|guess| guess.0 - guess.1).sum::<f64>() / known.len() as f64;
    assert!((inferred.mean_confidence.unwrap() - mean).abs() < 1e-12);
    assert!((inferred.mean_gain.unwrap() - gain).abs() < 1e-12);
    let membership = &report.membership_inference;
    let rate = |people: &[Person]| {
        let matched = people.iter().filter(|&&person| !candidates(records, person, error).is_empty());
        share(matched.count(), people.len())
    };
    assert_eq!(membership.certainly_absent, found.iter().filter(|found| found.is_empty()).count() as u64);
    assert_eq!(membership.true_positive_rate, Some(rate(known)));
    assert_eq!(membership.false_positive_rate, Some(rate(absent)));
    let before = known.iter().filter(|&&person| candidates(original, person, error).len() == 1);
    assert_eq!(report.original.as_ref().unwrap().reidentified, before.count() as u64);
    assert_eq!(report.reidentified, found.iter().filter(|found| found.len() == 1).count() as u64);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn inferences_and_rates_are_those_of_all_candidates(
        records in prop::collection::vec(record(), 1..25),
        known in prop::collection::vec(person(), 1..15),
        absent in prop::collection::vec(person(), 1..15),
        error in 0..3,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        // One record that shows everything, or no record would.
        let records: Vec<Record> = records.into_iter().chain([((3, 3), Some(true), 0)]).collect();
        let original: Vec<Record> = records.iter().map(|&((low, _), sex, disease)| ((low, low), sex, disease)).collect();
        write_release(&records, &file("release.csv"));
        write_release(&original, &file("original.csv"));
        write_records(&known, &file("known.csv"));
        write_records(&absent, &file("absent.csv"));
        for threads in [1, 2] {
            check(&attacked(folder.path(), error, threads), &records, (&known, &absent), &original, error);
        }
    }
}

#[test]
fn an_idle_or_senseless_tolerance_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write_release(&[((1, 2), Some(true), 0)], &folder.path().join("release.csv"));
    write_records(&[(1, true), (2, false)], &folder.path().join("known.csv"));
    let refusal = |name: &str, distance: &str| {
        let known = Location::parse(&folder.path().join("known.csv").display().to_string()).unwrap();
        let request = Attack {
            columns: vec!["age".to_owned()],
            tolerance: vec![(name.to_owned(), distance.to_owned())],
            ..Attack::of(folder.path().join("release.csv").display().to_string(), known)
        };
        attack(&request, &Context::new(1).unwrap()).unwrap_err().to_string()
    };
    assert!(refusal("sex", "1").contains("is not compared"));
    assert!(refusal("age", "-1").contains("write a number"));
    assert!(refusal("agee", "1").contains("age"));
}
