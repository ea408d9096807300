//! Columns without a role: nobody publishes them by forgetting them.

use crate::support::{error, folder_with, in_folder};

fn patients() -> String {
    let row =
        |row: usize| format!("{},{},{},{}\n", 30 + row % 2, row + 1000, ["Ann", "Bob"][row % 2], row % 3);
    (0..12).map(row).fold("age,patient_id,first_name,visits\n".to_owned(), |all, row| all + &row)
}

const CALL: [&str; 8] = ["anonymize", "t.csv", "--quasi", "age", "--k", "2", "-o", "r.csv"];

#[test]
fn all_of_them_are_listed_with_the_role_that_each_should_have() {
    let folder = folder_with(&[("t.csv", &patients())]);
    let output = in_folder(folder.path(), &CALL);
    assert_eq!(output.status.code(), Some(2));
    let message = error(&output);
    assert!(message.contains("3 columns have no role"), "{message}");
    assert!(message.contains("--identifiers patient_id,first_name --quasi visits"), "{message}");
    assert!(message.contains("--others drop"), "{message}");
    assert!(!folder.path().join("r.csv").exists());
}

#[test]
fn they_are_left_out_or_kept_only_when_asked_for() {
    let folder = folder_with(&[("t.csv", &patients())]);
    let header = |more: &[&str]| {
        let output = in_folder(folder.path(), &[&CALL[..], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let release = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
        release.lines().next().unwrap().to_owned()
    };
    assert_eq!(header(&["--others", "drop"]), "age");
    let named = ["--others", "keep", "--identifiers", "patient_id,first_name"];
    assert_eq!(header(&named), "age,visits");
    let published = ["--others", "keep", "--insensitive", "patient_id,first_name"];
    assert_eq!(header(&published), "age,patient_id,first_name,visits");
}

#[test]
fn what_looks_like_a_direct_identifier_is_not_kept_by_accident() {
    let folder = folder_with(&[("t.csv", &patients())]);
    let output = in_folder(folder.path(), &[&CALL[..], &["--others", "keep"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let message = error(&output);
    assert!(message.contains("'patient_id', 'first_name'"), "{message}");
    assert!(message.contains("--insensitive"), "{message}");
}

#[test]
fn a_table_on_disk_is_treated_alike() {
    let folder = folder_with(&[("t.csv", &patients())]);
    let call = [&CALL[..], &["--method", "disk-cluster"]].concat();
    assert!(error(&in_folder(folder.path(), &call)).contains("3 columns have no role"));
    let output = in_folder(folder.path(), &[&call[..], &["--others", "drop"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let release = std::fs::read_to_string(folder.path().join("r.csv")).unwrap();
    assert_eq!(release.lines().next(), Some("age"));
}

#[test]
fn methods_that_treat_all_columns_leave_them_out_too() {
    let folder = folder_with(&[("t.csv", &patients())]);
    let call = ["anonymize", "t.csv", "--quasi", "age", "--k", "2", "--others", "drop"];
    for method in ["suppress", "generalize", "perturb", "compose"] {
        let more = ["--method", method, "-o", "wide.csv"];
        let output = in_folder(folder.path(), &[&call[..], &more].concat());
        assert!(output.status.success(), "{method}: {}", String::from_utf8_lossy(&output.stderr));
        let release = std::fs::read_to_string(folder.path().join("wide.csv")).unwrap();
        assert_eq!(release.lines().next(), Some("age"), "{method}");
    }
    for (method, place) in [("suppress", "none.csv"), ("compartment", "none"), ("compose", "none.csv")] {
        let all = ["anonymize", "t.csv", "--k", "2", "--method", method, "-o", place];
        let output = in_folder(folder.path(), &all);
        assert_eq!(output.status.code(), Some(2), "{method}");
        assert!(error(&output).contains("--identifiers patient_id,first_name"), "{method}");
        assert!(!folder.path().join(place).exists());
    }
    let output = in_folder(folder.path(), &[&call[..], &["--method", "compartment", "-o", "parts"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = std::fs::read_to_string(folder.path().join("parts/compartments.json")).unwrap();
    assert!(listed.contains("age") && !listed.contains("first_name"), "{listed}");
}

#[test]
fn a_flag_replaces_the_model_of_the_recipe() {
    let recipe = "[columns.age]\nrole = 'quasi'\n[[privacy]]\nmodel = 'k-anonymity'\nk = 5\n\
                  [[privacy]]\nmodel = 'l-diversity'\ncolumn = 'visits'\nvariant = 'distinct'\nl = 3\n";
    let folder = folder_with(&[("t.csv", &patients()), ("r.toml", recipe)]);
    for command in ["anonymize", "verify"] {
        let mut call = vec![command, "t.csv", "--recipe", "r.toml", "--k", "3", "--format", "json"];
        if command == "anonymize" {
            call.extend(["--others", "drop"]);
        }
        let report: serde_json::Value =
            serde_json::from_slice(&in_folder(folder.path(), &call).stdout).unwrap();
        let models = report["models"].as_array().unwrap();
        let required: Vec<(&str, String)> = models
            .iter()
            .map(|model| (model["model"].as_str().unwrap(), model["required"].to_string()))
            .collect();
        assert_eq!(required.len(), 2, "{command}: {required:?}");
        assert!(required.contains(&("k-anonymity", "3".to_owned())), "{command}: {required:?}");
    }
}
