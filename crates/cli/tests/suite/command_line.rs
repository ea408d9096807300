//! The program as a script would call it: exit statuses, JSON, files.

use crate::support::{error, folder_with, in_folder, json, lethe};
use serde_json::Value;
use std::process::{Command, Stdio};

#[test]
fn inspect_prints_the_fields_of_the_contract() {
    let folder = folder_with(&[("t.csv", "id,city,age\n1,Ulm,30\n2,Ulm,\n3,Bonn,30\n4,Bonn,41\n")]);
    let report = json(&in_folder(folder.path(), &["inspect", "t.csv", "--format", "json"]));
    assert_eq!(report["rows"], 4);
    assert_eq!(report["standalone_identifiers"], serde_json::json!(["id"]));
    let city = &report["columns"][1];
    for field in [
        "name",
        "type",
        "nulls",
        "distinct",
        "cardinality",
        "unique_share",
        "entropy_bits",
        "kl_uniform",
        "kind",
        "role",
        "reason",
    ] {
        assert!(city.get(field).is_some(), "{field} is missing");
    }
    assert_eq!(
        (&city["distinct"], &city["cardinality"], &city["entropy_bits"], &city["kl_uniform"]),
        (&2.into(), &0.5.into(), &1.0.into(), &0.0.into())
    );
    let age = &report["columns"][2];
    assert_eq!(
        (&age["type"], &age["nulls"], &age["unique_share"]),
        (&"integer".into(), &1.into(), &0.5.into())
    );
}

#[test]
fn values_are_hidden_unless_asked_for() {
    let folder = folder_with(&[("t.csv", "name,n\nSecretName,12345\nSecretName,67890\n")]);
    let hidden = in_folder(folder.path(), &["inspect", "t.csv"]);
    let text = String::from_utf8_lossy(&hidden.stdout).into_owned();
    assert!(hidden.status.success() && !text.contains("SecretName") && !text.contains("67890"), "{text}");
    let shown = in_folder(folder.path(), &["inspect", "t.csv", "--show-values=1"]);
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(text.contains("SecretName (2)") && text.contains("12345 to 67890"), "{text}");
}

#[test]
fn the_printed_json_has_the_keys_that_its_schema_names() {
    let folder = folder_with(&[("t.csv", "a,b\n1,x\n2,y\n")]);
    let schema = json(&lethe(&["schema", "inspect"]));
    let report = json(&in_folder(folder.path(), &["inspect", "t.csv", "--format", "json"]));
    let named = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let column_schema = &schema["$defs"]["InspectedColumn"];
    for (value, schema) in [(&report, &schema), (&report["columns"][0], column_schema)] {
        let properties = named(schema);
        assert!(value.as_object().unwrap().keys().all(|key| properties.contains(key)));
        let required = schema["required"].as_array().unwrap();
        assert!(required.iter().all(|key| value.get(key.as_str().unwrap()).is_some()));
    }
}

#[test]
fn generated_files_are_the_same_bytes_for_any_thread_count_and_survive_conversion() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for data_set in ["health", "amnesia", "census"] {
        for (threads, name) in [("1", "one"), ("3", "three")] {
            for ending in ["csv", "parquet"] {
                let file = format!("{name}.{ending}");
                let arguments = [
                    "generate",
                    data_set,
                    "--rows",
                    "70000",
                    "--columns",
                    "8",
                    "--seed",
                    "5",
                    "--threads",
                    threads,
                    "-o",
                    &file,
                ];
                assert!(in_folder(folder.path(), &arguments).status.success());
            }
        }
        assert!(bytes("one.csv") == bytes("three.csv") && bytes("one.parquet") == bytes("three.parquet"));
        for steps in [
            ["one.csv", "a.parquet"],
            ["a.parquet", "b.arrow"],
            ["b.arrow", "c.csv"],
            ["one.parquet", "d.csv"],
        ] {
            assert!(in_folder(folder.path(), &["convert", steps[0], "-o", steps[1]]).status.success());
        }
        assert!(bytes("one.csv") == bytes("c.csv"), "{data_set}: CSV to Parquet to Arrow to CSV");
        assert!(bytes("one.csv") == bytes("d.csv"), "{data_set}: Parquet to CSV");
        let inspected = |file: &str| json(&in_folder(folder.path(), &["inspect", file, "--format", "json"]));
        assert_eq!(inspected("one.csv"), inspected("one.parquet"));
    }
    let other = ["generate", "census", "--rows", "70000", "--columns", "8", "--seed", "6", "-o", "other.csv"];
    assert!(in_folder(folder.path(), &other).status.success());
    assert!(bytes("one.csv") != bytes("other.csv"), "another seed gives other data");
}

