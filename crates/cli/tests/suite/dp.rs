//! `lethe dp`

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::path::Path;

/// Fifty records; two have no age, one has a word for it, one is 999 years old.
fn records() -> String {
    let mut table = "id,age,sex,smokes\n".to_owned();
    for row in 0..50u32 {
        let age = match row {
            3 => "secretly".to_owned(),
            4 | 5 => String::new(),
            6 => "999".to_owned(),
            _ => (20 + row % 40).to_string(),
        };
        let sex = ["f", "m", "x"][row as usize % 3];
        table += &format!("{row},{age},{sex},{}\n", if row % 5 == 0 { "yes" } else { "no" });
    }
    table
}

fn ask(folder: &Path, arguments: &[&str]) -> Value {
    json(&in_folder(folder, &[&["dp"], arguments, &["--format", "json"]].concat()))
}

fn value(report: &Value) -> f64 {
    report["value"].as_f64().unwrap()
}

#[test]
fn with_a_huge_budget_every_answer_is_the_true_one() {
    let folder = folder_with(&[("people.csv", &records())]);
    let folder = folder.path();
    let bounds = ["--column", "age", "--lower", "0", "--upper", "100", "--epsilon", "100000"];
    let of = |query: &str| ask(folder, &[&[query, "people.csv"], &bounds[..]].concat());
    assert_eq!(ask(folder, &["count", "people.csv", "--epsilon", "100"])["value"], 50.0);
    // Words and missing ages add nothing, and 999 counts as 100.
    let ages: Vec<u32> = (0..50).filter(|row| ![3, 4, 5, 6].contains(row)).map(|row| 20 + row % 40).collect();
    let sum = f64::from(ages.iter().sum::<u32>() + 100);
    assert_eq!(of("sum")["value"], sum);
    assert!((value(&of("mean")) - sum / 47.0).abs() < 1e-9);
    assert_eq!(of("mean")["noisy_count"], 47.0);
    let mut sorted = ages.clone();
    sorted.push(100);
    sorted.sort_unstable();
    assert_eq!(of("quantile")["value"], f64::from(sorted[23]));
    let counts = ask(
        folder,
        &["histogram", "people.csv", "--column", "sex", "--values", "f,m,d", "--other", "--epsilon", "100"],
    );
    let counts: Vec<f64> =
        counts["counts"].as_array().unwrap().iter().map(|count| count["count"].as_f64().unwrap()).collect();
    assert_eq!(counts, [17.0, 17.0, 0.0, 16.0]);
    let chosen = ask(
        folder,
        &["select", "people.csv", "--column", "smokes", "--values", "yes,no", "--epsilon", "100"],
    );
    assert_eq!(chosen["choice"], "no");
    let reported = ask(
        folder,
        &[
            "randomized-response",
            "people.csv",
            "--column",
            "smokes",
            "--values",
            "yes,no",
            "--epsilon",
            "100",
        ],
    );
    assert_eq!((&reported["counts"][0]["reported"], &reported["rows"]), (&10.into(), &50.into()));
    let median = ask(
        folder,
        &[
            "median",
            "people.csv",
            "--column",
            "smokes",
            "--values",
            "yes,no",
            "--query",
            "yes",
            "--query",
            "no",
            "--epsilon",
            "10000",
        ],
    );
    assert_eq!(median["answers"][0]["kind"], "hard");
    assert!((median["answers"][0]["share"].as_f64().unwrap() - 0.2).abs() < 1e-9);
    assert!((median["answers"][1]["share"].as_f64().unwrap() - 0.8).abs() < 0.02);
    assert!(median["published"]["candidate_rows"].as_f64().unwrap() > 1e6);
}

#[test]
fn only_a_seed_repeats_and_says_that_it_is_not_private() {
    let folder = folder_with(&[("people.csv", &records())]);
    let count =
        |more: &[&str]| ask(folder.path(), &[&["count", "people.csv", "--epsilon", "1e-12"], more].concat());
    let seeded = count(&["--insecure-seed", "3"]);
    assert_eq!(seeded["private"], false);
    assert!(seeded["notes"][0].as_str().unwrap().contains("not private"));
    assert_eq!(seeded["value"], count(&["--insecure-seed", "3"])["value"]);
    assert_ne!(seeded["value"], count(&["--insecure-seed", "4"])["value"]);
    let private = count(&["--seed", "3"]);
    assert_eq!(private["private"], true);
    assert_ne!(private["value"], count(&["--seed", "3"])["value"]);
    let text =
        in_folder(folder.path(), &["dp", "count", "people.csv", "--epsilon", "1", "--insecure-seed", "1"]);
    assert!(String::from_utf8_lossy(&text.stdout).starts_with("NOT PRIVATE"));
}

