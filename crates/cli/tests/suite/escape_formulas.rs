//! Cells that a spreadsheet would run.

use crate::support::{error, folder_with, in_folder, json};

const TABLE: &str = "name,city,=note\n=cmd' /C calc'!A0,-5,x\n=cmd' /C calc'!A0,-5,y\n@sum,+49 30,\"\ttab\"\n@sum,+49 30,'=x\n";
const ESCAPED: &str = "name,city,'=note\n'=cmd' /C calc'!A0,-5,x\n'=cmd' /C calc'!A0,-5,y\n'@sum,'+49 30,\"'\ttab\"\n'@sum,'+49 30,''=x\n";

#[test]
fn formulas_are_written_with_an_apostrophe_and_read_again_without() {
    let folder = folder_with(&[("t.csv", TABLE)]);
    let run = |call: &str| in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(run("convert t.csv --escape-formulas -o out.csv").status.success());
    assert_eq!(read("out.csv"), ESCAPED);
    assert_eq!(String::from_utf8_lossy(&run("convert t.csv --escape-formulas").stdout), ESCAPED);
    assert!(run("convert out.csv --unescape-formulas -o back.csv").status.success());
    assert_eq!(read("back.csv"), TABLE);
    assert!(run("convert t.csv -o plain.csv").status.success());
    assert_eq!(read("plain.csv"), TABLE, "not unless asked for");
    let refused = run("convert t.csv --escape-formulas -o out.parquet");
    assert_eq!(refused.status.code(), Some(2));
    assert!(error(&refused).contains("delimited text"));
}

#[test]
fn a_release_with_escaped_formulas_is_proven_as_one_without() {
    // The one value that looks escaped is left out: read so, the original would lose its apostrophe.
    let table = TABLE.replace("'=x", "z");
    let folder = folder_with(&[
        ("t.csv", &table),
        ("city.csv", "-5;=north;*\n+49 30;=north;*\n"),
        ("name.csv", "=cmd' /C calc'!A0;*\n@sum;*\n"),
    ]);
    let run = |call: &str| in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
    let call = "anonymize t.csv --quasi city --sensitive name --insensitive =note --hierarchy city=city.csv --min-level city=1 --k 4 \
                --t 0.9@name:hierarchical:name.csv --k-map 2@t.csv --format json -o";
    let plain = json(&run(&format!("{call} plain.csv")));
    let escaped = json(&run(&format!("{call} escaped.csv --escape-formulas")));
    assert_eq!(escaped["holds"], true);
    assert_eq!((&plain["models"], &plain["quality"]), (&escaped["models"], &escaped["quality"]));
    let text = std::fs::read_to_string(folder.path().join("escaped.csv")).unwrap();
    assert!(text.contains("'=north") && text.starts_with("name,city,'=note\n"), "{text}");
    let verify = "--quasi city --k 4 --t 0.9@name:hierarchical:name.csv --format json";
    for read in ["plain.csv", "escaped.csv --unescape-formulas"] {
        assert_eq!(json(&run(&format!("verify {read} {verify}")))["holds"], true, "{read}");
    }
    let compared =
        |read: &str| json(&run(&format!("compare t.csv {read} --format json")))["altered_cells"].clone();
    assert_eq!(compared("plain.csv"), compared("escaped.csv --unescape-formulas"));
    let as_it_is = run("compare t.csv escaped.csv");
    assert!(error(&as_it_is).contains("column ''=note'"), "as it is, an escaped name is another name");
}

#[test]
fn compartments_are_escaped_and_attacked_as_they_will_be_read() {
    let folder = folder_with(&[("t.csv", "=a,b\n=1,-x\n=1,-x\n=2,-y\n=2,-y\n")]);
    let run = |call: &str| in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
    let made = run(
        "anonymize t.csv --quasi =a,b --k 2 --method compartment --escape-formulas -o parts --format json",
    );
    assert_eq!(json(&made)["holds"], true);
    let first = std::fs::read_to_string(folder.path().join("parts/compartment-01.csv")).unwrap();
    assert!(first.starts_with("'=a") && first.contains("'=1") && !first.contains("\n="), "{first}");
    let verified = run("verify parts --compartments --k 2 --unescape-formulas --format json");
    assert_eq!(json(&verified)["holds"], true);
}

#[test]
fn streams_and_edges_are_escaped() {
    let folder = folder_with(&[("t.csv", TABLE)]);
    let run = |call: &str| in_folder(folder.path(), &call.split_whitespace().collect::<Vec<_>>());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let call = "stream t.csv --state s --columns name,city --k 2 --finish -o";
    let streamed = run(&format!("{call} out.csv --escape-formulas --format json"));
    assert!(streamed.status.success(), "{}", error(&streamed));
    // A stream quotes only what its own delimiter asks for.
    assert_eq!(read("out.csv"), ESCAPED.replace("\"'\ttab\"", "'\ttab"));
    let other = run(&format!("{call} out.csv"));
    assert!(error(&other).contains("other --escape-formulas"), "{}", error(&other));
    // Suppressed cells beside escaped ones.
    let starred = "stream t.csv --state s2 --columns =note --k 2 --finish --escape-formulas -o starred.csv";
    assert!(run(starred).status.success());
    let released = read("starred.csv");
    assert!(
        released.contains("\n'=cmd' /C calc'!A0,-5,*\n") && released.contains("\n'@sum,'+49 30,*\n"),
        "{released}"
    );
    assert!(run("exposure t.csv --edges edges.csv --escape-formulas").status.success());
    let edges = read("edges.csv");
    assert!(edges.contains("'@sum") && !edges.contains(",@sum"), "{edges}");
}