#[test]
fn standard_streams_can_be_read_and_written() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lethe"))
        .args(["convert", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"a;b\n1;x,y\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a,b\n1,\"x,y\"\n");
}

#[test]
fn hierarchies_are_made_checked_repaired_shown_and_converted() {
    let folder = folder_with(&[
        ("t.csv", "age,zip\n23,81667\n27,81675\n31,81925\n100,81931\n"),
        ("bad.csv", "1;a;*\n2;b\n1;b;*\n"),
        ("short.csv", "1;a;*\n2;b\n"),
        ("ibm.json", "{\"terms\": [[\"x\", \"g\", \"*\"], [\"y\", \"g\", \"*\"]]}"),
    ]);
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    let made = run(&[
        "hierarchy",
        "make",
        "t.csv",
        "--column",
        "age",
        "--intervals",
        "5,20",
        "--from",
        "0",
        "--to",
        "100",
        "-o",
        "age.csv",
    ]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let text = std::fs::read_to_string(folder.path().join("age.csv")).unwrap();
    assert_eq!(text.lines().next(), Some("23;[20, 25);[20, 40);*"));
    let checked =
        run(&["hierarchy", "check", "age.csv", "--data", "t.csv", "--column", "age", "--format", "json"]);
    assert_eq!(json(&checked)["valid"], true);
    let uncovered = run(&["hierarchy", "check", "age.csv", "--data", "t.csv", "--column", "zip"]);
    assert_eq!(uncovered.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&uncovered.stdout).contains("81667"));
    let defects = run(&["hierarchy", "check", "bad.csv", "--format", "json"]);
    assert_eq!(defects.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&defects.stdout).unwrap();
    let lines: Vec<_> =
        report["defects"].as_array().unwrap().iter().map(|defect| defect["line"].as_u64()).collect();
    assert!(lines.contains(&Some(2)) && lines.contains(&Some(3)), "{report}");
    assert!(run(&["hierarchy", "check", "short.csv", "--repair", "-o", "mended.csv"]).status.success());
    assert!(run(&["hierarchy", "check", "mended.csv"]).status.success());
    let shown = run(&["hierarchy", "show", "age.csv"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("[20, 40)"));
    let converted = run(&["hierarchy", "convert", "ibm.json"]);
    assert_eq!(String::from_utf8_lossy(&converted.stdout), "x;g;*\ny;g;*\n");
    for method in [
        &["--prefix", "3,2"][..],
        &["--mask", "right"],
        &["--order", "2"],
        &["--groups", "2"],
        &["--width", "10", "--levels", "3"],
    ] {
        let made =
            run(&[&["hierarchy", "make", "t.csv", "--column", "zip", "-o", "zip.csv"], method].concat());
        assert!(made.status.success(), "{method:?}: {}", String::from_utf8_lossy(&made.stderr));
        assert!(
            run(&["hierarchy", "check", "zip.csv", "--data", "t.csv", "--column", "zip"]).status.success()
        );
    }
}

#[test]
fn generated_hierarchies_cover_the_generated_data() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    let arguments =
        ["generate", "census", "--rows", "5000", "-o", "c.csv", "--hierarchies", "h", "--format", "json"];
    let generated = json(&run(&arguments));
    let hierarchies = generated["hierarchies"].as_array().unwrap();
    assert!(hierarchies.len() >= 8);
    for hierarchy in hierarchies {
        let (file, column) = (hierarchy["file"].as_str().unwrap(), hierarchy["column"].as_str().unwrap());
        let checked = run(&["hierarchy", "check", file, "--data", "c.csv", "--column", column]);
        assert!(checked.status.success(), "{column}: {}", String::from_utf8_lossy(&checked.stdout));
    }
}

