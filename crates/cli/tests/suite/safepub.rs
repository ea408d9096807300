//! `lethe safepub-parameters` and `lethe anonymize --method safepub` end to end.

use crate::support::{error, folder_with, in_folder, json, lethe};
use serde_json::Value;
use std::path::Path;

const AGE: &str = "20;20-39;*\n30;20-39;*\n40;40-59;*\n50;40-59;*\n";

/// Six hundred records; age and diagnosis go together.
fn table() -> String {
    let mut text = "name,age,sex,diagnosis\n".to_owned();
    for person in 0..600u32 {
        let age = 20 + person % 4 * 10;
        let sex = if person % 7 < 4 { "f" } else { "m" };
        let diagnosis = if age < 40 || person % 11 == 0 { "flu" } else { "gout" };
        text.push_str(&format!("p{person},{age},{sex},{diagnosis}\n"));
    }
    text
}

fn folder() -> tempfile::TempDir {
    folder_with(&[("t.csv", &table()), ("age.csv", AGE)])
}

const COLUMNS: [&str; 8] =
    ["--identifiers", "name", "--quasi", "age,sex", "--hierarchy", "age=age.csv", "--method", "safepub"];

fn publish(folder: &Path, more: &[&str]) -> Value {
    let output =
        in_folder(folder, &[&["anonymize", "t.csv", "--format", "json"], &COLUMNS[..], more].concat());
    json(&output)
}

