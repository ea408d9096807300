//! `lethe discover` as a script would call it: the papers' examples, JSON, limits, bad input.

use crate::support::{FPVI, discover, error, folder_with, found, in_folder, json, lethe};
use serde_json::{Value, json as value};
use std::process::Output;

/// Podlesny 2023, Table 3.1.
const HEALTH: &str = "Gender,ZIP,Drug,Disease
male,10001,remdesivir,COVID
female,64123,cortisol,COVID
male,60617,cortisol,COVID
male,60617,remdesivir,COVID
";

/// Podlesny 2023, Table 3.2.
const HEALTH_WITH_IDS: &str = "Patient ID,SSN,Gender,DOB,ZIP,Drug,Disease
1,433-46-1872,male,2020-11-23,60617,remdesivir,COVID
2,551-31-8713,female,2020-11-23,64123,cortisol,COVID
3,624-20-5414,male,2020-11-23,60617,cortisol,COVID
4,513-72-4512,male,2020-11-23,10001,remdesivir,COVID
";

/// The JSON of an answer that was cut short.
fn partial(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("exactly one JSON object on standard output")
}

#[test]
fn the_worked_examples_of_the_papers_come_out() {
    let folder = folder_with(&[("fpvi.csv", FPVI), ("health.csv", HEALTH), ("ids.csv", HEALTH_WITH_IDS)]);
    let report = found(folder.path(), &["fpvi.csv", "--coverage", "--borders", "--witness", "2"]);
    assert_eq!(report["minimal_qids"], value!([["Marital"], ["Birth", "ZIP"], ["Gender", "ZIP"]]));
    assert_eq!(report["coverage"], value!([1, 4, 3]));
    assert_eq!(report["maximal_safe_sets"], value!([["ZIP"], ["Birth", "Gender"]]));
    assert_eq!(report["witnesses"], value!([[3], [1, 2], [1, 2]]));
    let report = found(folder.path(), &["health.csv"]);
    assert_eq!(report["minimal_qids"], value!([["Gender"], ["ZIP"]]));
    let report = found(folder.path(), &["ids.csv"]);
    assert_eq!(report["standalone_identifiers"], value!(["Patient ID", "SSN"]));
    assert_eq!(report["minimal_qids"], value!([["Gender"], ["ZIP"]]));
    assert_eq!(report["columns"], value!(["Gender", "DOB", "ZIP", "Drug", "Disease"]));
    let report = found(folder.path(), &["ids.csv", "--keep-standalone"]);
    assert_eq!(report["minimal_qids"], value!([["Patient ID"], ["SSN"], ["Gender"], ["ZIP"]]));
}

#[test]
fn every_field_of_the_contract_is_printed_and_named_by_the_schema() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let plain = found(folder.path(), &["fpvi.csv"]);
    for field in
        ["rows", "columns", "k", "max_size", "complete", "standalone_identifiers", "minimal_qids", "stats"]
    {
        assert!(plain.get(field).is_some(), "{field} is missing");
    }
    assert!(plain["max_size"].is_null() && plain.get("coverage").is_none());
    assert_eq!((&plain["rows"], &plain["k"], &plain["complete"]), (&10.into(), &2.into(), &true.into()));
    assert!(plain["stats"]["candidates"].as_u64() > Some(0) && plain["stats"]["elapsed_ms"].is_number());
    let all =
        found(folder.path(), &["fpvi.csv", "--coverage", "--borders", "--witness", "1", "--max-size", "2"]);
    assert_eq!((&all["max_size"], &all["complete_to"]), (&2.into(), &2.into()));
    let schema = json(&lethe(&["schema", "discover"]));
    let (properties, required) =
        (schema["properties"].as_object().unwrap(), schema["required"].as_array().unwrap());
    for report in [plain, all] {
        let report = report.as_object().unwrap();
        assert!(report.keys().all(|key| properties.contains_key(key)));
        assert!(required.iter().all(|key| report.contains_key(key.as_str().unwrap())));
    }
}

