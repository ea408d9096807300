//! `lethe silo`

use crate::support::{error, folder_with, in_folder, json};
use serde_json::{Value, json};
use std::path::Path;

fn silo(folder: &Path, arguments: &[&str]) -> Value {
    json(&in_folder(folder, &[&["silo"], arguments, &["--format", "json"]].concat()))
}

fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    std::fs::read(folder.join(file)).unwrap()
}

/// Records of a clinic: ages and towns are spread unevenly, and one man is alone in his town.
fn person_rows(from: u64, to: u64) -> String {
    let mut table = "id,age,sex,town\n".to_owned();
    for row in from..to {
        let mixed = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let town = if row == 7 { "Nowhere" } else { ["Bonn", "Kiel", "Ulm"][(mixed % 7 % 3) as usize] };
        let sex = ["f", "m", ""][(mixed / 7 % 9 / 4) as usize];
        table += &format!("{row},{},{sex},{town}\n", 20 + mixed / 80 % 5 * 10);
    }
    table
}

fn rows_of(table: &str) -> &str {
    table.split_once('\n').unwrap().1
}

#[test]
fn models_of_parts_are_the_model_of_all_byte_by_byte() {
    let (one, two) = (person_rows(0, 300), person_rows(300, 500));
    let all = format!("{one}{}", rows_of(&two));
    let folder = folder_with(&[("one.csv", &one), ("two.csv", &two), ("all.csv", &all)]);
    let folder = folder.path();
    let trained = silo(folder, &["train", "all.csv", "--exclude", "id", "-o", "all.model"]);
    assert_eq!((&trained["records"], &trained["lower_bounds"]), (&500.into(), &false.into()));
    assert_eq!(trained["columns"][2], json!({"column": "town", "values": 4}));
    assert!(trained["notes"][0].as_str().unwrap().contains("sanitise"));
    silo(folder, &["train", "one.csv", "--columns", "town,age,sex", "-o", "one.model", "--threads", "1"]);
    silo(folder, &["train", "two.csv", "--exclude", "id", "-o", "two.model"]);
    silo(folder, &["merge", "two.model", "one.model", "-o", "merged.model"]);
    assert_eq!(bytes(folder, "merged.model"), bytes(folder, "all.model"));
    let updated = silo(folder, &["update", "one.model", "two.csv", "-o", "updated.model"]);
    assert!(updated["notes"][0].as_str().unwrap().contains("'id'"));
    assert_eq!(bytes(folder, "updated.model"), bytes(folder, "all.model"));
    // In place, too.
    silo(folder, &["update", "updated.model", "two.csv", "--remove", "-o", "updated.model"]);
    assert_eq!(bytes(folder, "updated.model"), bytes(folder, "one.model"));
}

