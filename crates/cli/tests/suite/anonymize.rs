//! `lethe anonymize` end to end: every file it writes is verified by `lethe verify`.

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::path::Path;

const PATIENTS: &str = "name,age,zip,disease,visits
Ada,34,94139,flu,1
Bob,36,94138,cold,2
Cat,34,94138,flu,1
Dan,47,94139,angina,1
Eve,41,94138,flu,3
Fay,43,94141,cold,1
Gus,49,94141,angina,2
Hal,22,94138,flu,1
";

const AGE: &str = "22;20-29;*
34;30-39;*
36;30-39;*
41;40-49;*
43;40-49;*
47;40-49;*
49;40-49;*
";

const RECIPE: &str = "[columns.name]
role = 'identifying'
[columns.age]
role = 'quasi'
hierarchy = 'age.csv'
[columns.zip]
role = 'quasi'
type = 'text'
hierarchy = { mask = 'right' }
[columns.disease]
role = 'sensitive'
[columns.visits]
role = 'insensitive'
[[privacy]]
model = 'k-anonymity'
k = 3
[search]
suppression_limit = 0.2
";

fn clinic() -> tempfile::TempDir {
    folder_with(&[("patients.csv", PATIENTS), ("age.csv", AGE), ("clinic.toml", RECIPE)])
}

fn run(folder: &Path, more: &[&str]) -> std::process::Output {
    let arguments =
        ["anonymize", "patients.csv", "--recipe", "clinic.toml", "-o", "out.csv", "--format", "json"];
    in_folder(folder, &[&arguments, more].concat())
}

/// Runs, and verifies what was written with the same models.
fn proven(folder: &Path, more: &[&str], models: &[&str]) -> (Value, String) {
    let report = json(&run(folder, &[more, models].concat()));
    let verify = ["verify", "out.csv", "--recipe", "clinic.toml"];
    let verified = in_folder(folder, &[&verify, models].concat());
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    (report, read(folder, "out.csv"))
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn a_recipe_is_fulfilled_and_the_report_says_what_the_contract_promises() {
    let folder = clinic();
    let (report, out) = proven(folder.path(), &["--report", "report.json"], &[]);
    assert_eq!(out.lines().next(), Some("age,zip,disease,visits"), "identifying columns are left out");
    assert_eq!(out.lines().nth(1), Some("30-39,941**,flu,1"));
    assert_eq!(out.lines().last(), Some("*,*,*,*"), "nothing of a suppressed record must be readable");
    assert_eq!(report["holds"], true);
    assert_eq!(report["method"], "auto");
    assert_eq!(report["solution"]["levels"], serde_json::json!({"age": 1, "zip": 2}));
    assert_eq!((&report["rows"], &report["suppressed"]), (&8.into(), &1.into()));
    assert_eq!(report["suppressed_values"], "hidden");
    assert_eq!(report["models"][0]["model"], "k-anonymity");
    assert_eq!(report["models"][0]["holds"], true);
    assert_eq!((&report["search"]["space"], &report["search"]["optimal"]), (&18.into(), &true.into()));
    assert_eq!(report["complete"], true);
    for loss in ["loss", "precision", "discernibility", "group_size", "entropy", "ncp", "total"] {
        let value = report["quality"][loss].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&value), "{loss}");
    }
    let written: Value = serde_json::from_str(&read(folder.path(), "report.json")).unwrap();
    assert_eq!(written["solution"], report["solution"]);
}