#[test]
fn limits_change_the_answer() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let qids = |arguments: &[&str]| {
        found(folder.path(), &[&["fpvi.csv"], arguments].concat())["minimal_qids"].clone()
    };
    assert_eq!(qids(&["--k", "3"]), value!([["Birth"], ["ZIP"], ["Marital"]]));
    assert_eq!(qids(&["--min-exposed", "4"]), value!([["Birth", "ZIP"], ["ZIP", "Marital"]]));
    assert_eq!(qids(&["--min-exposed", "31%"]), qids(&["--min-exposed", "4"]));
    assert_eq!(qids(&["--max-size", "1"]), value!([["Marital"]]));
    assert_eq!(qids(&["--exclude", "Marital,Birth"]), value!([["Gender", "ZIP"]]));
    assert_eq!(qids(&["--columns", "ZIP,Birth"]), value!([["Birth", "ZIP"]]), "sets are in file order");
    let safe = found(folder.path(), &["fpvi.csv", "--max-size", "1", "--borders"]);
    assert_eq!(safe["maximal_safe_sets"], value!([["Birth"], ["Gender"], ["ZIP"]]));
}

#[test]
fn what_is_found_decides_the_exit_status_only_when_asked() {
    let folder = folder_with(&[
        ("fpvi.csv", FPVI),
        ("safe.csv", "a,b\n1,x\n1,x\n"),
        ("keyed.csv", "id,a\n1,x\n2,x\n3,x\n"),
    ]);
    for (arguments, status) in [
        (&["fpvi.csv"][..], 0),
        (&["fpvi.csv", "--fail-if-found"], 1),
        (&["safe.csv", "--fail-if-found"], 0),
        (&["keyed.csv"], 0),
        (&["keyed.csv", "--fail-if-found"], 1),
        (&["keyed.csv", "--exclude", "id", "--fail-if-found"], 0),
        (&["fpvi.csv", "--fail-if-found", "--time-limit", "0s"], 3),
    ] {
        assert_eq!(discover(folder.path(), arguments).status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn calls_that_make_no_sense_are_one_line_and_status_2() {
    let folder = folder_with(&[("t.csv", "people,zip,n\nSecret,12345,2\nSecret,12345,x\nOther,1,\n")]);
    for (arguments, expected) in [
        (&["--k", "1"][..], "k is 1; it must be at least 2"),
        (&["--k", "0"], "k is 0; it must be at least 2"),
        (&["--max-size", "0"], "the largest size of column sets is 0"),
        (&["--columns", "zap"], "t.csv: unknown column 'zap'; did you mean 'zip'?"),
        (&["--exclude", "poeple"], "t.csv: unknown column 'poeple'; did you mean 'people'?"),
        (&["--exclude", "people,zip,n"], "t.csv: no columns are left"),
        (&["--weights", "m"], "t.csv: unknown column 'm'; did you mean 'n'?"),
        (&["--weights", "n"], "t.csv: column 'n', row 2: the weight is no whole number"),
        (&["--standalone-threshold", "0"], "the standalone threshold is 0"),
        (&["--device", "gpu"], "--device gpu is not built in"),
    ] {
        let output = discover(folder.path(), &[&["t.csv"], arguments].concat());
        let message = error(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with(&format!("lethe: {expected}")), "{arguments:?}: {message}");
        assert!(!message.contains("Secret") && !message.contains("12345"), "{message}");
    }
    for junk in [
        ["--min-exposed", "0"],
        ["--min-exposed", "150%"],
        ["--min-exposed", "0%"],
        ["--min-exposed", "many"],
        ["--time-limit", "soon"],
        ["--algorithm", "magic"],
        ["--k", "two"],
    ] {
        let output = discover(folder.path(), &[&["t.csv"], &junk[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{junk:?}");
        assert!(
            output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains(junk[0]),
            "{junk:?}"
        );
    }
}

#[test]
fn tables_without_an_interesting_answer_are_answered_with_a_sentence() {
    let folder = folder_with(&[
        ("ids.csv", "id,ssn\n1,a\n2,b\n"),
        ("none.csv", "a,b\n"),
        ("one.csv", "a,b\n1,x\n"),
        ("constant.csv", "a,b\nx,y\nx,y\n"),
    ]);
    for (file, sets, sentence) in [
        ("ids.csv", value!([]), "every column identifies records by itself"),
        ("none.csv", value!([]), "the table has no records"),
        (
            "one.csv",
            value!([["a"], ["b"]]),
            "the table has 1 record, fewer than k = 2: every column exposes all of them",
        ),
    ] {
        let report = found(folder.path(), &[file]);
        assert_eq!((&report["minimal_qids"], &report["complete"]), (&sets, &true.into()), "{file}");
        assert!(report["notes"][0].as_str().unwrap().starts_with(sentence), "{file}: {}", report["notes"]);
        let text = String::from_utf8_lossy(&discover(folder.path(), &[file]).stdout).into_owned();
        assert!(text.contains(sentence), "{file}: {text}");
    }
    let report = found(folder.path(), &["constant.csv", "--borders"]);
    assert_eq!(report["minimal_qids"], value!([]));
    assert_eq!(report["maximal_safe_sets"], value!([["a", "b"]]));
    std::fs::write(folder.path().join("empty.csv"), "").unwrap();
    assert!(error(&discover(folder.path(), &["empty.csv"])).contains("the file is empty"));
}

#[test]
fn more_columns_than_a_set_can_hold_are_refused_unless_some_are_chosen() {
    let names: Vec<String> = (0..5_000).map(|i| format!("c{i}")).collect();
    let row = |value: &str| vec![value; 5_000].join(",");
    let wide = format!("{}\n{}\n{}\n{}\n", names.join(","), row("x"), row("x"), row("y"));
    let folder = folder_with(&[("wide.csv", &wide)]);
    let output = discover(folder.path(), &["wide.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("5000 columns are more than the 4096"));
    let report = found(folder.path(), &["wide.csv", "--columns", "c4999,c3"]);
    assert_eq!(report["minimal_qids"], value!([["c3"], ["c4999"]]));
}

#[test]
fn a_time_limit_tells_what_is_proven_and_ends_with_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "health", "--rows", "20000", "--columns", "40", "-o", "h.csv"];
    assert!(in_folder(folder.path(), &generate).status.success());
    for limit in ["0s", "1ms"] {
        let arguments = [
            "h.csv",
            "--min-exposed",
            "5%",
            "--time-limit",
            limit,
            "--coverage",
            "--borders",
            "--format",
            "json",
        ];
        let output = discover(folder.path(), &arguments);
        let report = partial(&output);
        assert_eq!((&report["complete"], &report["stopped"]), (&false.into(), &"time-limit".into()));
        let counts = report.get("coverage").map(|counts| counts.as_array().unwrap().len());
        assert!(counts.is_none_or(|counts| counts == report["minimal_qids"].as_array().unwrap().len()));
        assert!(
            String::from_utf8_lossy(&output.stderr).starts_with("lethe: the time limit ended the search")
        );
    }
    let output = discover(folder.path(), &["h.csv", "--time-limit", "0s", "-o", "found.txt"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    let text = std::fs::read_to_string(folder.path().join("found.txt")).unwrap();
    assert!(text.contains("so far") && text.contains("may be missing\n"), "{text}");
}

/// Four rows for each pair of neighbouring columns, the rest alike: both values of a column are frequent, but two
/// combinations of a pair are not, so that exactly these pairs are minimal.
fn pairs(rows: usize, columns: usize) -> String {
    let names: Vec<String> = (0..columns).map(|column| format!("c{column}")).collect();
    let mut text = names.join(",") + "\n";
    for row in 0..rows {
        let (pair, kind) = (row / 4 * 2, row % 4);
        let is_rare =
            |column: usize| column == pair && kind >= 2 || column == pair + 1 && (kind == 1 || kind == 2);
        let cells: Vec<&str> = (0..columns).map(|column| if is_rare(column) { "b" } else { "a" }).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

#[test]
fn borders_of_small_sets_do_not_wait_for_those_of_all() {
    let folder = folder_with(&[("pairs.csv", &pairs(3000, 60))]);
    let start = std::time::Instant::now();
    let arguments = ["pairs.csv", "--max-size", "2", "--borders", "--time-limit", "60s"];
    let report = found(folder.path(), &arguments);
    assert!(start.elapsed().as_secs() < 30);
    let lengths = ["minimal_qids", "maximal_safe_sets"].map(|key| report[key].as_array().unwrap().len());
    assert_eq!(lengths, [30, 60 * 58 / 2]);
}

#[test]
fn borders_of_many_columns_are_told_or_not_but_never_end_the_program() {
    let wide = |columns: usize, rows: &[&str]| {
        let names: Vec<String> = (0..columns).map(|column| format!("c{column}")).collect();
        let row = |value: &&str| vec![*value; columns].join(",");
        format!("{}\n{}\n", names.join(","), rows.iter().map(row).collect::<Vec<_>>().join("\n"))
    };
    let folder = folder_with(&[
        ("single.csv", &wide(2000, &["x", "x", "y"])),
        ("constant.csv", &wide(100, &["x", "x"])),
    ]);
    let report = found(folder.path(), &["single.csv", "--borders"]);
    assert_eq!(report["maximal_safe_sets"], value!([[]]));
    let report = found(folder.path(), &["constant.csv", "--max-size", "98", "--borders"]);
    assert_eq!(report["maximal_safe_sets"].as_array().map(Vec::len), Some(100 * 99 / 2));
    let report = found(folder.path(), &["constant.csv", "--max-size", "90", "--borders"]);
    assert!(report.get("maximal_safe_sets").is_none());
    assert!(report["notes"][0].as_str().unwrap().starts_with("the maximal safe sets: not reported"));
}

#[test]
fn missing_values_are_a_value_or_anything() {
    let folder = folder_with(&[("t.csv", "a,b\nx,1\nx,1\n,1\ny,1\ny,1\n")]);
    let qids = |nulls: &str| found(folder.path(), &["t.csv", "--nulls", nulls])["minimal_qids"].clone();
    assert_eq!(qids("value"), value!([["a"]]));
    assert_eq!(qids("wildcard"), value!([]));
}

#[test]
fn a_row_may_stand_for_many_records() {
    let folder = folder_with(&[("t.csv", "a,b,n\nx,1,5\ny,1,1\ny,2,1\nz,1,0\n")]);
    let report = found(folder.path(), &["t.csv", "--weights", "n", "--coverage"]);
    assert_eq!((&report["rows"], &report["columns"]), (&7.into(), &value!(["a", "b"])));
    assert_eq!((&report["minimal_qids"], &report["coverage"]), (&value!([["b"]]), &value!([1])));
}

#[test]
fn no_value_of_a_cell_is_ever_printed() {
    let folder = folder_with(&[("t.csv", "name,city\nSecretName,SecretTown\nSecretName,Ulm\nOther,Ulm\n")]);
    for format in ["table", "json"] {
        let arguments = ["t.csv", "--witness", "5", "--borders", "--coverage", "--format", format];
        let output = discover(folder.path(), &arguments);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && !text.contains("Secret") && !text.contains("Ulm"), "{text}");
    }
}

#[test]
fn the_table_shows_some_sets_and_says_how_many_more() {
    let folder = folder_with(&[("fpvi.csv", FPVI)]);
    let output = discover(folder.path(), &["fpvi.csv", "--top", "1"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("3 minimal quasi-identifiers") && text.contains("… and 2 more sets"), "{text}");
    assert!(!text.contains("Birth, ZIP"), "{text}");
    assert!(text.contains("3 minimal quasi-identifiers, which expose 4 records (40.0 %)"), "{text}");
    assert!(text.starts_with("40.0 % of records are unique on these columns together.\n"), "{text}");
    let dropping = "Dropping ZIP frees 3 of the 4 records that listed sets expose";
    assert!(text.contains(dropping) && text.contains("freed if"), "{text}");
}
