//! `lethe anonymize` with methods that group records.

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::fmt::Write;
use std::process::{Command, Stdio};

const AGES: &str = "young;*\nold;*\n";

/// Rows of an age, a city, a disease and a note of so many letters.
fn records(rows: usize, letters: usize) -> String {
    let mut text = "name,age,city,disease,note\n".to_owned();
    for row in 0..rows {
        let (age, city) = (row * 7919 % 61, row * 104_729 % 17);
        writeln!(text, "n{row},{age},c{city:02},{},{}", row % 5, "x".repeat(letters)).unwrap();
    }
    text
}

fn ages() -> String {
    (0..61).map(|age| format!("{age};{}", AGES.lines().nth(age / 31).unwrap()) + "\n").collect()
}

const COMMON: [&str; 14] = [
    "anonymize",
    "people.csv",
    "--quasi",
    "age,city",
    "--sensitive",
    "disease",
    "--identifiers",
    "name",
    "--insensitive",
    "note",
    "--hierarchy",
    "age=age.csv",
    "--k",
    "5",
];

fn folder(rows: usize, letters: usize) -> tempfile::TempDir {
    folder_with(&[("people.csv", &records(rows, letters)), ("age.csv", &ages())])
}

fn sizes(report: &Value) -> u64 {
    let sizes = report["grouping"]["sizes"].as_array().unwrap();
    sizes.iter().map(|size| size["records"].as_u64().unwrap() * size["groups"].as_u64().unwrap()).sum()
}

#[test]
fn every_method_writes_what_the_verifier_accepts_and_tells_its_groups() {
    let folder = folder(400, 3);
    for flags in [
        &["--method", "mondrian"][..],
        &["--method", "mondrian", "--split", "relaxed", "--recode", "range"],
        &["--method", "mondrian", "--l", "distinct:2@disease", "--t", "0.4@disease"],
        &["--method", "cluster"],
        &["--method", "cluster", "--algorithm", "oka", "--beta", "2@disease"],
        &["--method", "cluster", "--algorithm", "k-member", "--recode", "range"],
        &["--method", "cluster", "--algorithm", "mdav", "--center", "median"],
        &["--method", "disk-cluster", "--algorithm", "oka"],
        &["--method", "disk-cluster", "--l", "entropy:1.5@disease", "--threads", "2"],
    ] {
        let arguments = [&COMMON[..], flags, &["-o", "out.csv", "--format", "json"]].concat();
        let report = json(&in_folder(folder.path(), &arguments));
        assert_eq!(report["method"], flags[1], "{flags:?}");
        assert_eq!((sizes(&report), report["rows"].as_u64()), (400, Some(400)), "{flags:?}");
        let grouping = &report["grouping"];
        assert!(grouping["groups"].as_u64() > Some(10), "{flags:?}");
        let clusters = flags[1] != "mondrian";
        assert_eq!(grouping["algorithm"].is_string(), clusters, "{flags:?}");
        assert_eq!(grouping["parts"].as_u64(), Some(u64::from(flags[1] == "disk-cluster")), "{flags:?}");
        let reported = report["notes"].to_string().contains("not truthful");
        assert_eq!(reported, flags.contains(&"mdav"), "{}", report["notes"]);
        let verify = ["verify", "out.csv", "--quasi", "age,city", "--k", "5", "--format", "json"];
        assert_eq!(json(&in_folder(folder.path(), &verify))["holds"], true, "{flags:?}");
        let text = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
        assert!(text.starts_with("age,city,disease,note\n") && text.lines().count() == 401, "{flags:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "{flags:?}");
        std::fs::remove_file(folder.path().join("out.csv")).unwrap();
    }
}

#[test]
fn what_a_method_cannot_do_is_refused_before_anything_is_written() {
    let folder = folder(100, 3);
    for (flags, expected) in [
        (&["--method", "disk-cluster", "--shuffle"][..], "cannot be shuffled"),
        (&["--method", "disk-cluster", "--algorithm", "mdav"], "cannot be grouped with mdav"),
        (&["--method", "mondrian", "--max-level", "age=1"], "column 'age': max_level does not go with"),
        (&["--method", "disk-cluster", "--max-level", "age=1"], "column 'age': max_level does not go with"),
        (&["--method", "mondrian", "--km", "3,2"], "the method 'mondrian' cannot satisfy models"),
        (&["--method", "disk-cluster", "--km", "3,2"], "the method 'disk-cluster' cannot satisfy models"),
        (&["--method", "mondrian", "--algorithm", "oka"], "algorithm \"oka\" only goes with"),
        (&["--method", "flash", "--resume"], "keeps no state; leave out --resume"),
        (&["--method", "disk-cluster", "--hierarchy", "city=age.csv"], "column 'city'"),
        (&["--method", "disk-cluster", "--quasi", "missing"], "'missing'"),
    ] {
        let arguments = [&COMMON[..], flags, &["-o", "out.csv"]].concat();
        let output = in_folder(folder.path(), &arguments);
        let message = error(&output);
        assert!(output.status.code() == Some(2) && message.contains(expected), "{flags:?}: {message}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "{flags:?}");
    }
}

#[test]
fn a_table_from_standard_input_cannot_be_read_twice() {
    let folder = folder(10, 3);
    let mut arguments = COMMON;
    arguments[1] = "-";
    let output = Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(arguments)
        .args(["--method", "disk-cluster", "-o", "out.csv"])
        .current_dir(folder.path())
        .stdin(Stdio::from(std::fs::File::open(folder.path().join("people.csv")).unwrap()))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("standard input"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn too_few_rows_are_no_solution_with_status_1() {
    let folder = folder(4, 3);
    for method in ["mondrian", "cluster", "disk-cluster"] {
        let arguments = [&COMMON[..], &["--method", method, "-o", "out.csv", "--format", "json"]].concat();
        let output = in_folder(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(1), "{method}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(report["holds"] == false && report["notes"].to_string().contains("not even all records"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "{method}");
    }
}

#[test]
fn auto_goes_to_disk_when_the_table_does_not_fit_and_says_so() {
    let folder = folder(5000, 400);
    let run = |memory: &str, output: &str| {
        let flags = ["--memory", memory, "-o", output, "--format", "json"];
        json(&in_folder(folder.path(), &[&COMMON[..], &flags].concat()))
    };
    let on_disk = run("1500kB", "disk.csv");
    assert!(on_disk["method"] == "disk-cluster" && on_disk["grouping"]["parts"] == 1, "{on_disk}");
    assert!(on_disk["notes"].to_string().contains("does not fit into memory"), "{}", on_disk["notes"]);
    let quiet = ["--memory", "1500kB", "-o", "quiet.csv", "--quiet"];
    let output = in_folder(folder.path(), &[&COMMON[..], &quiet].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.stdout.is_empty() && said.contains("disk-cluster"),
        "another method is never kept quiet: {said}"
    );
    let in_memory = run("1GB", "memory.csv");
    assert!(in_memory["method"] == "auto" && in_memory["grouping"].is_null());
    let cluster = ["--method", "cluster", "-o", "cluster.csv", "--format", "json"];
    json(&in_folder(folder.path(), &[&COMMON[..], &cluster].concat()));
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(read("disk.csv") == read("cluster.csv"));
}
