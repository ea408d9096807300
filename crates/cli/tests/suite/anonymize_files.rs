//! The files of `lethe anonymize`: what is read is never overwritten, and what is written appears together.

use crate::support::{error, folder_with, in_folder, json};
use serde_json::Value;
use std::path::Path;

const PATIENTS: &str =
    "name,age,disease\nAda,34,flu\nBob,36,cold\nCat,34,flu\nDan,47,angina\nEve,41,flu\nFay,43,cold\n";
const AGE: &str = "34;30-39;*\n36;30-39;*\n41;40-49;*\n43;40-49;*\n47;40-49;*\n";
const DISEASE: &str = "flu;lung;*\ncold;lung;*\nangina;heart;*\n";
const RECIPE: &str = "[columns.name]\nrole = 'identifying'\n[columns.age]\nrole = 'quasi'\nhierarchy = 'age.csv'\n\
                      [columns.disease]\nrole = 'sensitive'\nhierarchy = 'disease.csv'\n\
                      [[privacy]]\nmodel = 't-closeness'\ncolumn = 'disease'\nt = 0.5\ndistance = 'hierarchical'\n\
                      [[privacy]]\nmodel = 'k-anonymity'\nk = 2\n";

fn clinic() -> tempfile::TempDir {
    let key = "9f86d081884c7d659a2feaa0c55ad015".to_owned();
    let folder = folder_with(&[
        ("patients.csv", PATIENTS),
        ("population.csv", PATIENTS),
        ("age.csv", AGE),
        ("disease.csv", DISEASE),
        ("clinic.toml", RECIPE),
        ("key", &key),
    ]);
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    folder
}

fn run(folder: &Path, more: &[&str]) -> std::process::Output {
    in_folder(folder, &[&["anonymize", "patients.csv", "--recipe", "clinic.toml"], more].concat())
}

#[test]
fn no_output_overwrites_an_input_or_another_output() {
    let folder = clinic();
    json(&run(folder.path(), &["--freeze", "solution.json", "--format", "json"]));
    let inputs = ["patients.csv", "population.csv", "age.csv", "disease.csv", "clinic.toml", "key"];
    let before: Vec<Vec<u8>> =
        inputs.iter().map(|file| std::fs::read(folder.path().join(file)).unwrap()).collect();
    for input in inputs {
        for flag in ["-o", "--report", "--freeze"] {
            // Without the population, which cannot be frozen, where it is not the point.
            let population: &[&str] =
                if input == "population.csv" { &["--k-map", "2@population.csv"] } else { &[] };
            let dotted = format!("./{input}");
            let call = ["--identifying", "pseudonym", "--key", "key", flag, &dotted];
            let output = run(folder.path(), &[&call, population].concat());
            let message = error(&output);
            assert_eq!(output.status.code(), Some(2), "{flag} {input}");
            // A table cannot be written to every name.
            let refused = ["would overwrite", "unknown kind of file"];
            assert!(refused.iter().any(|reason| message.contains(reason)), "{flag} {input}: {message}");
        }
    }
    for (input, before) in inputs.iter().zip(&before) {
        assert_eq!(&std::fs::read(folder.path().join(input)).unwrap(), before, "{input}");
    }
    let frozen = std::fs::read(folder.path().join("solution.json")).unwrap();
    let call = ["anonymize", "patients.csv", "--apply", "solution.json", "--report", "solution.json"];
    assert!(error(&in_folder(folder.path(), &call)).contains("would overwrite"));
    assert_eq!(std::fs::read(folder.path().join("solution.json")).unwrap(), frozen);
    for flags in [["-o", "x.csv", "--report", "x.csv"], ["--freeze", "x.json", "--report", "./x.json"]] {
        assert!(error(&run(folder.path(), &flags)).contains("would overwrite"), "{flags:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_release_whose_report_cannot_be_written_is_not_published() {
    let folder = clinic();
    let flags = ["-o", "out.csv", "--freeze", "solution.json", "--report", "/dev/full"];
    let output = run(folder.path(), &flags);
    assert!(!output.status.success());
    assert!(!folder.path().join("out.csv").exists());
}

#[test]
fn a_report_in_a_file_is_the_one_on_standard_output() {
    let folder = clinic();
    let flags = ["-o", "out.csv", "--freeze", "solution.json", "--report", "report.json", "--format", "json"];
    let report = json(&run(folder.path(), &flags));
    let text = std::fs::read_to_string(folder.path().join("report.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), report);
    assert_eq!((&report["output"], &report["frozen"]), (&"out.csv".into(), &"solution.json".into()));
}

#[test]
fn a_solution_kept_elsewhere_still_finds_the_hierarchies_of_sensitive_columns() {
    let folder = clinic();
    let flags = ["-o", "out.csv", "--freeze", "elsewhere/solution.json", "--format", "json"];
    json(&run(folder.path(), &flags));
    let call = [
        "anonymize",
        "patients.csv",
        "--apply",
        "elsewhere/solution.json",
        "-o",
        "new.csv",
        "--format",
        "json",
    ];
    let report = json(&in_folder(folder.path(), &call));
    assert_eq!(report["models"][0]["model"], "t-closeness");
    let read = |file: &str| std::fs::read(folder.path().join(file)).unwrap();
    assert_eq!(read("new.csv"), read("out.csv"));
}

#[test]
fn what_a_frozen_solution_has_decided_cannot_be_asked_for_again() {
    let folder = clinic();
    json(&run(folder.path(), &["--freeze", "solution.json", "--format", "json"]));
    let refused: [&[&str]; 14] = [
        &["--recipe", "clinic.toml"],
        &["--hierarchy", "age=age.csv"],
        &["--k", "5"],
        &["--l", "distinct:2@disease"],
        &["--quasi", "age"],
        &["--sensitive", "disease"],
        &["--max-level", "age=1"],
        &["--levels", "age=1"],
        &["--quality", "ncp"],
        &["--local"],
        &["--algorithm", "oka"],
        &["--recode", "range"],
        &["--split", "strict"],
        &["--center", "mean"],
    ];
    for flags in refused {
        let call = ["anonymize", "patients.csv", "--apply", "solution.json", "-o", "new.csv"];
        let output = in_folder(folder.path(), &[&call[..], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(!folder.path().join("new.csv").exists());
    }
}

#[test]
fn keys_that_can_be_guessed_are_refused() {
    let folder = clinic();
    for weak in [vec![0; 32], vec![b'x'; 64], (0..32).collect(), b"0123456789abcdef".repeat(2)] {
        std::fs::write(folder.path().join("key"), &weak).unwrap();
        let output = run(folder.path(), &["--identifying", "pseudonym", "--key", "key", "-o", "out.csv"]);
        assert_eq!(output.status.code(), Some(2));
        let message = error(&output);
        assert!(message.contains("not random") && message.contains("/dev/urandom"), "{message}");
        assert!(!folder.path().join("out.csv").exists());
    }
}