#[test]
fn every_search_finds_a_solution_that_holds_and_the_optimal_ones_the_same() {
    let folder = clinic();
    let mut best = Vec::new();
    for method in ["auto", "flash", "incognito", "lightning", "genetic", "top-down", "datafly"] {
        let (report, _) = proven(folder.path(), &["--method", method], &[]);
        assert_eq!(report["method"], method);
        if report["search"]["optimal"] == true {
            best.push(report["solution"].clone());
        }
    }
    assert!(best.len() >= 3 && best.iter().all(|levels| *levels == best[0]));
    let refused = run(folder.path(), &["--method", "anatomy"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("unknown method 'anatomy'; expected one of auto, fixed, flash"), "{message}");
}

#[test]
fn diversity_closeness_and_the_other_models_hold_on_the_file() {
    let models: [&[&str]; 7] = [
        &["--l", "distinct:2@disease"],
        &["--l", "entropy:1.8@disease"],
        &["--l", "recursive:3,2@disease"],
        &["--t", "0.3@disease"],
        &["--beta", "2@disease"],
        &["--alpha-k", "0.8,2@disease"],
        &["--km", "3,1", "--average-risk", "0.5"],
    ];
    for model in models {
        for choice in ["keep", "drop"] {
            for limit in ["0", "0.2", "0.5"] {
                let folder = clinic();
                let flags = ["--suppressed", choice, "--suppression-limit", limit];
                let (report, _) = proven(folder.path(), &flags, model);
                assert_eq!(report["holds"], true, "{model:?} {choice} {limit}");
            }
        }
    }
}

#[test]
fn suppressed_records_are_kept_as_stars_or_dropped() {
    let folder = clinic();
    let (report, out) = proven(folder.path(), &["--suppressed", "drop"], &[]);
    assert_eq!((report["suppressed"].as_u64(), out.lines().count()), (Some(1), 8));
    assert!(!out.contains('*') || !out.contains("*,*"), "{out}");
    let all = ["--suppression-limit", "1", "--k", "8", "--levels", "age=1,zip=2"];
    let report = json(&run(folder.path(), &[&all[..], &["--suppressed-shows", "disease"]].concat()));
    let out = read(folder.path(), "out.csv");
    assert_eq!(report["suppressed"], 8, "no class has eight people");
    assert_eq!(report["suppressed_values"], "kept", "but all of them together do");
    assert!(out.lines().skip(1).all(|line| line.starts_with("*,*,") && !line.starts_with("*,*,*")), "{out}");
}

#[test]
fn pseudonyms_need_a_key_and_are_the_same_in_every_table() {
    let folder = clinic();
    let message = error(&run(folder.path(), &["--identifying", "pseudonym"]));
    assert!(message.contains("--key"), "{message}");
    std::fs::write(folder.path().join("short.key"), [7; 31]).unwrap();
    let message = error(&run(folder.path(), &["--identifying", "pseudonym", "--key", "short.key"]));
    assert!(message.contains("at least 32 bytes"), "{message}");
    std::fs::write(folder.path().join("secret.key"), "9f86d081884c7d659a2feaa0c55ad015").unwrap();
    let flags = ["--identifying", "pseudonym", "--key", "secret.key"];
    let (_, first) = proven(folder.path(), &flags, &[]);
    let (_, second) = proven(folder.path(), &[&flags[..], &["--suppression-limit", "0"]].concat(), &[]);
    let name = |out: &str, row: usize| out.lines().nth(row).unwrap().split(',').next().unwrap().to_owned();
    assert_eq!(name(&first, 1).len(), 32);
    assert_eq!(name(&first, 1), name(&second, 1));
    assert_ne!(name(&first, 1), name(&first, 2));
    assert_eq!(name(&first, 8), "*", "a suppressed person has no name");
    assert_ne!(name(&second, 8), "*");
    assert!(!first.contains("Ada"));
}

#[test]
fn the_same_seed_gives_the_same_bytes_for_any_number_of_threads() {
    let folder = clinic();
    let with = |flags: &[&str]| proven(folder.path(), &[&["--shuffle"], flags].concat(), &[]).1;
    let one = with(&["--threads", "1", "--seed", "5"]);
    assert_eq!(one, with(&["--threads", "2", "--seed", "5"]));
    assert_ne!(one, with(&["--seed", "6"]));
    let (_, unshuffled) = proven(folder.path(), &[], &[]);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_ne!(one, unshuffled);
    assert_eq!(sorted(&one), sorted(&unshuffled));
}

#[test]
fn levels_can_be_fixed_and_bounded() {
    let folder = clinic();
    let (report, out) =
        proven(folder.path(), &["--levels", "age=2,zip=1", "--suppression-limit", "0.5"], &[]);
    assert_eq!(report["solution"]["levels"], serde_json::json!({"age": 2, "zip": 1}));
    assert_eq!((&report["search"]["space"], &report["method"]), (&1.into(), &"fixed".into()));
    assert!(out.contains("*,9413*,flu"), "{out}");
    let (report, _) = proven(folder.path(), &["--min-level", "zip=4", "--max-level", "age=1"], &[]);
    assert_eq!(report["solution"]["levels"], serde_json::json!({"age": 1, "zip": 4}));
}

#[test]
fn no_solution_is_told_with_the_nearest_miss_and_writes_nothing() {
    let folder = clinic();
    let output = run(folder.path(), &["--max-level", "age=1", "--suppression-limit", "0"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["holds"], &report["solution"]), (&false.into(), &Value::Null));
    assert_eq!(report["nearest_miss"]["suppressed"], 1);
    assert_eq!(report["nearest_miss"]["blocking"][0]["model"], "k-anonymity");
    assert_eq!(report["search"]["optimal"], true);
    assert!(!folder.path().join("out.csv").exists());
    let text =
        in_folder(folder.path(), &["anonymize", "patients.csv", "--recipe", "clinic.toml", "--k", "9"]);
    assert_eq!(text.status.code(), Some(1), "k larger than the table");
    assert!(String::from_utf8_lossy(&text.stdout).contains("In the way: k-anonymity"));
}

#[test]
fn flags_alone_are_enough_and_other_formats_are_written() {
    let folder = clinic();
    for file in ["out.parquet", "out.tsv.gz", "out.sqlite#release"] {
        let flags =
            ["--quasi", "age,zip", "--hierarchy", "age=age.csv", "--k", "2", "--suppression-limit", "0.3"];
        let call = [
            "anonymize",
            "patients.csv",
            "-o",
            file,
            "--identifiers",
            "name",
            "--others=keep",
            "--format",
            "json",
        ];
        let report = json(&in_folder(folder.path(), &[&call[..], &flags].concat()));
        let note = report["notes"][0].as_str().unwrap();
        assert!(note.contains("'disease', 'visits'"), "{note}");
        json(&in_folder(
            folder.path(),
            &["verify", file, "--quasi", "age,zip", "--k", "2", "--format", "json"],
        ));
    }
    let call = [
        "anonymize",
        "patients.csv",
        "--quasi",
        "age",
        "--insensitive",
        "name,zip,disease,visits",
        "--k",
        "8",
        "-o",
        "-",
    ];
    let output = in_folder(folder.path(), &call);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("name,age,zip,disease,visits\nAda,*,94139"));
}

