//! Discovery on real tables against results of exhaustive SQL. Skipped where the data is not at hand.

use crate::real_data::real_data;
use lethe::discover::{Discover, discover};
use lethe::{Context, Location};
use std::collections::BTreeSet;
use std::path::Path;

fn sets<'a>(sets: impl IntoIterator<Item = Vec<&'a str>>) -> BTreeSet<BTreeSet<String>> {
    sets.into_iter().map(|set| set.into_iter().map(str::to_owned).collect()).collect()
}

fn compare(data: &Path, expected: &Path, algorithm: &str, threads: usize) {
    let expected: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(expected).unwrap()).unwrap();
    let wanted = sets(
        expected["minimal_qids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|set| set.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()),
    );
    let request = Discover {
        k: expected["k"].as_u64().unwrap(),
        max_size: expected["max_size"].as_u64().map(|size| usize::try_from(size).unwrap()),
        algorithm: algorithm.to_owned(),
        // The expected results count every column.
        keep_standalone: true,
        ..Discover::of(Location::parse(data.to_str().unwrap()).unwrap())
    };
    let report = discover(&request, &Context::new(threads).unwrap()).unwrap();
    let found = sets(report.minimal_qids.iter().map(|set| set.iter().map(String::as_str).collect()));
    assert!(report.complete);
    assert_eq!(found.len(), report.minimal_qids.len(), "no set twice");
    assert_eq!(found, wanted, "{} with {algorithm}", data.display());
}

#[test]
fn census_quasi_identifiers_are_those_of_exhaustive_sql() {
    let Some(folder) = real_data() else { return };
    let adult = folder.join("adult");
    for k in [2, 5] {
        let expected = adult.join(format!("qid_expected_k{k}.json"));
        for (algorithm, threads) in [("exact", 1), ("exact", 2), ("minimal", 2), ("fpvi", 2), ("sql", 1)] {
            compare(&adult.join("adult.csv"), &expected, algorithm, threads);
        }
    }
}

#[test]
fn tax_unit_quasi_identifiers_are_those_of_exhaustive_sql() {
    let Some(folder) = real_data() else { return };
    for k in [2, 5] {
        let cps = folder.join("cps");
        compare(&cps.join("cps.csv.gz"), &cps.join(format!("qid_expected_k{k}.json")), "exact", 2);
    }
}
