//! A suppressed record is suppressed whole, unless the recipe says otherwise.

use crate::support::{error, folder_with, in_folder, json};
use std::path::Path;

/// The only person of 99 is suppressed; the columns without a role, or without one that counts, know about the disease.
const DATA: &str =
    "age,disease,ward,note,cost\n30,flu,1,n,10\n30,cold,1,n,20\n30,flu,2,n,30\n99,hiv,3,hiv,40\n";

fn published(folder: &Path, more: &[&str]) -> String {
    let call = ["anonymize", "d.csv", "--quasi", "age", "--k", "2", "--max-level", "age=0"];
    let is_sensitive = more.contains(&"--sensitive");
    let others = if is_sensitive { "ward,note,cost" } else { "disease,ward,note,cost" };
    let call =
        [&call[..], &["--suppression-limit", "0.5", "--insensitive", others, "-o", "o.csv"], more].concat();
    let output = in_folder(folder, &call);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(folder.join("o.csv")).unwrap()
}

#[test]
fn no_cell_of_a_suppressed_record_is_shown() {
    let folder = folder_with(&[("d.csv", DATA)]);
    for more in [
        &[][..],
        &["--sensitive", "disease"],
        &["--sensitive", "disease", "--l", "distinct:2@disease"],
        &["--local"],
        &["--method", "flash"],
        &["--shuffle", "--seed", "3"],
    ] {
        let text = published(folder.path(), more);
        assert!(text.lines().any(|line| line == "*,*,*,*,*") && !text.contains("hiv"), "{more:?}\n{text}");
        let verify = ["verify", "o.csv", "--quasi", "age", "--k", "2", "--format", "json"];
        let report = json(&in_folder(folder.path(), &verify));
        assert_eq!((&report["suppressed"], &report["holds"]), (&1.into(), &true.into()), "{more:?}");
    }
}

#[test]
fn the_recipe_names_what_suppressed_records_show() {
    let folder = folder_with(&[("d.csv", DATA)]);
    let text = published(folder.path(), &["--suppressed-shows", "ward,cost"]);
    assert!(text.ends_with("\n*,*,3,*,40\n"), "{text}");
    let recipe = "search = { suppressed_shows = ['ward'] }";
    std::fs::write(folder.path().join("r.toml"), recipe).unwrap();
    assert!(published(folder.path(), &["--recipe", "r.toml"]).ends_with("\n*,*,3,*,*\n"));
    for (more, problem) in [
        (&["--suppressed-shows", "age"][..], "column 'age' is quasi-identifying"),
        (&["--suppressed-shows", "note", "--identifiers", "note"], "column 'note' is identifying"),
        (&["--suppressed-shows", "wart"], "wart"),
        (
            &["--suppressed-shows", "ward", "--suppressed", "drop"],
            "suppressed_shows only goes with suppressed = \"keep\"",
        ),
        (
            &["--suppressed-shows", "ward", "--method", "mondrian"],
            "suppressed_shows goes with methods that search",
        ),
    ] {
        let call = ["anonymize", "d.csv", "--quasi", "age", "--k", "2"];
        let output = in_folder(folder.path(), &[&call[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(error(&output).contains(problem), "{}", error(&output));
    }
}

#[test]
fn sensitive_values_are_shown_only_if_named_and_only_together() {
    let data = "q,s,t\na,x,1\na,y,1\nb,x,2\nb,y,2\nc,x,3\nd,y,3\n";
    let folder = folder_with(&[("d.csv", data)]);
    let shown = |more: &[&str]| {
        let call =
            ["anonymize", "d.csv", "--quasi", "q", "--sensitive", "s,t", "--k", "2", "--l", "distinct:2@s"];
        let more =
            [&["--max-level", "q=0", "--suppression-limit", "0.5", "-o", "o.csv", "--format", "json"], more];
        let report = json(&in_folder(folder.path(), &[&call[..], &more.concat()].concat()));
        assert_eq!(report["suppressed"], 2);
        let text = std::fs::read_to_string(folder.path().join("o.csv")).unwrap();
        (text.lines().skip(5).collect::<Vec<_>>().join(" "), report["suppressed_values"].clone())
    };
    assert_eq!(shown(&[]), ("*,*,* *,*,*".to_owned(), "hidden".into()));
    assert_eq!(shown(&["--suppressed-shows", "s"]), ("*,x,* *,y,*".to_owned(), "hidden".into()));
    assert_eq!(shown(&["--suppressed-shows", "s,t"]), ("*,x,3 *,y,3".to_owned(), "kept".into()));
    // Three records must look alike, and the suppressed ones are two.
    std::fs::write(folder.path().join("d.csv"), "q,s,t\na,x,1\na,y,1\na,x,1\nb,x,2\nc,y,2\n").unwrap();
    assert_eq!(shown(&["--suppressed-shows", "s,t", "--k", "3"]).1, "hidden");
}

#[test]
fn a_solution_that_is_applied_suppresses_whole_records_too() {
    let folder = folder_with(&[("d.csv", DATA)]);
    published(folder.path(), &["--suppressed-shows", "cost", "--freeze", "f.json"]);
    let applied = ["anonymize", "d.csv", "--apply", "f.json", "-o", "again.csv"];
    assert!(in_folder(folder.path(), &applied).status.success());
    let again = std::fs::read_to_string(folder.path().join("again.csv")).unwrap();
    assert!(again.ends_with("\n*,*,*,*,40\n"), "{again}");
}

#[test]
fn a_typed_file_shows_stars_and_is_read_as_suppressed() {
    let folder = folder_with(&[("d.csv", DATA)]);
    let call = ["anonymize", "d.csv", "--quasi", "age", "--k", "2", "--max-level", "age=0"];
    for file in ["o.parquet", "o.arrow", "o.sqlite#people"] {
        let more = ["--insensitive", "disease,ward,note,cost", "--suppression-limit", "0.5", "-o", file];
        assert!(in_folder(folder.path(), &[&call[..], &more].concat()).status.success());
        let verify = ["verify", file, "--quasi", "age", "--k", "2", "--format", "json"];
        assert_eq!(json(&in_folder(folder.path(), &verify))["suppressed"], 1, "{file}");
        assert!(in_folder(folder.path(), &["convert", file, "-o", "back.csv"]).status.success());
        let back = std::fs::read_to_string(folder.path().join("back.csv")).unwrap();
        assert!(back.ends_with("\n*,*,*,*,*\n"), "{file}\n{back}");
        std::fs::remove_file(folder.path().join(file.split('#').next().unwrap())).unwrap();
    }
}

#[test]
fn verify_tells_when_suppressed_records_of_others_show_something() {
    let folder = folder_with(&[("r.csv", "age,disease,note\n30,flu,a\n30,cold,b\n*,*,hiv\n*,*,\n")]);
    let verify =
        ["verify", "r.csv", "--quasi", "age", "--k", "2", "--l", "distinct:2@disease", "--format", "json"];
    let report = json(&in_folder(folder.path(), &verify));
    let note = "suppressed records show cells of 1 column that no model looks at: 'note'";
    assert_eq!((&report["suppressed"], &report["notes"]), (&2.into(), &serde_json::json!([note])));
}
