//! `lethe exposure` end to end.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{in_folder, lethe};

/// Podlesny 2023, Table 3.1.
const PATIENTS: &str = "gender,zip,drug,disease\nm,10001,remdesivir,covid\nf,64123,cortisol,covid\nm,60617,cortisol,covid\n\
                        m,60617,remdesivir,covid\n";

fn exposure(folder: &Path, arguments: &[&str]) -> Value {
    let output = in_folder(folder, &[&["exposure", "p.csv", "--format", "json", "-q"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn patients() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.csv"), PATIENTS).unwrap();
    folder
}

#[test]
fn table_5_1_and_what_follows_from_it() {
    let folder = patients();
    let more =
        ["--edges", "e.csv", "--records", "r.csv", "--min-support", "1", "--top", "20", "--show-values"];
    let report = exposure(folder.path(), &more);
    assert_eq!((report["rows"].as_u64(), report["nodes"].as_u64()), (Some(4), Some(8)));
    let edges = std::fs::read_to_string(folder.path().join("e.csv")).unwrap();
    let lines: Vec<&str> = edges.lines().collect();
    assert_eq!(lines[0], "from_column,from_value,to_column,to_value,count,probability");
    assert_eq!(lines.len() as u64, report["edges"].as_u64().unwrap() + 1);
    for line in [
        "gender,f,zip,64123,1,1",
        "gender,m,zip,10001,1,0.333333333",
        "gender,m,zip,60617,2,0.666666667",
        "drug,cortisol,gender,f,1,0.5",
        "disease,covid,gender,m,3,0.75",
    ] {
        assert!(lines.contains(&line), "{line}: {edges}");
    }
    // Without missing values the sum is the number of other columns, whatever the value: only the mean tells them apart.
    let nodes = report["top_nodes"].as_array().unwrap();
    assert!(nodes.iter().all(|node| (node["scf"].as_f64().unwrap() - 3.0).abs() < 1e-9), "{nodes:?}");
    let first: Vec<&str> = nodes.iter().take(3).map(|node| node["value"].as_str().unwrap()).collect();
    assert_eq!(first, ["f", "10001", "64123"]);
    // f, 64123, cortisol, covid: 1 + 1 + 1, 1 + 1 + 1, 1/2 + 1/2 + 1, 1/4 + 1/4 + 1/2.
    let records = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
    assert_eq!(records.lines().nth(2), Some("2,9,0.75,false"), "{records}");
    let certain = report["certain"].as_array().unwrap();
    let has = |from: &str, to: &str| {
        certain
            .iter()
            .any(|rule| rule["from_value"] == from && rule["to_value"] == to && rule["probability"] == 1.0)
    };
    assert!(has("f", "64123") && has("f", "cortisol") && has("64123", "f"));
    // Everybody has covid: nothing is learned by knowing anything else.
    assert!(!has("f", "covid"));
}

#[test]
fn values_are_told_only_where_asked_for() {
    let folder = patients();
    let told = exposure(folder.path(), &["--min-support", "1"]).to_string();
    assert!(!told.contains("64123") && !told.contains("covid"), "{told}");
    let output = in_folder(folder.path(), &["exposure", "p.csv", "--min-support", "1"]);
    assert!(!String::from_utf8(output.stdout).unwrap().contains("64123"));
}

#[test]
fn what_is_certain_about_sensitive_columns_comes_first() {
    let folder = patients();
    let report = exposure(folder.path(), &["--min-support", "1", "--sensitive", "drug"]);
    assert_eq!(report["certain"][0]["to_column"], "drug");
    assert_eq!(report["certain"][0]["sensitive"], true);
}

#[test]
fn candidates_are_held_against_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["generate", "census", "--rows", "2000", "--seed", "3", "-o", "p.csv", "-q"];
    assert_eq!(in_folder(folder.path(), &made).status.code(), Some(0));
    let report = exposure(folder.path(), &["--check", "--k", "2"]);
    let columns = report["columns"].as_array().unwrap().len();
    // The pairs that expose somebody, by the exact search: minimal sets of one column expose every pair they are in.
    let found = in_folder(
        folder.path(),
        &["discover", "p.csv", "--k", "2", "--max-size", "2", "--keep-standalone", "--format", "json", "-q"],
    );
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    let sets: Vec<Vec<String>> = serde_json::from_value(found["minimal_qids"].clone()).unwrap();
    let names: Vec<String> = serde_json::from_value(report["columns"].clone()).unwrap();
    let is_exposing = |one: &String, two: &String| {
        sets.iter().any(|set| set.iter().all(|column| column == one || column == two))
    };
    let pairs = (0..columns).flat_map(|one| (one + 1..columns).map(move |two| (one, two)));
    let exposing = pairs.filter(|&(one, two)| is_exposing(&names[one], &names[two])).count() as u64;
    for check in report["check"].as_array().unwrap() {
        let right = check["candidates"].as_u64().unwrap() - check["false_positives"].as_u64().unwrap();
        assert_eq!(right + check["false_negatives"].as_u64().unwrap(), exposing, "{check}");
    }
    let greedy = report["check"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (greedy["theta"].as_f64(), greedy["recall"].as_f64()),
        (report["greedy_theta"].as_f64(), Some(1.0))
    );
}

#[test]
fn nodes_become_fewer() {
    let folder = patients();
    let levels =
        |how: &str| exposure(folder.path(), &["--aggregate", how])["levels"].as_array().unwrap().clone();
    let exact = levels("exact");
    // f and 64123 are the same person.
    assert_eq!((exact[0]["nodes"].as_u64(), exact[1]["nodes"].as_u64()), (Some(8), Some(7)));
    assert_eq!(exact[1]["error"].as_f64(), Some(0.0));
    assert!(levels("implied").last().unwrap()["nodes"].as_u64() < Some(7));
    assert!(levels("threshold:0.5").last().unwrap()["nodes"].as_u64() < Some(7));
    assert!(levels("manifold").len() > 1);
    exposure(folder.path(), &["--map", "map.svg"]);
    let map = std::fs::read_to_string(folder.path().join("map.svg")).unwrap();
    assert!(map.starts_with("<svg") && map.contains("gender") && !map.contains("64123"));
}

#[test]
fn the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["generate", "health", "--rows", "3000", "--columns", "20", "-o", "p.csv", "-q"];
    assert_eq!(in_folder(folder.path(), &made).status.code(), Some(0));
    let mut files = Vec::new();
    for threads in ["1", "3"] {
        let more = ["--threads", threads, "--edges", "e.csv", "--records", "r.csv", "--aggregate", "implied"];
        let mut report = exposure(folder.path(), &more);
        report["elapsed_ms"] = Value::Null;
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        files.push((report, read("e.csv"), read("r.csv")));
    }
    assert!(files[0] == files[1]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = patients();
    for (arguments, why) in [
        (&["--columns", "zip"][..], "at least two columns"),
        (&["--exclude", "nobody"], "nobody"),
        (&["--theta", "nan"], "--theta"),
        (&["--certain", "0"], "--certain"),
        (&["--certain", "1.5"], "--certain"),
        (&["--min-support", "0"], "--min-support"),
        (&["--aggregate", "all"], "exact"),
        (&["--edges", "p.csv"], "p.csv"),
    ] {
        let output = in_folder(folder.path(), &[&["exposure", "p.csv"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(why), "{arguments:?}");
    }
    std::fs::write(folder.path().join("p.csv"), "a,b\n").unwrap();
    let report = exposure(folder.path(), &[]);
    assert_eq!((report["rows"].as_u64(), report["edges"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn the_schema_is_printed() {
    let schema: Value = serde_json::from_slice(&lethe(&["schema", "exposure"]).stdout).unwrap();
    assert_eq!(schema["title"], "ExposureReport");
}