#[test]
fn the_smallest_k_with_its_proof_and_curve() {
    let found =
        json(&lethe(&["safepub-parameters", "--epsilon", "ln(2)", "--delta", "1e-6", "--format", "json"]));
    assert_eq!((found["epsilon"].as_str(), found["k"].as_u64()), (Some("ln(2)"), Some(66)));
    assert_eq!((found["beta"]["lower"].as_f64(), found["beta"]["upper"].as_f64()), (Some(0.5), Some(0.5)));
    let bound = |key: &str, side: &str| found[key][side].as_f64().unwrap();
    assert!(bound("delta_at_k", "upper") <= 1e-6 && bound("delta_below_k", "lower") > 1e-6);
    let curve = found["smoothness"].as_array().unwrap();
    let deltas: Vec<f64> = curve.iter().map(|point| point["delta"]["upper"].as_f64().unwrap()).collect();
    assert!(deltas.is_sorted_by(|a, b| a >= b) && deltas.len() > 3);
    let text = lethe(&["safepub-parameters", "--epsilon", "1", "--delta", "1e-6"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("k 74"));
    for (epsilon, delta, reported) in [
        ("0", "1e-6", "above 0"),
        ("ln(0)", "1e-6", "logarithm"),
        ("x", "1e-6", "epsilon"),
        ("1", "2", "below 1"),
        ("40", "1e-9", "more than"),
    ] {
        let refused = lethe(&["safepub-parameters", "--epsilon", epsilon, "--delta", delta]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(error(&refused).contains(reported), "{refused:?}");
    }
}

#[test]
fn fixed_levels_leave_the_whole_budget_to_sampling() {
    let folder = folder();
    let recipe = "[columns.name]\nrole = 'identifying'\n\
                  [columns.age]\nrole = 'quasi'\nhierarchy = 'age.csv'\nmin_level = 1\nmax_level = 1\n\
                  [columns.sex]\nrole = 'quasi'\nmin_level = 0\nmax_level = 0\n\
                  [columns.diagnosis]\nrole = 'quasi'\nmin_level = 0\nmax_level = 0\n\
                  [search]\nmethod = 'safepub'\nscore = 'intensity'\n";
    std::fs::write(folder.path().join("fixed.toml"), recipe).unwrap();
    let run = |more: &[&str]| {
        let call = ["anonymize", "t.csv", "--recipe", "fixed.toml", "--dp", "0.693,1e-3", "--format", "json"];
        in_folder(folder.path(), &[&call[..], more].concat())
    };
    let report = json(&run(&[]));
    let account = &report["account"];
    let spent = |key: &str| account[key].as_str().unwrap();
    assert_eq!((spent("epsilon_search"), spent("epsilon_steps"), spent("epsilon_final")), ("0", "0", "0"));
    assert_eq!((spent("epsilon_sampling"), account["proven"].as_bool()), (spent("epsilon"), Some(true)));
    assert_eq!(report["solution"]["levels"]["age"], 1);
    // The decimal is taken exactly, and ln(2) is probably what was meant.
    let notes = report["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().contains("write ln(2)")), "{notes:?}");
    let refused = error(&run(&["--eps-search", "0.1"]));
    assert!(refused.contains("nothing to search"), "{refused}");
    let parameters = |epsilon: &str| lethe(&["safepub-parameters", "--epsilon", epsilon, "--delta", "1e-3"]);
    let text = |epsilon: &str| String::from_utf8(parameters(epsilon).stdout).unwrap();
    assert!(text("1.0986").contains("write ln(3)") && !text("ln(3)").contains("write"));
}

#[test]
fn a_release_in_order_with_an_account_that_adds_up() {
    let folder = folder();
    let report = publish(
        folder.path(),
        &["--dp", "1,1e-3", "--class", "diagnosis", "-o", "r.csv", "--report", "a.json"],
    );
    assert_eq!(report["holds"], true);
    let account = &report["account"];
    assert_eq!(account["proven"], true);
    assert_eq!(
        (account["epsilon"].as_str(), account["epsilon_sampling"].as_str()),
        (Some("1"), Some("9/10"))
    );
    let k = account["k"].as_u64().unwrap();
    assert_eq!(report["models"][0]["required"], k);
    let release = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
    let mut lines = release.lines();
    assert_eq!(lines.next(), Some("age,sex,diagnosis"));
    let rows: Vec<&str> = lines.collect();
    assert!(rows.is_sorted(), "the order of rows must tell nothing");
    assert!(!rows.is_empty() && rows.len() < 600 && !release.contains("p1"));
    for row in &rows {
        assert!(rows.iter().filter(|other| other == &row).count() as u64 >= k);
    }
    assert!(folder.path().join("a.json").exists());
}

#[test]
fn chance_is_new_each_time_unless_a_seed_says_that_it_is_not_private() {
    let folder = folder();
    let release = |more: &[&str], name: &str| {
        let common = [&["--dp", "1,1e-3", "--class", "diagnosis", "-o", name], more].concat();
        let arguments = [&["anonymize", "t.csv", "--format", "json"], &COLUMNS[..], &common].concat();
        let output = in_folder(folder.path(), &arguments);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), report, std::fs::read(folder.path().join(name)).unwrap())
    };
    // The promise needs bits that nobody can repeat: the global seed must not decide them.
    let first = release(&["--seed", "1"], "1.csv").2;
    assert!((0..6).any(|_| release(&["--seed", "1"], "2.csv").2 != first));
    let (code, report, bytes) = release(&["--insecure-seed", "5", "--threads", "1"], "3.csv");
    assert_eq!(
        (code, report["holds"].as_bool(), report["account"]["private"].as_bool()),
        (Some(1), Some(false), Some(false))
    );
    assert_eq!(release(&["--insecure-seed", "5", "--threads", "2"], "4.csv").2, bytes);
    // What is not proven says why, and is no good answer.
    let (code, report, _) =
        release(&["--final", "paper", "--sampling", "shared", "--score", "classification"], "5.csv");
    assert_eq!((code, report["account"]["unproven"].as_array().unwrap().len()), (Some(1), 2));
}

#[test]
fn every_score_publishes_and_budgets_of_logarithms_are_split() {
    let folder = folder();
    for score in ["intensity", "discernibility", "entropy", "group-size", "classification", "prediction"] {
        let report = publish(
            folder.path(),
            &["--dp", "ln(3),1e-2", "--class", "diagnosis", "--score", score, "--steps", "9"],
        );
        assert_eq!(
            (report["holds"].as_bool(), report["account"]["score"].as_str()),
            (Some(true), Some(score))
        );
        assert_eq!(report["account"]["epsilon"], "ln(3)");
    }
    // Without a column to predict it is one like the others; sex has no domain of its own.
    let arguments = [
        &["anonymize", "t.csv", "--format", "json", "--identifiers", "name,sex,diagnosis", "--quasi", "age"],
        &["--hierarchy", "age=age.csv", "--method", "safepub", "--dp", "2", "--final", "last"][..],
    ];
    let output = in_folder(folder.path(), &arguments.concat());
    // A delta that follows from the number of records is not part of what is proven.
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (report["account"]["score"].as_str(), report["account"]["delta_by_records"].as_bool()),
        (Some("granularity"), Some(true))
    );
}