#[test]
fn rounds_and_regions_are_applied_as_they_were_found() {
    for how in [["--local", "--suppression-limit=0"], ["--method=mondrian", "--split=strict"]] {
        let folder = clinic();
        let freeze = ["--freeze", "solution.json", "--suppressed", "keep"];
        let (_, out) = proven(folder.path(), &[&how[..], &freeze].concat(), &[]);
        let again = |data: &str| {
            let call = ["anonymize", data, "--apply", "solution.json", "-o", "new.csv", "--format", "json"];
            in_folder(folder.path(), &call)
        };
        let report = json(&again("patients.csv"));
        assert_eq!((&report["holds"], read(folder.path(), "new.csv")), (&true.into(), out), "{how:?}");
        // Other columns first: the same records show the same.
        let turned = |text: &str| -> Vec<String> {
            let turn = |line: &str| line.split(',').rev().collect::<Vec<_>>().join(",");
            text.lines().map(turn).collect()
        };
        let patients = turned(&read(folder.path(), "patients.csv")).join("\n") + "\n";
        std::fs::write(folder.path().join("turned.csv"), patients).unwrap();
        json(&again("turned.csv"));
        assert_eq!(turned(&read(folder.path(), "new.csv")).join("\n") + "\n", read(folder.path(), "out.csv"));
        std::fs::remove_file(folder.path().join("new.csv")).unwrap();
        std::fs::write(folder.path().join("one.csv"), "name,age,zip,disease,visits\nIda,34,94139,flu,1\n")
            .unwrap();
        assert_eq!(again("one.csv").status.code(), Some(1), "one person alone");
        assert!(!folder.path().join("new.csv").exists());
    }
}

#[test]
fn a_frozen_solution_is_applied_to_new_rows_or_refuses() {
    let folder = clinic();
    let (_, out) = proven(folder.path(), &["--freeze", "solution.json", "--suppressed", "keep"], &[]);
    let again = |data: &str| {
        let call = ["anonymize", data, "--apply", "solution.json", "-o", "new.csv", "--format", "json"];
        in_folder(folder.path(), &call)
    };
    let report = json(&again("patients.csv"));
    assert_eq!(report["solution"]["levels"], serde_json::json!({"age": 1, "zip": 2}));
    assert_eq!(read(folder.path(), "new.csv"), out, "the same rows give the same release");
    std::fs::remove_file(folder.path().join("new.csv")).unwrap();
    let header = "name,age,zip,disease,visits\n";
    let rows = ["Ida,34,94139,flu,1\n", "Jim,36,94138,cold,1\n", "Kim,36,94141,flu,1\n"];
    std::fs::write(folder.path().join("three.csv"), header.to_owned() + &rows.concat()).unwrap();
    assert_eq!(json(&again("three.csv"))["suppressed"], 0);
    assert!(read(folder.path(), "new.csv").contains("30-39,941**,cold"));
    std::fs::remove_file(folder.path().join("new.csv")).unwrap();
    std::fs::write(folder.path().join("two.csv"), header.to_owned() + &rows[..2].concat()).unwrap();
    assert_eq!(again("two.csv").status.code(), Some(1), "two people are no three");
    assert!(!folder.path().join("new.csv").exists());
    std::fs::write(folder.path().join("more.csv"), "extra,".to_owned() + header + "x,Ida,34,94139,flu,1\n")
        .unwrap();
    let message = error(&again("more.csv"));
    assert!(message.contains("--insensitive extra"), "{message}");
    let message = error(&in_folder(folder.path(), &["anonymize", "patients.csv", "--apply", "age.csv"]));
    assert!(message.contains("no frozen solution"), "{message}");
}