#[test]
fn ranges_that_do_not_fit_a_column_are_defects_and_repairs_need_a_file() {
    let folder = folder_with(&[
        ("ranges.txt", "range\nname age\ntype int\nheight 2\n\n0,100 has 0,50 50,100\n"),
        ("t.csv", "age,name\n500,ann\n600,bob\n"),
        ("u.csv", "age\n10\n60\n"),
        ("short.csv", "1;a;*\n2;b\n"),
    ]);
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    for column in ["age", "name"] {
        let misfit = run(&["hierarchy", "check", "ranges.txt", "--data", "t.csv", "--column", column]);
        assert_eq!(misfit.status.code(), Some(1), "{}", String::from_utf8_lossy(&misfit.stderr));
    }
    assert!(
        run(&["hierarchy", "check", "ranges.txt", "--data", "u.csv", "--column", "age"]).status.success()
    );
    let nowhere = run(&["hierarchy", "check", "short.csv", "--repair"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(error(&nowhere).contains("-o FILE"));
}

#[test]
fn a_recipe_is_checked_and_its_types_are_used() {
    let recipe =
        "[columns.zip]\nrole = \"quasi\"\ntype = \"text\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n";
    let folder = folder_with(&[("r.toml", recipe), ("t.csv", "zip\n12345\n23456\n"), ("u.csv", "zap\n1\n")]);
    let checked =
        in_folder(folder.path(), &["recipe", "check", "r.toml", "--data", "t.csv", "--format", "json"]);
    assert_eq!(json(&checked)["privacy"], serde_json::json!(["k-anonymity"]));
    let report =
        json(&in_folder(folder.path(), &["inspect", "t.csv", "--recipe", "r.toml", "--format", "json"]));
    assert_eq!(report["columns"][0]["type"], "text");
    let misfit = in_folder(folder.path(), &["recipe", "check", "r.toml", "--data", "u.csv"]);
    assert!(error(&misfit).contains("did you mean 'zap'?"));
    let overridden = ["inspect", "t.csv", "--recipe", "r.toml", "--type", "zip=integer", "--format", "json"];
    assert_eq!(json(&in_folder(folder.path(), &overridden))["columns"][0]["type"], "integer");
    for (hierarchy, expected) in
        [("\"none.csv\"", "none.csv"), ("{ prefix = [2] }", ""), ("{ dates = [\"year\"] }", "date")]
    {
        std::fs::write(
            folder.path().join("h.toml"),
            format!("[columns.zip]\ntype = \"text\"\nhierarchy = {hierarchy}\n"),
        )
        .unwrap();
        let checked = in_folder(folder.path(), &["recipe", "check", "h.toml", "--data", "t.csv"]);
        assert_eq!(checked.status.success(), expected.is_empty(), "{hierarchy}");
        assert!(String::from_utf8_lossy(&checked.stderr).contains(expected));
    }
}

#[test]
fn the_demo_tells_its_story_and_leaves_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("demo");
    let output = lethe(&["demo", "--folder", target.to_str().unwrap()]);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("10,000 records, 20 columns") && text.contains("minimal sets"), "{text}");
    assert!(text.contains("10,000 of 10,000 patients are re-identified, 10,000 of them correctly"), "{text}");
    assert!(text.contains("The generalized table: every model holds."), "{text}");
    assert!(text.contains("The compartments: no record is re-identified by joining them."), "{text}");
    let nobody = "0 re-identified, 0 with fewer than 5 candidates, the disease of 0 disclosed.";
    assert!(text.contains(&format!("The compartments: {nobody}")), "{text}");
    assert!(text.contains(&format!("The generalized table: {nobody}")), "{text}");
    assert!(text.contains("Nobody is re-identified, and no disease") && text.contains("\nNext:"));
    for file in ["health.csv", "hierarchies/age.csv", "health.toml", "release.csv", "release.html"] {
        assert!(target.join(file).exists(), "{file}");
    }
    for file in ["compartments.toml", "compartments/compartments.json", "compartments.html"] {
        assert!(target.join(file).exists(), "{file}");
    }
}

#[test]
fn the_demo_tells_programs_what_every_command_said() {
    let folder = tempfile::tempdir().unwrap();
    let output = lethe(&["demo", "--folder", folder.path().to_str().unwrap(), "--format", "json"]);
    assert!(output.status.success());
    let story: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(story["verification"]["holds"], true);
    assert_eq!(story["split"]["verification"]["holds"], true);
    assert_eq!(story["attacks"]["original"]["correct"], 10_000);
    for release in ["release", "compartments"] {
        assert_eq!(story["attacks"][release]["reidentified"], 0, "{release}");
        assert_eq!(story["attacks"][release]["below_k"], 0, "{release}");
    }
    assert!(story["comparison"]["figures"]["learning"][0]["accuracy"].is_number());
    assert!(story["split"]["comparison"]["figures"]["altered_share"].is_number());
}

#[test]
fn help_of_every_command_has_examples() {
    let hierarchy = ["make", "check", "show", "convert"].map(|name| vec!["hierarchy", name]);
    let others =
        ["inspect", "discover", "anonymize", "generate", "convert", "demo", "schema"].map(|name| vec![name]);
    let recipe = ["init", "check"].map(|name| vec!["recipe", name]);
    for command in hierarchy.into_iter().chain(others).chain(recipe) {
        let output = lethe(&[&command[..], &["--help"]].concat());
        assert!(String::from_utf8_lossy(&output.stdout).contains("Examples:"), "{command:?}");
    }
}