#[test]
fn what_would_break_the_promise_is_refused() {
    let folder = folder();
    std::fs::write(folder.path().join("r.toml"), "[columns.age]\nrole='quasi'\nhierarchy={intervals=[10]}")
        .unwrap();
    let base: &[&str] = &["anonymize", "t.csv"];
    let all: &[&str] = &["--identifiers", "name,diagnosis", "--quasi", "age,sex", "--score", "intensity"];
    let cases: [(&[&str], &str); 9] = [
        (&["--method", "safepub", "--dp", "1,1e-6", "--eps-search", "1"], "do not add up"),
        (&["--method", "safepub", "--dp", "1,0"], "delta must be above 0"),
        (&["--method", "safepub", "--k", "5"], "one guarantee"),
        (&["--method", "safepub", "--dp", "1", "--k", "5"], "one guarantee"),
        (&["--method", "safepub", "--dp", "1", "--score", "classification"], "column to predict"),
        (&["--method", "safepub", "--dp", "1", "--score", "granularity"], "hierarchy file"),
        (&["--method", "safepub", "--dp", "1", "--recipe", "r.toml"], "do not depend on the records"),
        (&["--method", "flash", "--dp", "1"], "safepub"),
        (&["--method", "flash", "--k", "5", "--insecure-seed", "1"], "--seed"),
    ];
    for (arguments, reported) in cases {
        // A flag given twice is another error, so the last of a kind is left to the case.
        let scored = arguments.contains(&"--score") || arguments.contains(&"flash");
        let columns = if scored { &all[..4] } else { all };
        let refused = in_folder(folder.path(), &[base, columns, arguments, &["-o", "x.csv"]].concat());
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(error(&refused).contains(reported), "{arguments:?}: {refused:?}");
        assert!(!folder.path().join("x.csv").exists());
    }
    let unnamed = in_folder(
        folder.path(),
        &[
            "anonymize",
            "t.csv",
            "--quasi",
            "age,sex",
            "--method",
            "safepub",
            "--dp",
            "1",
            "--score",
            "intensity",
        ],
    );
    assert!(error(&unnamed).contains("column 'name' has no role"));
}

#[test]
fn a_value_that_a_hierarchy_does_not_have_is_no_reason_to_refuse() {
    let folder = folder_with(&[("t.csv", &(table() + "p600,99,f,flu\n")), ("age.csv", AGE)]);
    let report = publish(folder.path(), &["--dp", "1,1e-3", "--class", "diagnosis", "-o", "r.csv"]);
    assert_eq!(report["holds"], true);
    let release = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
    assert!(!release.contains("99"));
    // The column to predict alone leaves nothing to search.
    let alone = [
        "anonymize",
        "t.csv",
        "--identifiers",
        "name,age,sex",
        "--class",
        "diagnosis",
        "--method",
        "safepub",
        "--dp",
        "1,1e-3",
    ];
    let refused = in_folder(folder.path(), &alone);
    assert_eq!(refused.status.code(), Some(2));
    assert!(error(&refused).contains("column to generalize"), "{refused:?}");
}

#[test]
fn few_records_are_all_left_out() {
    let folder = folder_with(&[("t.csv", "age,sex\n20,f\n30,m\n")]);
    let arguments = [
        "anonymize",
        "t.csv",
        "--quasi",
        "age,sex",
        "--method",
        "safepub",
        "--dp",
        "1,1e-5",
        "--score",
        "intensity",
        "-o",
        "r.csv",
    ];
    let output = in_folder(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(std::fs::read_to_string(folder.path().join("r.csv")).unwrap(), "age,sex\n");
}

#[test]
fn a_ledger_pays_for_one_release_and_not_for_the_second() {
    let folder = folder();
    let made = ["dp", "ledger", "create", "l.json", "--data-set", "t", "--epsilon", "1.5", "--delta", "1e-2"];
    assert_eq!(in_folder(folder.path(), &made).status.code(), Some(0));
    let pay = |name: &str, more: &[&str]| {
        let common = ["--dp", "1,1e-3", "--class", "diagnosis", "--ledger", "l.json", "-o", name];
        in_folder(folder.path(), &[&["anonymize", "t.csv", "-q"], &COLUMNS[..], &common, more].concat())
    };
    assert_eq!(pay("1.csv", &[]).status.code(), Some(0));
    let refused = pay("2.csv", &[]);
    assert_eq!(refused.status.code(), Some(3), "{refused:?}");
    assert!(error(&refused).contains("l.json") && !folder.path().join("2.csv").exists());
    // What is not proven is not paid for.
    let unproven = pay("3.csv", &["--final", "paper"]);
    assert_eq!(unproven.status.code(), Some(2));
    assert!(error(&unproven).contains("proven"));
    let shown = json(&in_folder(folder.path(), &["dp", "ledger", "show", "l.json", "--format", "json"]));
    assert_eq!(shown["spends"].as_array().map(Vec::len), Some(1), "{shown}");
}