#[test]
fn the_ledger_adds_up_and_refuses_to_overspend() {
    let folder = folder_with(&[("people.csv", &records())]);
    let folder = folder.path();
    let made =
        ask(folder, &["ledger", "create", "l", "--data-set", "records", "--epsilon", "1", "--delta", "1e-5"]);
    assert_eq!((&made["left_epsilon"], &made["left_delta"]), (&"1".into(), &"1/100000".into()));
    let count = ["count", "people.csv", "--epsilon", "0.4", "--ledger", "l"];
    assert_eq!(ask(folder, &count)["account"]["ledger"]["left_epsilon"], "3/5");
    let noisy = ask(folder, &[&count[..], &["--delta", "1e-6", "--label", "second"]].concat());
    assert_eq!(noisy["noise"][0]["distribution"], "discrete-gaussian");
    let refused = in_folder(folder, &[&["dp"], &count[..]].concat());
    assert_eq!(refused.status.code(), Some(3));
    assert!(error(&refused).contains("does not suffice"));
    let shown = ask(folder, &["ledger", "show", "l"]);
    assert_eq!((&shown["spent_epsilon"], &shown["spent_delta"]), (&"4/5".into(), &"1/1000000".into()));
    assert_eq!(
        (&shown["spends"][0]["label"], &shown["spends"][1]["label"]),
        (&"count".into(), &"second".into())
    );
    // Wrong parameters and files that cannot be read cost nothing.
    for wrong in [
        ["sum", "people.csv", "--column", "age", "--lower", "9", "--upper", "0", "--epsilon", "0.1"],
        ["sum", "missing.csv", "--column", "age", "--lower", "0", "--upper", "9", "--epsilon", "0.1"],
        ["sum", "people.csv", "--column", "agee", "--lower", "0", "--upper", "9", "--epsilon", "0.1"],
    ] {
        let output = in_folder(folder, &[&["dp"], &wrong[..], &["--ledger", "l"]].concat());
        assert_eq!(output.status.code(), Some(2));
        error(&output);
    }
    // Neither does an answer that is not private, nor one that could not be written down, nor a ledger with two names.
    let small = ["dp", "count", "people.csv", "--ledger", "l", "--epsilon"];
    for (wrong, reported) in
        [(&["0.1", "--insecure-seed", "1"][..], "seed"), (&["0.1", "--delta", "1e-400"], "digits")]
    {
        let refused = in_folder(folder, &[&small, wrong].concat());
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(error(&refused).contains(reported), "{refused:?}");
    }
    #[cfg(unix)]
    {
        std::fs::hard_link(folder.join("l"), folder.join("twin")).unwrap();
        let refused = in_folder(folder, &[&small[..], &["0.1"]].concat());
        assert!(error(&refused).contains("several names"), "{refused:?}");
        std::fs::remove_file(folder.join("twin")).unwrap();
    }
    assert_eq!(ask(folder, &["ledger", "show", "l"])["spends"].as_array().unwrap().len(), 2);
    let again =
        in_folder(folder, &["dp", "ledger", "create", "l", "--data-set", "records", "--epsilon", "9"]);
    assert_eq!(again.status.code(), Some(2));
    // A ledger that was tampered with pays nothing.
    let text = std::fs::read_to_string(folder.join("l")).unwrap();
    std::fs::write(folder.join("l"), text.replace("2/5", "-2/5")).unwrap();
    assert_eq!(in_folder(folder, &[&["dp"], &count[..]].concat()).status.code(), Some(2));
}

#[test]
fn relations_are_not_mixed_up() {
    let folder = folder_with(&[("people.csv", &records())]);
    let folder = folder.path();
    ask(folder, &["ledger", "create", "rows", "--data-set", "records", "--epsilon", "5"]);
    ask(
        folder,
        &[
            "ledger",
            "create",
            "answers",
            "--data-set",
            "records",
            "--epsilon",
            "5",
            "--neighbours",
            "replace-one",
        ],
    );
    let survey = [
        "dp",
        "randomized-response",
        "people.csv",
        "--column",
        "smokes",
        "--values",
        "yes,no",
        "--epsilon",
        "1",
    ];
    assert_eq!(in_folder(folder, &[&survey[..], &["--ledger", "rows"]].concat()).status.code(), Some(2));
    let paid =
        json(&in_folder(folder, &[&survey[..], &["--ledger", "answers", "--format", "json"]].concat()));
    assert_eq!(paid["account"]["ledger"]["spent_epsilon"], "1");
    let count = ask(folder, &["count", "people.csv", "--epsilon", "1", "--ledger", "answers"]);
    assert_eq!(count["account"]["ledger"]["spent_epsilon"], "3");
}

#[test]
fn no_cell_makes_an_error_or_shows_up() {
    let odd = "v\nsecret\n\n1e999\n1/0\n\u{7f}\n-0\n+5\n0x10\n";
    let folder = folder_with(&[("odd.csv", odd), ("empty.csv", "v\n")]);
    for file in ["odd.csv", "empty.csv"] {
        let question =
            ["dp", "sum", file, "--column", "v", "--lower", "-1", "--upper", "1", "--epsilon", "500"];
        let output = in_folder(folder.path(), &[&question[..], &["--format", "json"]].concat());
        assert!(!String::from_utf8_lossy(&output.stdout).contains("secret"));
        assert_eq!(json(&output)["value"], 0.0, "{file}");
    }
    let mean = ["mean", "empty.csv", "--column", "v", "--lower", "-1", "--upper", "1", "--epsilon", "1"];
    assert!(value(&ask(folder.path(), &mean)).abs() <= 1.0);
}

#[test]
fn a_ledger_is_shown_without_writing_anything() {
    let folder = folder_with(&[]);
    let run = |call: &str| in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
    assert!(run("dp ledger create l --data-set t --epsilon 1").status.success());
    std::fs::remove_file(folder.path().join("l.lock")).unwrap();
    assert!(run("dp ledger show l").status.success());
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["l"], "a folder that cannot be written to is enough");
}
