//! `lethe compare`

use crate::support::{FPVI, error, folder_with, in_folder};
use serde_json::{Value, json};

/// The table of `docs/src/methods/data-score.md`.
const ORIGINAL: &str = "age,city\n20,Rom\n20,Rom\n25,Rom\n40,Ulm\n0,Bad Sülze\n";
const RELEASED: &str = "age,city\n20,Rom\n25,Rom\n25,*\n[30-49],Ulm\n4,*\n";

fn compared(files: &[(&str, &str)], arguments: &[&str]) -> Value {
    let folder = folder_with(files);
    found(folder.path(), arguments)
}

fn found(folder: &std::path::Path, arguments: &[&str]) -> Value {
    crate::support::json(&in_folder(folder, &[&["compare"], arguments, &["--format", "json"]].concat()))
}

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("a number, not {found}"));
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

#[test]
fn the_example_of_the_documentation_has_its_scores() {
    let found = compared(&[("o.csv", ORIGINAL), ("r.csv", RELEASED)], &["o.csv", "r.csv", "--ordered"]);
    let original = 4.0 + 1f64.tanh() + 3.0 + 0.5f64.tanh();
    near(&found["data_score"]["original"], original);
    let by_table = 4.0 + 1f64.tanh() - 0.25 - 1.0 + 2.0 + 1f64.tanh();
    near(&found["data_score"]["released"], by_table);
    let variants = &found["data_score"]["variants"];
    near(&variants["table-6.1"]["released"], by_table);
    near(&variants["equation-7"]["released"], 3.75 + 2.0 + 1f64.tanh());
    near(&variants["equation-7"]["original"], original);
    assert_eq!((&found["cells"], &found["altered_cells"]), (&10.into(), &5.into()));
    assert_eq!(found["altered"], json!({"suppressed": 2, "generalized": 1, "falsified": 2}));
    near(&found["altered_share"], 0.5);
    near(&found["distortion"], 3.25 / 10.0);
    assert_eq!(found["correspondence"], "rows");
    assert_eq!(found["bytes"], json!({"original": ORIGINAL.len(), "released": RELEASED.len()}));
    assert_eq!(found["columns"][0]["type"], "integer");
    assert_eq!(found["columns"][1]["missing"], json!({"original": 0.0, "released": 0.4}));
    assert!(found.get("learning").is_none() && found["quality"]["loss"].is_null());
}

#[test]
fn a_release_of_everything_lost_nothing() {
    let found = compared(&[("o.csv", FPVI), ("r.csv", FPVI)], &["o.csv", "r.csv", "--quasi", "Birth,ZIP"]);
    assert_eq!((&found["altered_cells"], &found["distortion"]), (&0.into(), &0.0.into()));
    assert_eq!(found["data_score"]["original"], found["data_score"]["released"]);
    near(&found["associations"]["preserved"], 1.0);
    for column in found["columns"].as_array().unwrap() {
        assert_eq!(column["total_variation"], 0.0);
    }
    for measure in ["loss", "precision", "ncp", "total", "entropy", "ambiguity", "kl_divergence"] {
        near(&found["quality"][measure], 0.0);
    }
    assert_eq!(found["risk"]["original"], found["risk"]["released"]);
    assert!(found["quality"]["classification"].is_null());
}

#[test]
fn quality_is_that_which_anonymize_reports() {
    let recipe = "[columns.age]\nrole = \"quasi\"\nhierarchy = { intervals = [10, 20], from = 0, to = 100 }\n\
                  [columns.zip]\nrole = \"quasi\"\nhierarchy = { mask = \"right\" }\n\
                  [columns.name]\nrole = \"identifying\"\n[columns.ill]\nrole = \"insensitive\"\n\
                  [[privacy]]\nmodel = \"k-anonymity\"\nk = 3\n[search]\nsuppression_limit = 0.2\n";
    let rows: String = (0..60)
        .map(|row| format!("n{row},{},8{}{},{}\n", 20 + row * 7 % 50, row % 3, row % 5, row % 2 == 0))
        .collect();
    let table = format!("name,age,zip,ill\n{rows}");
    for method in [&[][..], &["--method", "mondrian"]] {
        let folder = folder_with(&[("o.csv", table.as_str()), ("r.toml", recipe)]);
        let call =
            [&["anonymize", "o.csv", "--recipe", "r.toml", "-o", "out.csv", "--format", "json"], method];
        let published = crate::support::json(&in_folder(folder.path(), &call.concat()));
        let found = found(folder.path(), &["o.csv", "out.csv", "--recipe", "r.toml"]);
        for measure in ["loss", "precision", "ncp", "total", "entropy", "discernibility", "group_size"] {
            let expected = published["quality"][measure].as_f64().unwrap();
            let found = found["quality"][measure].as_f64().unwrap();
            assert!((found - expected).abs() < 1e-9, "{method:?} {measure}: {found} {expected}");
        }
        assert_eq!(found["columns"][0]["tables"], 0, "the name was dropped");
        assert_eq!(found["columns"][0]["altered_cells"], 60);
        assert!(found["notes"].to_string().contains("'name'"));
        assert!(found["risk"]["released"]["min_class"].as_u64().unwrap() >= 3);
    }
}

