//! A release larger than the memory budget is judged in parts, with the verdict of the whole.

use crate::support::{folder_with, in_folder};
use serde_json::Value;
use std::path::Path;

/// Many records of few classes, some of them small, some records suppressed.
fn release(rows: usize) -> String {
    let line = |n: usize| {
        let mixed = n.wrapping_mul(2_654_435_761) >> 9;
        if mixed.is_multiple_of(97) {
            return format!("*,*,{}\n", if mixed.is_multiple_of(2) { "*" } else { "flu" });
        }
        let age =
            if mixed.is_multiple_of(13) { String::new() } else { format!("[{0}-{0}9]", 1 + mixed / 3 % 8) };
        format!("{age},{}**,{}\n", 100 + mixed / 29 % 40, ["flu", "cold", "hiv", "asthma"][mixed / 7 % 4])
    };
    (0..rows).map(line).fold("age,zip,disease\n".to_owned(), |text, line| text + &line)
        + "[10-19],999**,flu\n"
}

fn verify(folder: &Path, flags: &str, more: &[&str]) -> (Option<i32>, Value) {
    let call = ["verify", "t.csv", "--quasi", "age,zip", "--format", "json"];
    let output = in_folder(
        folder,
        &call.into_iter().chain(flags.split_whitespace()).chain(more.iter().copied()).collect::<Vec<_>>(),
    );
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn parts_have_the_verdict_of_the_whole() {
    let folder = folder_with(&[("t.csv", &release(60_000))]);
    std::fs::create_dir(folder.path().join("work")).unwrap();
    for (flags, status) in [
        ("--k 2", 1),
        ("--t 1@disease", 0),
        ("--k 5 --l entropy:1.5@disease --t 0.4@disease --beta 3@disease", 1),
        ("--alpha-k 0.9,2@disease --delta-disclosure 5@disease", 1),
        ("--k 3 --ignore-suppressed=false", 1),
        ("--l distinct:2@disease --ignore-suppressed", 1),
        ("--k-map 3@100000000", 1),
    ] {
        let (code, whole) = verify(folder.path(), flags, &[]);
        assert_eq!(code, Some(status), "{flags}");
        for threads in ["1", "2"] {
            let budget = ["--memory", "1MB", "--work", "work", "--threads", threads];
            let (code, parts) = verify(folder.path(), flags, &budget);
            assert_eq!(code, Some(status), "{flags}: {parts}");
            for part in ["holds", "rows", "suppressed", "classes", "quasi"] {
                assert_eq!(parts[part], whole[part], "{flags}: {part}");
            }
            assert_eq!(parts["k"]["null_as_value"], whole["k"]["null_as_value"]);
            assert!(parts["notes"].to_string().contains("in parts"), "{}", parts["notes"]);
            for (one, other) in
                parts["models"].as_array().unwrap().iter().zip(whole["models"].as_array().unwrap())
            {
                for part in ["model", "required", "achieved", "holds", "failing_classes"] {
                    assert_eq!(one[part], other[part], "{flags}: {part} of {one}");
                }
            }
            assert_eq!(std::fs::read_dir(folder.path().join("work")).unwrap().count(), 0, "nothing is left");
        }
    }
}

#[test]
fn models_of_more_than_a_class_need_the_table_in_memory() {
    let folder = folder_with(&[("t.csv", &release(60_000))]);
    for flags in ["--km 2,1", "--average-risk 0.5"] {
        let (whole, expected) = verify(folder.path(), flags, &[]);
        let (code, found) = verify(folder.path(), flags, &["--memory", "1MB"]);
        if code == Some(3) {
            assert_eq!(found["error"]["code"], "memory-limit", "{flags}");
        } else {
            assert_eq!((code, &found), (whole, &expected), "{flags}: it fits after all");
        }
    }
}
