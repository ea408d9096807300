//! `lethe verify --compartments`: clean releases pass, planted leaks are found.

use crate::support::{error, folder_with, in_folder};
use serde_json::Value;
use std::path::Path;

/// The answer and the exit status.
fn verified(folder: &Path, arguments: &[&str]) -> (Value, Option<i32>) {
    let output =
        in_folder(folder, &[&["verify"], arguments, &["--compartments", "--format", "json"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    (serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{stderr}")), output.status.code())
}

const LIST: &str = r#"[
    {"file": "compartment-01.csv", "columns": ["zip", "sex"], "rows": 8, "seed": 4},
    {"file": "compartment-02.csv", "columns": ["sex", "disease"], "rows": 8, "seed": 4}
]"#;
/// Sorted by content, which tells nothing.
const FIRST: &str = "zip,sex\n1,f\n1,f\n1,m\n1,m\n2,f\n2,f\n2,m\n2,m\n";
const SECOND: &str = "sex,disease\nf,cold\nf,cold\nf,flu\nf,flu\nm,flu\nm,flu\nm,flu\nm,flu\n";

fn release(first: &str, second: &str) -> tempfile::TempDir {
    folder_with(&[("compartments.json", LIST), ("compartment-01.csv", first), ("compartment-02.csv", second)])
}

#[test]
fn a_file_that_nobody_lists_is_named_and_nothing_is_said_about_the_rest() {
    let known = folder_with(&[("k.csv", "zip,sex\n1,f\n")]);
    let known = known.path().join("k.csv").display().to_string();
    for name in ["compartment-03.csv", "notes/people.csv", ".backup"] {
        let folder = release(FIRST, SECOND);
        std::fs::create_dir(folder.path().join("notes")).unwrap();
        std::fs::write(folder.path().join(name), "zip,disease\n1,hiv\n").unwrap();
        let refused = |arguments: &[&str]| {
            let output = in_folder(folder.path(), arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let message = error(&output);
            assert!(message.contains(&format!("'{name}'")) && !message.contains("hiv"), "{message}");
        };
        refused(&["verify", ".", "--compartments", "--k", "2"]);
        refused(&["attack", ".", "--known", &known]);
        refused(&["compare", &known, "."]);
    }
}

#[cfg(unix)]
#[test]
fn a_compartment_that_is_a_link_is_refused() {
    let (folder, elsewhere) = (release(FIRST, SECOND), folder_with(&[("a.csv", SECOND)]));
    let part = folder.path().join("compartment-02.csv");
    std::fs::remove_file(&part).unwrap();
    std::os::unix::fs::symlink(elsewhere.path().join("a.csv"), &part).unwrap();
    let output = in_folder(folder.path(), &["verify", ".", "--compartments", "--k", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("links") && error(&output).contains("'compartment-02.csv'"));
}

#[test]
fn a_clean_release_holds_and_is_proven() {
    let folder = release(FIRST, SECOND);
    let (report, status) = verified(folder.path(), &[".", "--k", "2"]);
    assert_eq!(status, Some(0), "{report}");
    for field in ["holds", "acyclic", "proven", "complete"] {
        assert_eq!(report[field], true, "{field}");
    }
    assert_eq!((&report["rows"], &report["k"], &report["max_size"]), (&8.into(), &2.into(), &Value::Null));
    assert_eq!(report["compartments"][0]["order"], "sorted");
    assert_eq!(report["compartments"][0]["min_class"], 2);
    // All men have the flu.
    assert_eq!(report["homogeneous"], 1);
    let recipes = folder_with(&[
        ("k.toml", "[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n"),
        ("km.toml", "[[privacy]]\nmodel = \"km-anonymity\"\nk = 2\nm = 1\n"),
    ]);
    let released = folder.path().to_str().unwrap();
    assert_eq!(verified(recipes.path(), &[released, "--recipe", "k.toml"]).0["k"], 2);
    let (bounded, status) = verified(recipes.path(), &[released, "--recipe", "km.toml", "--k", "3"]);
    assert_eq!((&bounded["k"], &bounded["max_size"], status), (&3.into(), &1.into(), Some(1)));
    let text = in_folder(folder.path(), &["verify", ".", "--compartments", "--k", "2"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("No record is re-identified") && !text.contains("cold"), "{text}");
}

#[test]
fn an_order_that_follows_from_nothing_does_not_hold() {
    let unshuffled = "sex,disease\nf,cold\nm,flu\nf,flu\nm,flu\nf,cold\nf,flu\nm,flu\nm,flu\n";
    let (report, status) = verified(release(FIRST, unshuffled).path(), &[".", "--k", "2"]);
    assert_eq!(status, Some(1));
    assert_eq!((&report["compartments"][1]["order"], &report["holds"]), (&"unknown".into(), &false.into()));
    assert!(report["notes"][0].as_str().unwrap().contains("sort the rows"), "{report}");
}

#[test]
fn files_in_one_order_are_called_aligned() {
    let rows =
        |cell: fn(u32) -> u32| (0..400u32).map(|row| (row * 7919 % 97) % 8).map(cell).collect::<Vec<_>>();
    let file = |name: &str, cells: Vec<u32>| {
        cells.iter().fold(format!("{name}\n"), |text, cell| format!("{text}{cell}\n"))
    };
    let list = r#"[{"file": "a.csv", "columns": ["a"]}, {"file": "b.csv", "columns": ["b"]}]"#;
    let folder = folder_with(&[
        ("compartments.json", list),
        ("a.csv", &file("a", rows(|kind| kind))),
        ("b.csv", &file("b", rows(|kind| kind / 2))),
    ]);
    let (report, status) = verified(folder.path(), &[".", "--k", "2"]);
    assert_eq!((&report["compartments"][0]["order"], status), (&"aligned".into(), Some(1)));
    assert!(report["notes"][0].as_str().unwrap().contains("standard deviations"), "{report}");
}

#[test]
fn a_shared_column_that_tells_everybody_apart_joins_the_files() {
    let list = LIST.replace("\"sex\"", "\"id\"");
    let folder = folder_with(&[
        ("compartments.json", &list),
        ("compartment-01.csv", "zip,id\n1,1\n1,2\n1,3\n1,4\n2,5\n2,6\n2,7\n2,8\n"),
        ("compartment-02.csv", "id,disease\n1,a\n2,a\n3,b\n4,b\n5,a\n6,a\n7,b\n8,b\n"),
    ]);
    let (report, status) = verified(folder.path(), &[".", "--k", "2"]);
    assert_eq!(status, Some(1));
    let found = &report["found"][0];
    assert_eq!((&found["records"], &found["lower"], &found["upper"]), (&8.into(), &1.into(), &1.into()));
    assert_eq!(found["columns"], serde_json::json!(["zip", "id", "disease"]));
    assert_eq!(report["compartments"][0]["min_class"], 1);
}

#[test]
fn a_row_number_that_is_not_listed_is_told_and_does_not_hold() {
    let numbered =
        "n,sex,disease\n1,f,cold\n2,f,cold\n3,f,flu\n4,f,flu\n5,m,flu\n6,m,flu\n7,m,flu\n8,m,flu\n";
    let (report, status) = verified(release(FIRST, numbered).path(), &[".", "--k", "2"]);
    assert_eq!((&report["compartments"][1]["min_class"], status), (&1.into(), Some(1)));
    assert!(
        report["notes"][0].as_str().unwrap().contains("not those that compartments.json lists"),
        "{report}"
    );
    let (fewer, status) =
        verified(release(FIRST, "sex,disease\nf,flu\nf,flu\nm,flu\nm,flu\n").path(), &[".", "--k", "2"]);
    assert_eq!((&fewer["complete"], status), (&false.into(), Some(1)));
}

#[test]
fn rows_split_within_one_file_are_put_together_by_what_they_hide() {
    let clean = "zip,sex,disease\n1,f,flu\n1,f,flu\n2,m,n/a\n2,m,n/a\nn/a,n/a,cold\nn/a,n/a,cold\n";
    let folder = folder_with(&[
        ("clean.csv", clean),
        ("sizes.csv", "zip,sex,disease\n2,m,n/a\n2,m,n/a\nn/a,n/a,cold\n"),
        ("alone.csv", "zip,sex,disease\n1,f,flu\n2,m,n/a\n2,m,n/a\nn/a,n/a,cold\nn/a,n/a,cold\n"),
    ]);
    let (report, status) = verified(folder.path(), &["clean.csv", "--k", "2"]);
    assert_eq!((status, &report["rows"], &report["proven"]), (Some(0), &4.into(), &true.into()), "{report}");
    assert_eq!(report["compartments"][2]["columns"], serde_json::json!(["zip", "sex", "disease"]));
    let (sizes, status) = verified(folder.path(), &["sizes.csv", "--k", "2"]);
    assert_eq!((status, &sizes["complete"]), (Some(1), &false.into()));
    let (alone, status) = verified(folder.path(), &["alone.csv", "--k", "2"]);
    assert_eq!((status, &alone["compartments"][2]["min_class"]), (Some(1), &1.into()));
}

#[test]
fn a_folder_without_a_list_names_outside_it_and_a_missing_k_are_refused() {
    let refused = |folder: &tempfile::TempDir, arguments: &[&str]| {
        let output = in_folder(folder.path(), &[&["verify", ".", "--compartments"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        error(&output)
    };
    assert!(refused(&folder_with(&[]), &["--k", "2"]).contains("compartments.json"));
    assert!(refused(&release(FIRST, SECOND), &[]).contains("--k"));
    assert!(refused(&release(FIRST, SECOND), &["--k", "1"]).contains("at least 2"));
    let outside = folder_with(&[("compartments.json", r#"[{"file": "../x.csv", "columns": []}]"#)]);
    assert!(refused(&outside, &["--k", "2"]).contains("same folder"));
    let garbled = folder_with(&[("compartments.json", r#"{"file": 3}"#)]);
    assert!(refused(&garbled, &["--k", "2"]).contains("line 1"));
}

#[test]
fn a_type_is_declared_for_the_files_that_show_the_column() {
    let folder = release(FIRST, SECOND);
    let typed = |column: &str| {
        in_folder(folder.path(), &["verify", ".", "--compartments", "--k", "2", "--type", column])
    };
    assert_eq!(typed("zip=text").status.code(), Some(0), "{}", error(&typed("zip=text")));
    assert_eq!(typed("sex=text").status.code(), Some(0));
    let unknown = typed("zap=text");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(error(&unknown).contains("'zip'"), "{}", error(&unknown));
}