#[test]
fn the_explanation_names_what_forces_levels_and_what_asking_less_gains() {
    let folder = clinic();
    let (report, _) = proven(folder.path(), &["--explain"], &[]);
    let columns = report["explanation"]["columns"].as_array().unwrap();
    assert_eq!(columns[0]["column"], "age");
    assert_eq!(columns[0]["broken"][0]["model"], "k-anonymity");
    let relaxations = report["explanation"]["relaxations"].as_array().unwrap();
    let k = relaxations.iter().find(|gain| gain["relaxation"] == "k = 2").unwrap();
    assert!(k["gain"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_time_limit_keeps_the_best_solution_or_writes_nothing() {
    let folder = clinic();
    let output = run(folder.path(), &["--time-limit", "0s"]);
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["complete"], &report["stopped"]), (&false.into(), &"time-limit".into()));
    assert_eq!(report["solution"].is_null(), !folder.path().join("out.csv").exists());
}

#[test]
fn bad_input_is_refused_in_one_line_with_the_reason() {
    let age_without_hal = AGE.replace("22;20-29;*\n", "");
    let cases: [(&[&str], &str); 12] = [
        (
            &["--hierarchy", "age=short.csv"],
            "column 'age', row 8: the value is not in the column's hierarchy",
        ),
        (&["--l", "distinct:2@age"], "column 'age' cannot be quasi and sensitive at once"),
        (&["--quasi", "age", "--sensitive", "age"], "column 'age' cannot be quasi and sensitive at once"),
        (&["--min-level", "age=2", "--max-level", "age=1"], "min_level 2 is above max_level 1"),
        (&["--levels", "age=7"], "column 'age' has levels 0 to 2, not 7"),
        (&["--l", "distinct:4@disease"], "disease"),
        (&["--delta", "0.1,0.9@population.csv"], "population.csv"),
        (&["--quality", "classification"], "needs a column to predict"),
        (&["--quasi", "agee"], "unknown column 'agee'; did you mean 'age'?"),
        (
            &["--algorithm", "oka"],
            "algorithm \"oka\" only goes with method = \"cluster\" or \"disk-cluster\", not",
        ),
        (&["--split", "relaxed", "--method", "cluster"], "split only goes with method = \"mondrian\", not"),
        (&["--center", "mean", "--method", "cluster"], "center only goes with algorithm = \"mdav\", not"),
    ];
    for (flags, reason) in cases {
        let folder = clinic();
        std::fs::write(folder.path().join("short.csv"), &age_without_hal).unwrap();
        let population = PATIENTS.replace("Hal,22,94138,flu,1\n", "");
        std::fs::write(folder.path().join("population.csv"), population).unwrap();
        let output = run(folder.path(), flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        let message = error(&output);
        assert!(message.contains(reason), "{flags:?}: {message}");
        assert!(!folder.path().join("out.csv").exists());
    }
    let folder = clinic();
    let message = error(&in_folder(folder.path(), &["anonymize", "patients.csv", "--k", "3"]));
    assert!(message.contains("lethe inspect"), "{message}");
    let message = error(&in_folder(folder.path(), &["anonymize", "patients.csv", "--quasi", "age"]));
    assert!(message.contains("no privacy model"), "{message}");
    let message = error(&run(folder.path(), &["--report", "patients.csv"]));
    assert!(message.contains("would overwrite the table"), "{message}");
}

#[test]
fn values_that_a_hierarchy_lacks_can_be_suppressed() {
    let folder = clinic();
    std::fs::write(folder.path().join("short.csv"), AGE.replace("22;20-29;*\n", "")).unwrap();
    let flags = ["--hierarchy", "age=short.csv", "--unknown", "suppress"];
    let (report, _) = proven(folder.path(), &flags, &[]);
    assert_eq!(report["holds"], true);
}

#[test]
fn local_recoding_loses_less_and_tells_its_rounds() {
    let folder = clinic();
    let (report, out) =
        proven(folder.path(), &["--local", "--suppression-limit", "0"], &["--l", "distinct:2@disease"]);
    assert_eq!(report["local"]["used"], true);
    assert!(report["local"]["gain"].as_f64().unwrap() > 0.0);
    assert!(report["quality"]["loss"].as_f64() < report["search"]["value"].as_f64());
    let rounds = report["solution"]["rounds"].as_array().unwrap();
    let records: u64 = rounds.iter().map(|round| round["records"].as_u64().unwrap()).sum();
    assert_eq!(records + report["suppressed"].as_u64().unwrap(), 8, "{out}");
    let message = error(&run(folder.path(), &["--method", "cluster", "--freeze", "solution.json"]));
    assert!(message.contains("--freeze"), "{message}");
    let message = error(&run(folder.path(), &["--local", "--average-risk", "0.5"]));
    assert!(message.contains("local recoding"), "{message}");
}

#[test]
fn models_of_a_population_hold_on_the_file_and_cannot_be_frozen() {
    let population = PATIENTS.to_owned() + "Ida,22,94141,,\nJim,34,94139,,\nKim,47,94138,,\nLou,36,94142,,\n";
    for model in ["--k-map=3@population.csv", "--delta=0,0.9@population.csv"] {
        let folder = clinic();
        std::fs::write(folder.path().join("population.csv"), &population).unwrap();
        let (report, _) = proven(folder.path(), &[], &[model]);
        assert_eq!(report["models"][1]["holds"], true, "{model}");
        let message = error(&run(folder.path(), &[model, "--freeze", "solution.json"]));
        assert!(message.contains("--freeze"), "{message}");
        let message = error(&run(folder.path(), &[model, "--local"]));
        assert!(message.contains("population"), "{message}");
    }
    let folder = clinic();
    std::fs::write(folder.path().join("population.csv"), &population).unwrap();
    let call = [
        "anonymize",
        "patients.csv",
        "--quasi",
        "age,zip",
        "--others=drop",
        "--k-map",
        "8@population.csv",
        "-o",
        "out.csv",
    ];
    let output = in_folder(folder.path(), &[&call[..], &["--format", "json"]].concat());
    assert_eq!(
        json(&output)["holds"],
        true,
        "columns without a hierarchy are generalized in the population, too"
    );
}

#[test]
fn a_release_of_stars_is_judged_beside_a_population() {
    let population: String =
        ["age\n".to_owned()].into_iter().chain((30..40).map(|age| format!("{age}\n"))).collect();
    let diseases = ["flu", "flu", "cold", "hiv", "hiv", "hiv", "hiv", "flu"];
    let rows: String = (30..).zip(diseases).map(|(age, disease)| format!("{age},{disease}\n")).collect();
    let stars = rows.replace("flu", "*");
    let (table, stars) = (format!("age,disease\n{rows}"), format!("age,disease\n{stars}"));
    let folder = folder_with(&[("d.csv", &table), ("stars.csv", &stars), ("pop.csv", &population)]);
    let models = ["--l", "entropy:2@disease", "--k-map", "8@pop.csv"];
    let call = |file| {
        let call = [
            "anonymize",
            file,
            "--quasi",
            "age",
            "--sensitive",
            "disease",
            "-o",
            "o.csv",
            "--format",
            "json",
        ];
        in_folder(folder.path(), &[&call[..], &models[..]].concat())
    };
    let message = error(&call("stars.csv"));
    assert!(
        message.starts_with("lethe: stars.csv: column 'disease', row 1: * stands for suppressed"),
        "{message}"
    );
    assert!(!folder.path().join("o.csv").exists());
    let report = json(&call("d.csv"));
    assert_eq!(report["columns"][0]["level"], report["columns"][0]["top"]);
    let entropy = report["models"][0]["achieved"].as_f64().unwrap();
    assert!((2.6..2.7).contains(&entropy), "{report}");
    assert_eq!(report["models"][1]["achieved"], 10, "{report}");
    let verified = in_folder(folder.path(), &[&["verify", "o.csv", "--quasi", "age"], &models[..2]].concat());
    assert!(verified.status.success());
}