#[test]
fn a_sanitised_model_does_not_name_the_lonely_town() {
    let folder = folder_with(&[("one.csv", &person_rows(0, 300)), ("two.csv", &person_rows(300, 500))]);
    let folder = folder.path();
    for name in ["one", "two"] {
        let (table, model, safe) = (format!("{name}.csv"), format!("{name}.model"), format!("{name}.safe"));
        silo(folder, &["train", &table, "--exclude", "id", "-o", &model]);
        let reported = silo(folder, &["sanitize", &model, "--k", "6", "-o", &safe]);
        assert_eq!(reported["guarantees"], json!([{"k": 6, "epsilon": null, "delta": null}]));
    }
    let holds = |file: &str, text: &[u8]| bytes(folder, file).windows(text.len()).any(|bytes| bytes == text);
    assert!(holds("one.model", b"Nowhere") && !holds("one.safe", b"Nowhere"));
    assert!(holds("one.safe", b"Bonn"));
    let merged = silo(folder, &["merge", "one.safe", "two.safe", "-o", "all.safe"]);
    assert_eq!((&merged["lower_bounds"], merged["guarantees"].as_array().unwrap().len()), (&true.into(), 2));
    let rated =
        silo(folder, &["score", "all.safe", "one.csv", "--k", "6", "--records", "rated.csv", "--top", "1"]);
    assert_eq!((&rated["records"], &rated["model_records"]), (&300.into(), &500.into()));
    // The man of the lonely town, in row 8.
    assert_eq!((&rated["top"][0]["row"], &rated["top"][0]["smallest"]), (&8.into(), &0.into()));
    let sure = rated["records_surely_below_k"].as_u64().unwrap();
    assert!(sure <= rated["records_below_k"].as_u64().unwrap());
    let records = std::fs::read_to_string(folder.join("rated.csv")).unwrap();
    assert!(records.starts_with("row,sum,mean,smallest,below_k,surely_below_k,flagged\n"), "{records}");
    assert_eq!(records.lines().count(), 301);
    let text = in_folder(folder, &["silo", "score", "all.safe", "one.csv"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("300 records against 500 records") && text.contains("Note: "), "{text}");
    // What was sanitised cannot be updated or sanitised again.
    for arguments in [["sanitize", "one.safe", "--k", "9"].as_slice(), &["update", "one.safe", "one.csv"]] {
        let output = in_folder(folder, &[&["silo"], arguments, &["-o", "x"]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(error(&output).starts_with("lethe: one.safe: the model was sanitised"));
    }
}

#[test]
fn noise_states_its_promise_and_is_never_the_same() {
    let folder = folder_with(&[("one.csv", &person_rows(0, 500))]);
    let folder = folder.path();
    silo(folder, &["train", "one.csv", "--columns", "sex,town", "-o", "one.model"]);
    let noisy = ["sanitize", "one.model", "--k", "20", "--epsilon", "3", "--seed", "1", "-o"];
    let reported = silo(folder, &[&noisy[..], &["a.model"]].concat());
    silo(folder, &[&noisy[..], &["b.model"]].concat());
    assert_ne!(bytes(folder, "a.model"), bytes(folder, "b.model"));
    let guarantee = &reported["guarantees"][0];
    let delta = guarantee["delta"].as_f64().unwrap();
    // Two columns: three counts of a person that may be new, noise of rate 3/4.
    assert!((delta - 3.0 * (-14.25f64).exp() / (1.0 + (-0.75f64).exp())).abs() < 1e-12, "{delta}");
    assert_eq!((&guarantee["epsilon"], &reported["lower_bounds"]), (&3.0.into(), &false.into()));
    let rated = silo(folder, &["score", "a.model", "one.csv"]);
    assert_eq!(rated["records_surely_below_k"], Value::Null);
    let text =
        in_folder(folder, &["silo", "sanitize", "one.model", "--k", "20", "--epsilon", "1/2", "-o", "c"]);
    assert!(String::from_utf8(text.stdout).unwrap().contains("(0.5, "));
}

#[test]
fn errors_name_file_and_column_and_leave_nothing_behind() {
    let other = "age,sex,town\n20,f,Atlantis\n";
    let folder =
        folder_with(&[("one.csv", &person_rows(0, 50)), ("other.csv", other), ("not.model", "age\n1\n")]);
    let folder = folder.path();
    silo(folder, &["train", "one.csv", "--exclude", "id", "-o", "one.model"]);
    let failed = |arguments: &[&str], start: &str| {
        let output = in_folder(folder, &[&["silo"], arguments].concat());
        let text = error(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with(&format!("lethe: {start}")), "{text}");
        assert!(!text.contains("Atlantis") && !folder.join("x").exists(), "{text}");
    };
    failed(
        &["update", "one.model", "other.csv", "--remove", "-o", "x"],
        "one.model: column 'town': rows are removed",
    );
    failed(&["merge", "one.model", "not.model", "-o", "x"], "not.model: not a readable model");
    failed(&["merge", "one.model", "none.model", "-o", "x"], "none.model: cannot read");
    failed(&["train", "one.csv"], "a model is a file");
    failed(
        &["train", "one.csv", "--columns", "id", "--exclude", "id", "-o", "x"],
        "one.csv: no columns are left",
    );
    failed(&["train", "one.csv", "--columns", "nose", "-o", "x"], "one.csv: ");
    failed(&["train", "one.csv", "-o", "one.csv"], "one.csv: -o would overwrite");
    failed(&["sanitize", "one.model", "--k", "1", "-o", "x"], "one.model: k must be at least 2");
    failed(
        &["sanitize", "one.model", "--k", "51", "-o", "x"],
        "one.model: the model is of fewer than 51 records",
    );
    failed(&["sanitize", "one.model", "--k", "5", "-o", "one.model"], "one.model: -o would overwrite");
    failed(&["score", "one.model", "other.csv", "--theta", "NaN"], "theta");
    // A file that is cut off.
    std::fs::write(folder.join("cut.model"), &bytes(folder, "one.model")[..900]).unwrap();
    failed(&["score", "cut.model", "one.csv"], "cut.model: not a readable model");
    let flag = in_folder(folder, &["silo", "sanitize", "one.model", "--k", "5", "--epsilon", "0", "-o", "x"]);
    assert_eq!(flag.status.code(), Some(2));
}
