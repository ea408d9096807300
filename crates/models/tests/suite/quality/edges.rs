//! The smallest tables, and requests that make no sense.

#![expect(clippy::float_cmp, reason = "these figures are exact")]

use crate::quality::sample::{Sample, SampleColumn, SampleSpan};
use lethe_data::Decimal;
use lethe_models::quality::{Aggregate, CellRelease, CellTally, Covers, MEASURES, Subject, measure};

fn column(paths: &[&[&str]], cells: &[&str]) -> SampleColumn {
    SampleColumn {
        paths: paths.iter().map(|path| path.iter().map(|&label| label.to_owned()).collect()).collect(),
        cells: cells.iter().map(|&cell| Some(cell.to_owned())).collect(),
        weight: 1.0,
        spans: Vec::new(),
    }
}

#[test]
fn a_table_of_nobody_loses_nothing() {
    let sample = Sample { columns: vec![column(&[&["1", "*"]], &["1"])], records: vec![0], labels: vec![0] };
    let known = sample.known();
    let release = CellRelease::new(1, []);
    for measure in known.measures(Aggregate::Geometric) {
        assert_eq!(release.value(measure.as_ref()), 0.0, "{}", measure.name());
        assert_eq!(CellTally::new(1).value(measure.as_ref()), 0.0, "{}", measure.name());
        assert_eq!(measure.bound(&release.view(measure.as_ref())), 0.0, "{}", measure.name());
    }
}

#[test]
fn a_hierarchy_that_is_only_its_root_loses_only_by_suppression() {
    let sample =
        Sample { columns: vec![column(&[&["*"]], &["*", "*"])], records: vec![1, 1], labels: vec![0, 0] };
    let known = sample.known();
    for (lost, wanted) in [([false, false], 0.0), ([true, false], 0.5), ([true, true], 1.0)] {
        let release = known.full_domain(&sample, &[0], &lost);
        for name in ["loss", "precision", "ncp", "total", "ambiguity", "entropy", "kl-divergence"] {
            let measure = measure(name, &known.subject(Aggregate::Mean)).unwrap();
            assert_eq!(release.value(measure.as_ref()), wanted, "{name}");
        }
    }
}

#[test]
fn total_sees_labels_that_stay_as_they_are_and_precision_does_not() {
    let paths: &[&[&str]] = &[&["1", "low", "*"], &["2", "low", "*"], &["9", "9", "*"]];
    let sample =
        Sample { columns: vec![column(paths, &["1", "9"])], records: vec![1, 1], labels: vec![0, 0] };
    let known = sample.known();
    let release = known.full_domain(&sample, &[1], &[false, false]);
    let value = |name| release.value(measure(name, &known.subject(Aggregate::Mean)).unwrap().as_ref());
    assert_eq!(value("precision"), 0.5);
    assert_eq!(value("total"), 0.25);
    assert_eq!(value("loss"), 0.25);
    assert!((value("ncp") - 1.0 / 3.0).abs() < 1e-15);
}

#[test]
fn a_span_counts_the_values_it_covers() {
    // Four values in two levels of a hierarchy: [1-3] covers three of them.
    let paths: &[&[&str]] =
        &[&["1", "low", "*"], &["2", "low", "*"], &["3", "high", "*"], &["4", "high", "*"]];
    let mut one = column(paths, &["1", "2", "3", "4"]);
    let values = ["1", "2", "3"].map(str::to_owned).into_iter().collect();
    one.spans.push(SampleSpan {
        label: "[1-3]".to_owned(),
        covers: Covers::Range { first: 0, last: 2 },
        values,
    });
    let sample = Sample { columns: vec![one], records: vec![1; 4], labels: vec![0; 4] };
    let known = sample.known();
    let entries = [vec![3], vec![3], vec![3], vec![0]];
    let release = known.release(&sample, &entries, &[false; 4]);
    let value = |name| release.value(measure(name, &known.subject(Aggregate::Mean)).unwrap().as_ref());
    assert_eq!(value("loss"), 0.5); // 3 · (2 / 3) of 4 cells
    assert_eq!(value("ncp"), 0.5625); // 3 · (3 / 4)
    assert_eq!((value("precision"), value("total")), (0.5, 0.5));
    assert!((value("ambiguity") - 3.0 * 3_f64.log2() / 8.0).abs() < 1e-9);
    assert!((value("entropy") - 3.0 * 3_f64.log2() / 8.0).abs() < 1e-9);
    assert_eq!(value("discernibility"), 0.625); // (3² + 1²) / 4²
    assert!((value("squared-error") - 2.0 / 5.0).abs() < 1e-12); // 1 + 0 + 1 of 2.25 + 0.25 + 0.25 + 2.25
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let sample = Sample { columns: vec![column(&[&["1", "*"]], &["1"])], records: vec![1], labels: vec![0] };
    let mut known = sample.known();
    let bare = |known: &crate::quality::sample::Known, name: &str| {
        let subject = Subject {
            domains: &known.domains,
            aggregate: Aggregate::Mean,
            label: None,
            gs_factor: None,
            combinations: None,
        };
        measure(name, &subject).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(bare(&known, "elegance").unwrap_err().contains("kl-divergence"));
    assert!(bare(&known, "classification").is_err());
    let factor = |name: &str, factor: &str| {
        let gs_factor = Some(Decimal::parse(factor).unwrap());
        let subject = Subject { gs_factor, ..known.subject(Aggregate::Mean) };
        measure(name, &subject).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(factor("precision", "0.4").unwrap_err().contains("weighs suppression in loss, not in precision"));
    assert!(factor("loss", "0.400001").is_ok());
    for odd in ["-0.1", "1.1", "0.1234567"] {
        assert!(factor("loss", odd).unwrap_err().contains("between 0 and 1"), "{odd}");
    }
    assert!(bare(&known, "kl-divergence").is_err());
    known.domains[0].numbers = None;
    assert!(bare(&known, "squared-error").is_err());
    for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        known.domains[0].weight = weight;
        assert!(bare(&known, "loss").is_err());
    }
}

#[test]
fn every_measure_has_its_place_in_the_documentation() {
    let page = include_str!("../../../../../docs/quality.md");
    for name in MEASURES.iter().map(|entry| entry.name) {
        assert!(page.contains(&format!("\n### `{name}`\n")), "{name}");
    }
}
