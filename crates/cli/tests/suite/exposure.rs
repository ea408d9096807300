//! `lethe exposure` end to end.

use crate::support::{in_folder, lethe};
use serde_json::Value;
use std::path::Path;

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
    let reported = exposure(folder.path(), &["--min-support", "1"]).to_string();
    assert!(!reported.contains("64123") && !reported.contains("covid"), "{reported}");
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
        let more = [
            ["--threads", threads, "--edges", "e.csv", "--records", "r.csv", "--aggregate", "implied"],
            ["--release", "s.csv", "--k", "5", "--exclude", "patient_id,ssn", "--max-size", "4"],
        ]
        .concat();
        let mut report = exposure(folder.path(), &more);
        report["elapsed_ms"] = Value::Null;
        for level in report["levels"].as_array_mut().unwrap() {
            assert!(level["step_ms"].as_f64().unwrap() >= 0.0 && level["made_ms"].as_f64().unwrap() >= 0.0);
            (level["step_ms"], level["made_ms"]) = (Value::Null, Value::Null);
        }
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        files.push((report, read("e.csv"), read("r.csv"), read("s.csv")));
    }
    assert!(files[0] == files[1]);
}

#[test]
fn what_is_released_keeps_rare_pairs_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["generate", "census", "--rows", "3000", "--seed", "5", "-o", "p.csv", "-q"];
    assert_eq!(in_folder(folder.path(), &made).status.code(), Some(0));
    let k = 10;
    for file in ["s.csv", "s.parquet"] {
        let report = exposure(folder.path(), &["--release", file, "--k", "10", "--edges", "e.csv"]);
        let release = &report["release"];
        assert_eq!((release["k"].as_u64(), release["recoverable_pairs"].as_u64()), (Some(k), Some(0)));
        for key in ["lowered", "suppressed", "checked_pairs"] {
            assert!(release[key].as_u64().unwrap() > 0, "{key}: {release}");
        }
        let columns = report["columns"].as_array().unwrap().len();
        assert!(release["column_pairs"].as_array().unwrap().len() < columns);
        assert!(release["largest_change"].as_f64().unwrap() > 0.0);
    }
    let lines = |name: &str| -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let truth: std::collections::BTreeMap<Vec<String>, u64> =
        lines("e.csv").into_iter().map(|line| (line[..4].to_vec(), line[4].parse().unwrap())).collect();
    let released = lines("s.csv");
    let text = std::fs::read_to_string(folder.path().join("s.csv")).unwrap();
    assert!(text.starts_with("from_column,from_value,to_column,to_value,probability,count,suppressed\n"));
    let mut sums = std::collections::BTreeMap::new();
    for line in &released {
        let records = truth.get(&line[..4]).copied().unwrap_or(0);
        let probability: f64 = line[4].parse().unwrap();
        match &line[6][..] {
            "false" => assert!(records >= k && line[5] == records.to_string(), "{line:?}"),
            _ => assert!(line[5].is_empty() && (0.0..=1.0).contains(&probability), "{line:?}"),
        }
        *sums.entry(line[..3].to_vec()).or_insert(0.0) += probability;
    }
    assert!(sums.values().all(|&sum| sum < 1.0 + 1e-6));
    let chosen =
        exposure(folder.path(), &["--release", "t.csv", "--k", "10", "--pairs", "age,sex;sex,education"]);
    assert_eq!(chosen["release"]["column_pairs"].as_array().unwrap().len(), 2);
}

#[test]
fn too_few_records_release_nothing_and_no_file_stays_of_a_failure() {
    let folder = patients();
    let report = exposure(folder.path(), &["--release", "s.csv", "--k", "5"]);
    assert_eq!(report["release"]["edges"].as_u64(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("s.csv")).unwrap().lines().count(), 1);
    let refused = in_folder(
        folder.path(),
        &["exposure", "p.csv", "--release", "t.csv", "--pairs", "zip,drug;drug,gender;gender,zip"],
    );
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn column_sets_are_measured() {
    let folder = patients();
    let report = exposure(folder.path(), &["--sets", "gender,zip,drug,disease;zip,drug", "--max-size", "2"]);
    let sets = report["sets"].as_array().unwrap();
    assert_eq!(sets.len(), 2);
    // Over all columns the measures are those of the whole table; the largest sum is that of the first man.
    let near = |value: &Value, number: f64| (value.as_f64().unwrap() - number).abs() < 1e-9;
    assert!(near(&sets[0]["mean"], report["mean"].as_f64().unwrap()), "{sets:?}");
    assert!(
        near(&sets[0]["largest_sum"], 109.0 / 12.0) && near(&sets[0]["largest_mean"], 109.0 / 144.0),
        "{sets:?}"
    );
    assert_eq!(sets[0]["flagged_records"], report["flagged_records"]);
    // 10001 and 64123 have one drug each, 60617 both: 1 + 1/2, 1 + 1/2, 1/2 + 1/2 twice.
    assert!(near(&sets[1]["sum"], 1.25) && near(&sets[1]["mean"], 0.625), "{sets:?}");
    assert_eq!((sets[1]["fewest"].as_u64(), &sets[1]["deviation"]), (Some(1), &Value::Null));
    let grown = exposure(folder.path(), &["--theta", "0.1", "--max-size", "3"]);
    let grown = grown["sets"].as_array().unwrap();
    assert!(!grown.is_empty() && grown.iter().all(|set| set["columns"].as_array().unwrap().len() == 3));
    assert!(grown.iter().all(|set| set["deviation"].as_f64().unwrap() > 0.1), "{grown:?}");
}

#[test]
fn memory_for_aggregation_and_maps_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let made = ["generate", "health", "--rows", "300", "--columns", "20", "-o", "p.csv", "-q"];
    assert_eq!(in_folder(folder.path(), &made).status.code(), Some(0));
    let run = |memory: &str, more: &[&str]| {
        let arguments =
            [&["exposure", "p.csv", "--memory", memory, "--threads", "1", "--format", "json", "-q"], more];
        in_folder(folder.path(), &arguments.concat())
    };
    for (memory, more, what) in [
        ("1MB", &["--aggregate", "exact"][..], "the inference graph"),
        ("6MB", &["--aggregate", "exact"], "the aggregated inference graph"),
        ("6MB", &["--map", "m.svg"], "Lanczos"),
        ("6MB", &["--release", "s.csv", "--k", "3"], "a model that may be shown"),
    ] {
        let output = run(memory, more);
        assert_eq!(output.status.code(), Some(3), "{more:?} {output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(what), "{more:?}");
    }
    for more in [&["--aggregate", "implied"][..], &["--map", "m.svg"], &["--release", "s.csv", "--k", "3"]] {
        assert_eq!(run("40MB", more).status.code(), Some(0), "{more:?}");
    }
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
        (&["--release", "p.csv"], "p.csv"),
        (&["--release", "s.csv", "--k", "1"], "--k"),
        (&["--release", "s.csv", "--pairs", "zip,drug;drug,gender;gender,zip"], "cycle"),
        (&["--release", "s.csv", "--pairs", "zip,drug,gender"], "two columns"),
        (&["--release", "s.sqlite#t"], "file of its own"),
        (&["--pairs", "zip,drug"], "--release"),
        (&["--sets", "zip"], "two columns"),
        (&["--sets", "zip,drug", "--exclude", "drug"], "leave out"),
        (&["--sets", "zip,nobody"], "nobody"),
        (&["--sets", "zip,,drug"], "between"),
        (&["--max-size", "1"], "--max-size"),
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
