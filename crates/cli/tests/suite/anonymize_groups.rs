//! `lethe anonymize` by methods that group records, as users see it.

use crate::support::{error, folder_with, in_folder};
use std::path::Path;

const PATIENTS: &str = "age,zip,disease
34,94139,flu
36,94138,cold
34,94138,flu
47,94139,angina
41,94138,flu
43,94141,cold
49,94141,angina
22,94138,flu
";

fn reported(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let arguments = ["anonymize", "patients.csv", "--quasi", "age,zip", "--sensitive", "disease"];
    let output = in_folder(folder, &[&arguments, more].concat());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn groups_are_told_by_size_with_their_losses() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    let (status, text) = reported(folder.path(), &["--k", "3", "--method", "mondrian", "-o", "out.csv"]);
    assert_eq!(status, Some(0), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[1], lines[3]), ("│ records   groups │", "│ 4         2      │"));
    assert!(lines[5].starts_with("loss 0.") && lines[5].contains(", ncp 0.") && lines[5].contains(", total"));
    assert!(lines[6].starts_with("2 groups made by mondrian, ") && lines[6].ends_with(" ms."), "{text}");
    assert!(!text.contains("levels") && !text.contains("suppressed"), "{text}");
    let released = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    assert_eq!(released.lines().nth(1), Some("[22-36],[94138-94139],flu"));
}

#[test]
fn clusters_and_parts_on_disk_are_told_where_there_are_some() {
    let folder = folder_with(&[("patients.csv", &(PATIENTS.to_owned() + &"22,94138,flu\n".repeat(3)))]);
    let cluster = ["--k", "3", "--method", "cluster", "--algorithm", "k-member", "--quality", "ncp"];
    let (_, text) = reported(folder.path(), &cluster);
    assert!(text.contains("groups made by cluster with k-member, "), "{text}");
    assert!(text.contains("1 group of identical records set aside") && !text.contains("on disk"), "{text}");
    assert_eq!(text.matches("ncp").count(), 1, "what was asked for is told once: {text}");
    let (_, text) = reported(folder.path(), &["--k", "3", "--method", "disk-cluster", "-o", "out.csv"]);
    assert!(text.contains("groups made by disk-cluster with hybrid, "), "{text}");
    assert!(text.contains("1 part on disk"), "{text}");
}

#[test]
fn no_solution_is_told_without_levels() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    for method in ["mondrian", "cluster", "disk-cluster"] {
        let (status, text) = reported(folder.path(), &["--k", "9", "--method", method, "-o", "out.csv"]);
        assert_eq!(status, Some(1), "{method}: {text}");
        assert!(text.starts_with("No solution was found.\n") && !text.contains("level"), "{method}: {text}");
        assert!(text.contains("not even all records as one group satisfy the models"), "{method}: {text}");
        assert!(!folder.path().join("out.csv").exists());
    }
}

#[test]
fn what_cannot_be_measured_on_disk_is_refused() {
    let folder = folder_with(&[("patients.csv", PATIENTS)]);
    let arguments =
        ["anonymize", "patients.csv", "--quasi", "age,zip", "--k", "3", "--method", "disk-cluster"];
    let output = in_folder(
        folder.path(),
        &[&arguments[..], &["--quality", "kl-divergence", "-o", "out.csv"]].concat(),
    );
    assert!(error(&output).contains("kl-divergence"));
    assert!(!folder.path().join("out.csv.lethe-work").exists());
}
