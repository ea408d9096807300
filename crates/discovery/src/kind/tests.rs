//! Every detector against its own examples, against the registry's order, and against chance.

use super::{Basis, DETECTORS, Evidence, Example, Kind, detect};
use lethe_data::{Column, TypeChoice};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn column(name: &str, values: &[&str]) -> Column {
    Column::from_texts(name, values.iter().map(|value| Some(*value)), TypeChoice::Infer).unwrap()
}

fn with<R>((name, values): Example, look: impl FnOnce(&Evidence<'_>) -> R) -> R {
    let column = column(name, values);
    look(&Evidence::new(&column, &column.histogram(None)))
}

fn kind_of(name: &str, values: impl IntoIterator<Item = String>) -> Option<Kind> {
    let values: Vec<String> = values.into_iter().collect();
    let column = column(name, &values.iter().map(String::as_str).collect::<Vec<_>>());
    detect(&Evidence::new(&column, &column.histogram(None))).map(|finding| finding.detector.about().kind)
}

/// A stream of numbers that look random and are the same every time.
fn random() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0x9E37_79B9_7F4A_7C15u64), |&state| {
        let mut next = state ^ (state << 13);
        next ^= next >> 7;
        Some(next ^ (next << 17))
    })
}

#[test]
fn every_detector_is_documented_and_has_examples_both_ways() {
    let mut names = BTreeSet::new();
    for detector in DETECTORS {
        let about = detector.about();
        assert!(names.insert(about.name), "{} is listed twice", about.name);
        assert!(!about.doc.is_empty() && !about.noun.is_empty(), "{}", about.name);
        assert!(!about.accepts.is_empty() && !about.rejects.is_empty(), "{}", about.name);
    }
}

#[test]
fn every_kind_is_recognised_by_some_detector_and_named_once() {
    let known: BTreeSet<Kind> = DETECTORS.iter().map(|detector| detector.about().kind).collect();
    let names: BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(known.into_iter().collect::<Vec<_>>(), Kind::ALL);
    assert_eq!(names.len(), Kind::ALL.len());
}

#[test]
fn every_detector_accepts_and_rejects_its_own_examples() {
    let mut wrong = Vec::new();
    for detector in DETECTORS {
        let about = detector.about();
        let examine = |example: &Example| with(*example, |evidence| detector.examine(evidence).is_some());
        wrong.extend(about.accepts.iter().filter(|e| !examine(e)).map(|e| (about.name, "rejects", e)));
        wrong.extend(about.rejects.iter().filter(|e| examine(e)).map(|e| (about.name, "accepts", e)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_order_of_the_registry_gives_every_positive_example_its_kind() {
    let mut wrong = Vec::new();
    for about in DETECTORS.iter().map(|detector| detector.about()) {
        for example in about.accepts {
            let found = with(*example, |evidence| detect(evidence).map(|f| f.detector.about()));
            if found.is_none_or(|found| found.kind != about.kind) {
                wrong.push((about.name, example.0, found.map(|found| found.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn random_numbers_of_any_length_are_nothing() {
    for digits in 4..=19 {
        let lowest = 10u64.pow(digits - 1);
        for size in [10, 100, 3_000] {
            let values = random().take(size).map(|n| (lowest + n % (lowest * 9 / 10)).to_string());
            assert_eq!(kind_of("n", values), None, "{size} numbers of {digits} digits");
        }
    }
}

#[test]
fn sequences_are_neither_phones_nor_cards_nor_national_numbers() {
    for start in [1, 2_125_550_100, 100_000_000, 20_000_000_000, 4_111_111_111_111_111, 4_222_222_222_000] {
        assert_eq!(kind_of("n", (start..start + 2_000).map(|n: u64| n.to_string())), None, "{start}");
        assert_eq!(kind_of("n", (0..50).map(|n: u64| (start + n * 10).to_string())), None, "{start} by tens");
    }
}

#[test]
fn a_hint_in_the_name_does_not_make_random_numbers_cards() {
    let values = random().take(500).map(|n| (4_000_000_000_000_000 + n % 1_000_000_000_000_000).to_string());
    assert_eq!(kind_of("card", values), None);
}

#[test]
fn one_wrong_digit_in_a_number_with_a_check_digit_is_always_noticed() {
    for (name, number) in [
        ("card", "4012888888881881"),
        ("iban", "DE89370400440532013000"),
        ("steuer_id", "86095742719"),
        ("nir", "255081416802538"),
        ("nhs", "9434765919"),
        ("dni", "12345678Z"),
        ("bsn", "123456782"),
        ("pesel", "44051401359"),
        ("imei", "490154203237518"),
    ] {
        let right = with_value(name, number);
        assert!(matches!(right, Some(Basis::Values { .. })), "{name}");
        for (at, digit) in number.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
            for other in (b'0'..=b'9').filter(|&other| other != digit) {
                let mut wrong = number.as_bytes().to_vec();
                wrong[at] = other;
                let wrong = String::from_utf8(wrong).unwrap();
                let found = with_value(name, &wrong);
                assert!(!matches!(found, Some(Basis::Values { .. })), "{name} {wrong}");
            }
        }
    }
}

fn with_value(name: &str, value: &str) -> Option<Basis> {
    let column = column(name, &[value]);
    detect(&Evidence::new(&column, &column.histogram(None))).map(|finding| finding.basis)
}

#[test]
fn the_columns_of_the_adult_data_set_get_sensible_kinds() {
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    for (name, values, kind) in [
        ("age", words(&["17", "39", "90"]), Some(Kind::Age)),
        ("workclass", words(&["Private", "State-gov"]), Some(Kind::Occupation)),
        ("fnlwgt", words(&["77516", "83311", "215646"]), None),
        ("education-num", words(&["9", "13"]), Some(Kind::Education)),
        ("marital-status", words(&["Divorced", "Widowed"]), Some(Kind::MaritalStatus)),
        ("race", words(&["White", "Black"]), Some(Kind::Ethnicity)),
        ("sex", words(&["Male", "Female"]), Some(Kind::Gender)),
        ("capital-gain", words(&["0", "2174"]), Some(Kind::Income)),
        ("hours-per-week", words(&["13", "40"]), None),
        ("native-country", words(&["Cuba", "India"]), Some(Kind::Country)),
        ("income", words(&["<=50K", ">50K"]), Some(Kind::Income)),
    ] {
        assert_eq!(kind_of(name, values), kind, "{name}");
    }
}

proptest! {
    #[test]
    fn no_detector_panics_on_any_name_and_values(
        name in "(\\PC{0,12}|ssn|iban|card|vin|icd|nir|dni|lat|age|phone|zip|position|hash|ip)",
        values in prop::collection::vec(
            "(\\PC{0,24}|[A-Z0-9ä. -]{0,24}|[0-9]{1,22}|[A-Z]{2}[0-9é]{13,30}|[0-9]{5}2[AB][0-9é]{6,8})",
            0..12,
        ),
    ) {
        let column = column(&name, &values.iter().map(String::as_str).collect::<Vec<_>>());
        let evidence = Evidence::new(&column, &column.histogram(None));
        for detector in DETECTORS {
            if let Some(Basis::Values { share }) = detector.examine(&evidence) {
                prop_assert!(share > 0.0 && share <= 1.0);
            }
        }
    }
}
