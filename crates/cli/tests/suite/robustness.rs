//! Bad input, limits and odd surroundings: an answer in one line, never a crash, never half a file.

use crate::support::{error, folder_with, in_folder, json, lethe};

#[test]
fn bad_input_is_one_line_with_its_place_and_status_2() {
    let folder = folder_with(&[
        ("ragged.csv", "a,b\n1,2\n3\n"),
        ("twice.csv", "a,a\n1,2\n"),
        ("empty.csv", ""),
        ("secret.csv", "a,b\n1,SecretName\n2,5\n"),
        ("bad.toml", "[columns.a]\nrole = \"qasi\"\n"),
    ]);
    for (arguments, expected) in [
        (&["inspect", "ragged.csv"][..], "lethe: ragged.csv: line 3: 1 field for 2 columns"),
        (
            &["inspect", "twice.csv"],
            "lethe: twice.csv: line 1: columns 1 and 2 have the same name; rename one",
        ),
        (&["inspect", "empty.csv"], "lethe: empty.csv: the file is empty"),
        (&["inspect", "missing.csv"], "lethe: missing.csv: cannot open"),
        (&["inspect", "table.xlsx"], "lethe: table.xlsx: unknown kind of file"),
        (
            &["inspect", "secret.csv", "--columns", "aa"],
            "lethe: secret.csv: unknown column 'aa'; did you mean 'a'?",
        ),
        (
            &["inspect", "secret.csv", "--type", "b=integer"],
            "lethe: secret.csv: column 'b' cannot be read as integer: 1 of its 2",
        ),
        (&["inspect", "secret.csv", "--standalone-threshold", "2"], "lethe: "),
        (&["generate", "health", "--columns", "110", "-o", "x.csv"], "lethe: "),
        (
            &["inspect", "secret.csv", "--threads", "100000"],
            "lethe: 100000 threads are too many; at most 512",
        ),
        (&["recipe", "check", "bad.toml"], "lethe: bad.toml: line 2: columns.a.role: "),
        (&["hierarchy", "make", "secret.csv", "--column", "b", "--intervals", "5"], "lethe: "),
        (
            &["hierarchy", "make", "secret.csv", "--column", "b", "--order", "2", "--keep", "3"],
            "lethe: --keep goes with --mask only",
        ),
        (
            &["hierarchy", "make", "secret.csv", "--column", "a", "--width", "2"],
            "lethe: --width needs --levels N",
        ),
    ] {
        let output = in_folder(folder.path(), arguments);
        let message = error(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with(expected), "{arguments:?}: {message}");
        assert!(!message.contains("SecretName"), "{message}");
    }
    assert!(!folder.path().join("x.csv").exists());
}

#[test]
fn a_memory_budget_that_is_too_small_is_status_3_and_leaves_no_output() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        in_folder(folder.path(), &["generate", "census", "--rows", "50000", "-o", "c.csv"]).status.success()
    );
    let output = in_folder(folder.path(), &["convert", "c.csv", "-o", "c.parquet", "--memory", "50kB"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(error(&output).contains("raise --memory"));
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["c.csv"]);
}

#[test]
fn tables_with_no_row_one_row_and_ten_thousand_columns_are_inspected() {
    let names: Vec<String> = (0..10_000).map(|i| format!("c{i}")).collect();
    let wide = format!("{}\n{}\n", names.join(","), vec!["x"; 10_000].join(","));
    let folder =
        folder_with(&[("none.csv", "a,b\n"), ("one.csv", "a,b\r\n1,\"x\ny\"\r\n"), ("wide.csv", &wide)]);
    for (file, rows, columns) in [("none.csv", 0, 2), ("one.csv", 1, 2), ("wide.csv", 1, 10_000)] {
        let report = json(&in_folder(folder.path(), &["inspect", file, "--format", "json"]));
        assert_eq!(
            (report["rows"].as_u64(), report["columns"].as_array().map(Vec::len)),
            (Some(rows), Some(columns))
        );
        assert_eq!(report["standalone_identifiers"].as_array().map(Vec::len), Some(0));
    }
}

#[test]
fn json_about_a_file_needs_the_file() {
    let output = lethe(&["generate", "census", "--rows", "3", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("-o FILE"));
}

#[test]
fn odd_starts_of_a_file_are_refused_without_showing_cells() {
    let folder = folder_with(&[
        ("mac.csv", "a,b\r1,Secret\r3,4\r"),
        ("headless.csv", "Secret,Secret,3\nx,y,4\n"),
        ("after.csv", "\"a\"Secret,b\n1,2\n"),
        ("blank.csv", "\na,b\n1,2\n"),
    ]);
    for (file, expected) in [
        ("mac.csv", "line ends are carriage returns"),
        ("headless.csv", "have the same name"),
        ("after.csv", "text after a closing quote"),
        ("blank.csv", "the first line is blank"),
    ] {
        let output = in_folder(folder.path(), &["inspect", file]);
        let message = error(&output);
        assert!(output.status.code() == Some(2) && message.contains(expected), "{message}");
        assert!(!message.contains("Secret"), "{message}");
    }
}

#[test]
fn numbers_beyond_every_limit_are_answers_not_crashes() {
    let folder = folder_with(&[("d.csv", "a,b\n1,1e-2147483648\n2,3\n")]);
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments);
    assert!(run(&["inspect", "d.csv"]).status.success());
    let rows = run(&["generate", "census", "--rows", "18446744073709551615", "-o", "x.csv"]);
    assert_eq!(rows.status.code(), Some(2));
    let levels = [
        "hierarchy",
        "make",
        "d.csv",
        "--column",
        "a",
        "--width",
        "10",
        "--fanout",
        "10",
        "--levels",
        "10000000000",
    ];
    assert_eq!(run(&levels).status.code(), Some(2));
}

#[test]
fn columns_beyond_the_width_of_a_column_set_can_be_inspected() {
    let names: Vec<String> = (0..10_000).map(|i| format!("c{i}")).collect();
    let wide = format!("{}\n{}\n", names.join(","), vec!["x"; 10_000].join(","));
    let folder = folder_with(&[("wide.csv", &wide)]);
    let arguments = ["inspect", "wide.csv", "--columns", "c9999,c3", "--format", "json"];
    let report = json(&in_folder(folder.path(), &arguments));
    assert_eq!(
        (&report["columns"][0]["name"], &report["columns"][1]["name"]),
        (&"c9999".into(), &"c3".into())
    );
}

#[test]
fn zero_bytes_in_cells_are_read_as_they_are_written_and_names_have_none() {
    let text = "a,b\nx\0y,1\n\0,2\n";
    let folder = folder_with(&[("t.csv", text), ("name.csv", "a\0,b\n1,2\n")]);
    for file in ["t.arrow", "t.parquet", "t.tsv"] {
        for (from, to) in [("t.csv", file), (file, "back.csv")] {
            let output = in_folder(folder.path(), &["convert", from, "-o", to]);
            assert!(output.status.success(), "{output:?}");
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("back.csv")).unwrap(), text, "{file}");
    }
    let output = in_folder(folder.path(), &["inspect", "name.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("zero bytes"));
}
