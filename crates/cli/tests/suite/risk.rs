//! `lethe risk`

use crate::support::{FPVI, error, folder_with, in_folder, json};
use serde_json::Value;

fn risks(files: &[(&str, &str)], arguments: &[&str]) -> Value {
    let folder = folder_with(files);
    json(&in_folder(folder.path(), &[&["risk"], arguments, &["--format", "json"]].concat()))
}

#[test]
fn classes_attackers_and_columns_are_told() {
    let found = risks(&[("t.csv", FPVI)], &["t.csv", "--quasi", "Birth,Gender,ZIP", "--k", "2"]);
    // Four records are alone; the others are three pairs.
    assert_eq!((&found["rows"], &found["classes"], &found["min_class"]), (&10.into(), &7.into(), &1.into()));
    assert_eq!((&found["unique_rows"], &found["avg_class"]), (&4.into(), &(10.0 / 7.0).into()));
    assert_eq!(found["prosecutor"], serde_json::json!({"max": 1.0, "avg": 0.7, "at_risk": 0.4}));
    assert_eq!(found["marketer"], 0.7);
    assert_eq!(
        found["class_sizes"],
        serde_json::json!([{"size": 1, "classes": 4}, {"size": 2, "classes": 3}])
    );
    assert!(found.get("journalist").is_none() && found.get("population").is_none());
    let gender = &found["columns"][1];
    // Four women and six men: 24 of 45 pairs differ.
    assert_eq!((&gender["columns"][0], &gender["distinction"]), (&"Gender".into(), &0.2.into()));
    assert_eq!(gender["separation"], 24.0 / 45.0);
    assert_eq!(found["columns"][3]["columns"].as_array().unwrap().len(), 3);
}

#[test]
fn a_population_gives_a_journalist_and_its_size_estimates() {
    let population = FPVI.to_owned() + FPVI.split_once('\n').unwrap().1;
    let files = [("t.csv", FPVI), ("p.csv", population.as_str())];
    let found = risks(&files, &["t.csv", "--quasi", "Birth,Gender,ZIP", "--k", "3", "--population", "p.csv"]);
    assert_eq!(found["journalist"], serde_json::json!({"max": 0.5, "avg": 0.35, "at_risk": 0.4}));
    assert_eq!(found["marketer"], 0.35);
    let found = risks(&files, &["t.csv", "--quasi", "Birth,Gender,ZIP", "--population", "10"]);
    assert_eq!(found["population"]["dankar_uses"], "exact");
    assert_eq!(found["population"]["dankar"]["records"], 4.0);
    let found = risks(&files, &["t.csv", "--quasi", "Birth,Gender,ZIP", "--population", "1000"]);
    assert!(found["population"]["zayatz"]["records"].as_f64().unwrap() > 4.0);
    assert_eq!(found["population"]["sampling_fraction"], 0.01);
}

#[test]
fn subsets_and_rare_records_are_told_when_asked_for() {
    let arguments = ["t.csv", "--quasi", "Birth,Gender,ZIP,Marital", "--subsets", "2", "--suda"];
    let found = risks(&[("t.csv", FPVI)], &arguments);
    assert_eq!(found["columns"].as_array().unwrap().len(), 4 + 6 + 1);
    assert_eq!(found["suda"]["max_size"], 3);
    assert!(found["suda"]["rows_at_risk"].as_u64().unwrap() > 0);
}

#[test]
fn an_empty_table_has_no_risks_and_a_small_population_is_refused() {
    let found = risks(&[("t.csv", "a,b\n")], &["t.csv", "--quasi", "a,b", "--population", "5"]);
    assert_eq!((&found["classes"], &found["prosecutor"]), (&0.into(), &Value::Null));
    let folder = folder_with(&[("t.csv", FPVI), ("p.csv", "Birth\n09/64\n")]);
    for (arguments, expected) in [
        (
            ["t.csv", "--quasi", "Birth", "--population", "5"],
            "lethe: t.csv: 10 records are more than the population of 5\n",
        ),
        (
            ["t.csv", "--quasi", "Birth", "--population", "p.csv"],
            "lethe: t.csv: row 1: p.csv has fewer such records than the table; the table must be a part of its population\n",
        ),
        (["t.csv", "--quasi", "Birth", "--k", "1"], "lethe: k must be at least 2, not 1\n"),
    ] {
        let output = in_folder(folder.path(), &[&["risk"], &arguments[..]].concat());
        assert_eq!((output.status.code(), error(&output).as_str()), (Some(2), expected));
    }
}

#[test]
fn records_read_tables() {
    let folder = folder_with(&[("t.csv", FPVI)]);
    let output = in_folder(
        folder.path(),
        &["risk", "t.csv", "--quasi", "Birth,ZIP", "--population", "500", "--suda=2"],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    for words in
        ["10 rows in", "prosecutor", "marketer", "pairs separated", "rule of Dankar", "columns identify"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}
