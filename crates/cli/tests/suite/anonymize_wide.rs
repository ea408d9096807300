//! Cells changed and columns parted, as users see it: what is written, what is refused, what is told.

use crate::support::{error, folder_with, in_folder};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

const METHODS: [&str; 5] = ["suppress", "generalize", "perturb", "compose", "compartment"];

/// Sixty records; each value has company, most combinations have none.
fn patients() -> String {
    let row = |row: usize| {
        let (age, zip) = (30 + row % 4, ["zipA", "zipB", "zipC"][row / 4 % 3]);
        format!("Name{row},{age},{zip},{}\n", ["flux", "pox"][row / 12 % 2])
    };
    "name,age,zip,disease\n".to_owned() + &(0..60).map(row).collect::<String>()
}

fn anonymize(folder: &Path, method: &str, more: &[&str]) -> Output {
    let arguments = ["anonymize", "patients.csv", "--identifiers", "name", "--method", method];
    in_folder(folder, &[&arguments, more].concat())
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Columns that a part lacks are named as the table has them, though identifying ones are gone by then.
#[test]
fn shared_columns_that_a_part_lacks_are_named() {
    let folder = folder_with(&[("p.csv", "id,a,b,c\n1,x,p,u\n2,x,p,v\n3,y,q,u\n4,y,q,v\n")]);
    let call = ["anonymize", "p.csv", "--method", "compose", "--k", "2", "--identifiers", "id"];
    let output = in_folder(folder.path(), &[&call[..], &["--shared", "c", "-o", "parts"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("cannot share column 'a'") && !text.contains("cannot share column 'b'"), "{text}");
    std::fs::write(folder.path().join("key"), "9f86d081884c7d659a2feaa0c55ad015").unwrap();
    let pseudonym = ["--identifying", "pseudonym", "--key", "key", "-o", "other"];
    let output = in_folder(folder.path(), &[&call[..], &pseudonym].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(error(&output).contains("pseudonym would single everybody out"), "{}", error(&output));
}

/// Podlesny 2023, Table 6.6: disease and SNP together single out the last person. k = 2 needs company in each part, so that
/// others who share the disease or the SNP are split as well.
#[test]
fn a_person_whom_two_columns_single_out_is_split() {
    let whole = "Bad Sülze,DOID:12361,rs104894270\nBad Sülze,DOID:12361,rs104894270\n\
                 Bad Sülze,DOID:12361,*\nBad Sülze,DOID:12361,*\n";
    let company = "Bad Sülze,DOID:1024,rs104894270\nBad Sülze,DOID:1024,rs104894270\n\
                   Bad Sülze,DOID:12361,rs104894503\nBad Sülze,DOID:12361,rs104894503\n";
    let table = format!("City,Disease,SNP\n{whole}{company}Bad Sülze,DOID:1024,rs104894503\n");
    let folder = folder_with(&[("patients.csv", &table)]);
    let arguments = [
        "anonymize",
        "patients.csv",
        "--method",
        "compartment",
        "--mode",
        "row-wise",
        "--k",
        "2",
        "-o",
        "out.csv",
    ];
    let output = in_folder(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let released = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let mut lines: Vec<&str> = released.lines().skip(1).collect();
    lines.sort_unstable();
    let expected = [
        "Bad Sülze,DOID:1024,n/a",
        "Bad Sülze,DOID:1024,n/a",
        "Bad Sülze,DOID:1024,n/a",
        "Bad Sülze,DOID:12361,*",
        "Bad Sülze,DOID:12361,*",
        "Bad Sülze,DOID:12361,n/a",
        "Bad Sülze,DOID:12361,n/a",
        "Bad Sülze,DOID:12361,rs104894270",
        "Bad Sülze,DOID:12361,rs104894270",
        "Bad Sülze,n/a,rs104894270",
        "Bad Sülze,n/a,rs104894270",
        "Bad Sülze,n/a,rs104894503",
        "Bad Sülze,n/a,rs104894503",
        "Bad Sülze,n/a,rs104894503",
    ];
    assert_eq!(lines, expected);
    assert_eq!(released.lines().next(), Some("City,Disease,SNP"));
    let verify = in_folder(folder.path(), &["verify", "out.csv", "--compartments", "--k", "2"]);
    assert_eq!(verify.status.code(), Some(0), "{}", String::from_utf8_lossy(&verify.stdout));
}

#[test]
fn more_records_than_there_are_cannot_look_alike() {
    let folder = folder_with(&[("patients.csv", &patients())]);
    for method in METHODS {
        let place = if ["compose", "compartment"].contains(&method) { "out" } else { "out.csv" };
        let output = anonymize(folder.path(), method, &["--k", "61", "-o", place]);
        assert_eq!(output.status.code(), Some(1), "{method}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("nothing was written"), "{method}");
        assert_eq!(names(folder.path()), ["patients.csv"], "{method}");
    }
}

#[test]
fn what_cannot_be_asked_for_is_refused_and_leaves_nothing() {
    let folder = folder_with(&[("patients.csv", &patients())]);
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    std::fs::write(folder.path().join("mine/diary.txt"), "dear diary").unwrap();
    let diverse = ["--sensitive", "disease", "--l", "distinct:2@disease", "-o", "out.csv"];
    let cases: [(&str, &[&str], &str); 5] = [
        ("compartment", &["-o", "out.csv"], "compartments are several files; name a folder"),
        ("compartment", &["-o", "mine"], "the folder holds other files"),
        ("suppress", &diverse, "makes k-anonymity or km-anonymity hold"),
        ("compartment", &["--shared", "zap", "-o", "out"], "unknown column 'zap'; did you mean 'zip'?"),
        ("suppress", &["--keep", "zap", "-o", "out.csv"], "unknown column 'zap'; did you mean 'zip'?"),
    ];
    for (method, flags, expected) in cases {
        let output = anonymize(folder.path(), method, &[&["--k", "3"], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{method} {flags:?}");
        let message = error(&output);
        assert!(message.contains(expected), "{message}");
        assert_eq!(names(folder.path()), ["mine", "patients.csv"], "{method} {flags:?}");
    }
    assert_eq!(names(&folder.path().join("mine")), ["diary.txt"]);
}

#[test]
fn columns_that_are_kept_may_leave_no_solution() {
    let folder = folder_with(&[("patients.csv", &patients())]);
    for method in METHODS {
        let place = if ["compose", "compartment"].contains(&method) { "out" } else { "out.csv" };
        // Sixteen records at most have one age, and the age may not be changed.
        let output = anonymize(folder.path(), method, &["--k", "17", "--keep", "age", "-o", place]);
        assert_eq!(output.status.code(), Some(1), "{method}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("'age'") && text.contains("columns that are kept"), "{text}");
        assert_eq!(names(folder.path()), ["patients.csv"], "{method}");
    }
}

#[test]
fn a_time_limit_leaves_nothing_and_says_so() {
    let folder = folder_with(&[]);
    let made = in_folder(
        folder.path(),
        &["generate", "health", "--rows", "4000", "--columns", "40", "-o", "wide.csv"],
    );
    assert!(made.status.success());
    for (method, place) in METHODS.iter().zip(["a.csv", "b.csv", "c.csv", "d", "e"]) {
        let arguments = ["anonymize", "wide.csv", "--method", method, "--k", "5", "--max-size", "3"];
        let identifiers = ["--identifiers", "patient_id,ssn,first_name,surname,email,phone,street"];
        let more = ["--time-limit", "1ms", "-o", place];
        let output = in_folder(folder.path(), &[&arguments[..], &identifiers, &more].concat());
        assert_eq!(output.status.code(), Some(3), "{method}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("time limit"), "{method}");
        assert_eq!(names(folder.path()), ["wide.csv"], "{method}");
    }
}

#[test]
fn what_is_told_shows_nobodys_values() {
    let folder = folder_with(&[("patients.csv", &patients())]);
    for method in METHODS {
        let place = if ["compose", "compartment"].contains(&method) {
            method.to_owned()
        } else {
            format!("{method}.csv")
        };
        for format in ["table", "json"] {
            let output = anonymize(folder.path(), method, &["--k", "4", "-o", &place, "--format", format]);
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            let reported = [output.stdout, output.stderr].concat();
            let reported = String::from_utf8(reported).unwrap();
            for value in ["Name", "zipA", "zipB", "zipC", "flux", "pox"] {
                assert!(!reported.contains(value), "{method}: {reported}");
            }
        }
    }
}

/// The answer and the status.
fn verified(folder: &Path, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = in_folder(folder, &[&["verify"], arguments, &["--format", "json"]].concat());
    let json = serde_json::from_slice(&output.stdout);
    (json.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr))), output.status.code())
}

#[test]
fn compartments_pass_and_do_not_pass_in_the_order_they_had() {
    let folder = folder_with(&[("patients.csv", &patients())]);
    let output = anonymize(folder.path(), "compartment", &["--k", "4", "-o", "parts"]);
    assert_eq!(output.status.code(), Some(0));
    let question = ["parts", "--compartments", "--k", "4"];
    assert_eq!(verified(folder.path(), &question).1, Some(0));
    let file = folder.path().join("parts/compartment-01.csv");
    let released = std::fs::read_to_string(&file).unwrap();
    let header = released.lines().next().unwrap();
    let original = patients();
    let all: Vec<&str> = original.lines().next().unwrap().split(',').collect();
    let places: Vec<usize> =
        header.split(',').map(|name| all.iter().position(|other| *other == name).unwrap()).collect();
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        places.iter().map(|&place| cells[place]).collect::<Vec<_>>().join(",") + "\n"
    };
    std::fs::write(&file, original.lines().map(line).collect::<String>()).unwrap();
    let (report, status) = verified(folder.path(), &question);
    assert_eq!((status, &report["holds"]), (Some(1), &false.into()), "{report}");
}

#[test]
fn the_attackers_knowledge_of_a_recipe_counts_for_the_verifier() {
    let recipe = "columns.name.role = 'identifying'\nprivacy = [{ model = 'k-anonymity', k = 4 }]\n\
                  search = { method = 'suppress', max_size = 1 }\n";
    let split = recipe.replace("suppress", "compartment");
    let unbounded = recipe.replace(", max_size = 1", "");
    let folder = folder_with(&[
        ("patients.csv", &patients()),
        ("one.toml", recipe),
        ("parted.toml", &split),
        ("all.toml", &unbounded),
    ]);
    let run = |arguments: &[&str]| in_folder(folder.path(), arguments).status.code();
    let call = |recipe, output| run(&["anonymize", "patients.csv", "--recipe", recipe, "-o", output]);
    assert_eq!(call("one.toml", "one.csv"), Some(0));
    assert_eq!(call("parted.toml", "parts"), Some(0));
    // Every value has company, so that nothing had to be changed, and pairs of values have none.
    let (report, status) = verified(folder.path(), &["one.csv", "--recipe", "one.toml"]);
    assert_eq!((status, &report["models"][0]["model"]), (Some(0), &"km-anonymity".into()), "{report}");
    assert_eq!(report["quasi"], serde_json::json!(["age", "zip", "disease"]));
    let (report, status) = verified(folder.path(), &["one.csv", "--recipe", "all.toml"]);
    assert_eq!((status, &report["models"][0]["model"]), (Some(1), &"k-anonymity".into()), "{report}");
    let (report, status) = verified(folder.path(), &["parts", "--compartments", "--recipe", "parted.toml"]);
    assert_eq!((status, &report["max_size"]), (Some(0), &1.into()), "{report}");
    // Where nothing is said about k, the call says it, and the recipe for whom.
    std::fs::write(folder.path().join("bound.toml"), "search = { method = 'compartment', max_size = 2 }")
        .unwrap();
    let (report, _) =
        verified(folder.path(), &["parts", "--compartments", "--recipe", "bound.toml", "--k", "4"]);
    assert_eq!((&report["max_size"], &report["k"]), (&2.into(), &4.into()), "{report}");
}

#[test]
fn cells_that_look_like_those_of_split_rows_are_refused() {
    let folder = folder_with(&[("patients.csv", &patients().replace("pox", "n/a"))]);
    let row_wise = ["--k", "4", "--mode", "row-wise", "-o", "out.csv"];
    let message = error(&anonymize(folder.path(), "compartment", &row_wise));
    assert!(message.contains("column 'disease' has cells n/a"), "{message}");
    assert_eq!(names(folder.path()), ["patients.csv"]);
    let missing = anonymize(folder.path(), "compartment", &[&row_wise[..], &["--null", "n/a"]].concat());
    assert_eq!(missing.status.code(), Some(0), "{}", String::from_utf8_lossy(&missing.stderr));
    let apart = anonymize(folder.path(), "compartment", &["--k", "4", "-o", "parts"]);
    assert_eq!(apart.status.code(), Some(0), "{}", String::from_utf8_lossy(&apart.stderr));
}

#[test]
fn a_number_that_stands_for_a_range_is_no_truth() {
    let folder = tempfile::tempdir().unwrap();
    let ages = [20, 21, 21, 30, 31, 40, 41, 50, 51, 51];
    let rows: String = ages.iter().map(|age| format!("{age},x\n")).collect();
    std::fs::write(folder.path().join("p.csv"), format!("age,group\n{rows}")).unwrap();
    let call =
        ["anonymize", "p.csv", "--method", "generalize", "--center", "mean", "--k", "2", "--max-size", "2"];
    let more = ["-o", "out.csv", "--report", "report.json", "-q"];
    let output = in_folder(folder.path(), &[&call[..], &more].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    let reported = &report["elimination"];
    let released = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let shown = released.lines().skip(1).zip(ages).filter(|(line, _)| !line.starts_with('*'));
    let others = shown.filter(|(line, age)| **line != format!("{age},x"));
    let falsified = others.count() as u64;
    assert!(falsified > 0 && released.contains('.'), "{released}");
    assert_eq!(
        (reported["falsified_cells"].as_u64(), reported["truthful"].as_bool()),
        (Some(falsified), Some(false))
    );
    assert_eq!(reported["generalized_cells"].as_u64(), Some(0));
    let call = ["compare", "p.csv", "out.csv", "--format", "json", "-q"];
    let output = in_folder(folder.path(), &call);
    let compared: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(compared["columns"][0]["altered"]["falsified"].as_u64(), Some(falsified), "{compared}");
}