#[test]
fn compartments_are_told_by_what_they_show() {
    let rows: String = (0..200).map(|row| format!("{},w{},{}\n", row % 10, row % 10, row % 4)).collect();
    let column = |of: fn(u32) -> String| (0..200).rev().map(|row| of(row) + "\n").collect::<String>();
    let files = [
        ("o.csv", format!("n,w,m\n{rows}")),
        (
            "d/compartments.json",
            r#"[{"file":"a.csv","columns":["n"]},{"file":"b.csv","columns":["w","m"]}]"#.to_owned(),
        ),
        ("d/a.csv", "n\n".to_owned() + &column(|row| (row % 10).to_string())),
        (
            "d/b.csv",
            "w,m\n".to_owned()
                + &column(
                    |row| if row == 3 { "*,3".to_owned() } else { format!("w{},{}", row % 10, row % 4) },
                ),
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    for (name, content) in &files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let found = found(folder.path(), &["o.csv", "d", "--class", "w", "--folds", "3"]);
    assert_eq!((&found["correspondence"], &found["tables"]), (&"compartments".into(), &2.into()));
    assert_eq!((&found["altered_cells"], &found["altered"]["suppressed"]), (&1.into(), &1.into()));
    near(&found["distortion"], 1.0 / 600.0);
    let pairs = found["associations"]["pairs"].as_array().unwrap();
    let pair =
        |one: &str, other: &str| pairs.iter().find(|pair| pair["columns"] == json!([one, other])).unwrap();
    near(&pair("n", "w")["original"], 1.0);
    near(&pair("n", "w")["released"], 0.0);
    assert!(pair("w", "m")["released"].as_f64().unwrap() > 0.0);
    let tree = &found["learning"][0];
    assert!(tree["accuracy"].as_f64().unwrap() < tree["original_accuracy"].as_f64().unwrap());
}

#[test]
fn rows_that_were_split_shuffled_or_dropped_are_noticed() {
    let rows: Vec<String> = (0..100).map(|row| format!("{},w{}", row, row * 7 % 10)).collect();
    let original = format!("n,w\n{}\n", rows.join("\n"));
    let mut backwards = rows.clone();
    backwards.reverse();
    let shuffled = format!("n,w\n{}\n", backwards.join("\n"));
    let split = format!("n,w\n{}\n99,n/a\nn/a,w3\n", rows[..99].join("\n"));
    let dropped = format!("n,w\n{}\n", rows[..90].join("\n"));
    let files = [("o.csv", original.as_str()), ("s.csv", &shuffled), ("p.csv", &split), ("d.csv", &dropped)];
    for (file, how, altered) in [("s.csv", "none", 0), ("p.csv", "split-rows", 0), ("d.csv", "none", 20)] {
        let found = compared(&files, &["o.csv", file]);
        assert_eq!(
            (&found["correspondence"], &found["altered_cells"]),
            (&how.into(), &altered.into()),
            "{file}"
        );
        assert!(!found["notes"].as_array().unwrap().is_empty());
    }
    let found = compared(&files, &["o.csv", "s.csv", "--ordered"]);
    assert_eq!(found["correspondence"], "rows");
    assert!(found["altered"]["falsified"].as_u64().unwrap() > 100);
    let found = compared(&files, &["o.csv", "o.csv", "--unordered"]);
    assert_eq!((&found["correspondence"], &found["altered_cells"]), (&"none".into(), &0.into()));
}

#[test]
fn learning_and_the_report_are_made_when_asked_for() {
    let rows: String = (0..300)
        .map(|row| format!("{},{},{}\n", row % 30, row % 7, if row % 30 < 12 { "ill" } else { "well" }))
        .collect();
    let original = format!("age,noise,state\n{rows}");
    let folder = folder_with(&[("o.csv", original.as_str()), ("r.csv", original.as_str())]);
    let arguments = ["o.csv", "r.csv", "--class", "state", "--positive", "ill", "--report", "out.html"];
    let comparison = found(folder.path(), &arguments);
    let learned = comparison["learning"].as_array().unwrap();
    assert_eq!(learned.len(), 4);
    for one in learned {
        assert_eq!(one["accuracy"], one["original_accuracy"]);
        near(&one["zero_r"], 0.6);
        assert!(one["rates"]["recall"].is_number());
    }
    near(&learned[0]["relative"], 1.0);
    let page = std::fs::read_to_string(folder.path().join("out.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("logistic regression"));
    assert!(!page.contains("<script"));
    let output = in_folder(folder.path(), &[&["compare"], &arguments[..], &["--show-values"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    for words in
        ["Data score (table-6.1)", "Altered: 0 of 900 cells", "ZeroR", "feature", "Unique on 3 columns"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(std::fs::read_to_string(folder.path().join("out.html")).unwrap().contains("well: original 180"));
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_line() {
    let files = [
        ("o.csv", "a,b\n1,x\n2,y\n"),
        ("other.csv", "a,c\n1,x\n2,y\n"),
        ("none.json", "[]"),
        ("r.csv", "a\n1\n2\n"),
        ("r.toml", "[columns.zzz]\nrole = \"quasi\"\n"),
    ];
    let folder = folder_with(&files);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (name, list) in
        [("nothing", "[]"), ("wrong", "{\"a\": 1}"), ("outside", "[{\"file\": \"../o.csv\"}]")]
    {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join("compartments.json"), list).unwrap();
    }
    for (arguments, expected) in [
        (
            &["o.csv", "other.csv"][..],
            "other.csv: column 'c' is not in o.csv: a release can be compared with its original only",
        ),
        (&["o.csv", "nothing"], "nothing/compartments.json: it lists no compartment"),
        (&["o.csv", "wrong"], "wrong/compartments.json: line 1: not a list of compartments"),
        (&["o.csv", "outside"], "outside/compartments.json: a compartment must be a file of the same folder"),
        (&["o.csv", "r.csv", "--class", "b"], "no table of the release has the class column 'b'"),
        (
            &["o.csv", "o.csv", "--folds", "1", "--class", "b"],
            "1 folds are requested; at least 2 are needed to learn and to test",
        ),
        (&["o.csv", "o.csv", "--k", "1"], "k must be at least 2, not 1"),
        (
            &["o.csv", "o.csv", "--report", "o.csv"],
            "o.csv: the report would overwrite the original; name another file",
        ),
    ] {
        let output = in_folder(folder.path(), &[&["compare"], arguments].concat());
        assert_eq!(
            (output.status.code(), error(&output).as_str()),
            (Some(2), format!("lethe: {expected}\n").as_str())
        );
    }
    for arguments in [
        &["o.csv", "empty"][..],
        &["o.csv", "gone.csv"],
        &["o.csv", "o.csv", "--class", "zzz"],
        &["o.csv", "o.csv", "--recipe", "r.toml"],
        &["o.csv", "o.csv", "--quasi", "zzz"],
    ] {
        let output = in_folder(folder.path(), &[&["compare"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        error(&output);
    }
}

#[test]
fn tables_without_rows_or_of_one_row_are_compared() {
    for table in ["a,b\n", "a,b\n1,x\n"] {
        let found = compared(&[("o.csv", table), ("r.csv", table)], &["o.csv", "r.csv", "--quasi", "a"]);
        assert_eq!(found["altered_cells"], 0);
        assert!(found["associations"]["preserved"].is_null());
    }
    let found = compared(&[("o.csv", "a,b\n1,x\n"), ("r.csv", "a,b\n")], &["o.csv", "r.csv"]);
    assert_eq!((&found["altered_cells"], &found["risk"]["released"]["min_class"]), (&2.into(), &Value::Null));
}

#[test]
fn figures_do_not_depend_on_threads() {
    let rows: String = (0..500).map(|row| format!("{},w{},{}\n", row * 31 % 97, row % 6, row % 11)).collect();
    let noisy: String =
        (0..500).map(|row| format!("{},w{},[{}-20]\n", row * 31 % 97 + 1, row % 6, row % 11)).collect();
    let folder = folder_with(&[("o.csv", &format!("n,w,m\n{rows}")), ("r.csv", &format!("n,w,m\n{noisy}"))]);
    let of = |threads: &str| found(folder.path(), &["o.csv", "r.csv", "--class", "w", "--threads", threads]);
    assert_eq!(of("1"), of("4"));
}

#[test]
fn counts_of_fewer_than_five_are_never_drawn() {
    let rows = "a\n".repeat(20) + &"b\n".repeat(3);
    let table = format!("town\n{rows}");
    let folder = folder_with(&[("o.csv", table.as_str()), ("r.csv", table.as_str())]);
    for k in [&[][..], &["--k", "2"]] {
        let arguments = [&["o.csv", "r.csv", "--show-values", "--report", "out.html"], k].concat();
        found(folder.path(), &arguments);
        let page = std::fs::read_to_string(folder.path().join("out.html")).unwrap();
        assert!(page.contains("&lt; 5") && !page.contains("&lt; 2"), "{k:?}");
        std::fs::remove_file(folder.path().join("out.html")).unwrap();
    }
}
