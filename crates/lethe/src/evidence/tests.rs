use super::{Evidence, EvidenceReport, evidence, html};
use crate::anonymize::{Anonymize, anonymize};
use crate::compare::Release;
use crate::{Context, Location, recipe};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const RECIPE: &str = r#"
[columns.id]
role = "identifying"
[columns.age]
role = "quasi"
hierarchy = { intervals = [10, 20] }
[columns.town]
role = "quasi"
[columns.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 3
[search]
suppression_limit = 0.1
"#;

/// A table of 120 records, of whom one lives in a town of which nobody else is.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let row = |row: u32| {
        let town = if row == 7 { "lonelytown" } else { ["north", "south"][(row % 2) as usize] };
        format!("person{row},{},{town},illness{}\n", 20 + row * 7 % 60, row % 4)
    };
    let rows: String = (0..120).map(row).collect();
    std::fs::write(folder.path().join("o.csv"), format!("id,age,town,illness\n{rows}")).unwrap();
    std::fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    folder
}

fn place(folder: &Path, name: &str) -> Location {
    Location::parse(folder.join(name).to_str().unwrap()).unwrap()
}

fn context() -> Context {
    Context::new(2).unwrap()
}

/// Anonymizes the table with a report of this name, and returns its path.
fn published(folder: &Path, report: &str, output: bool) -> PathBuf {
    let recipe = recipe::load(&folder.join("r.toml")).unwrap();
    let request = Anonymize {
        output: output.then(|| place(folder, "release.csv")),
        report: Some(folder.join(report).into()),
        date: Some("2026-01-31".to_owned()),
        ..Anonymize::of(place(folder, "o.csv"), recipe)
    };
    assert!(anonymize(&request, &context()).unwrap().holds);
    folder.join(report)
}

fn report_on(folder: &Path, released: &str) -> EvidenceReport {
    let released = Release::Table(place(folder, released));
    let request = Evidence::of(place(folder, "o.csv"), released, folder.join("r.toml"));
    evidence(&request, &context()).unwrap()
}

#[test]
fn a_run_writes_the_page_with_its_release_and_json_under_another_name() {
    let folder = folder();
    let page = std::fs::read_to_string(published(folder.path(), "e.html", true)).unwrap();
    for section in [
        "verdict",
        "published",
        "risk",
        "distributions",
        "associations",
        "learning",
        "attacks",
        "limits",
        "provenance",
    ] {
        assert!(page.contains(&format!("<section id=\"{section}\">")), "{section}");
    }
    assert!(page.contains("2026-01-31") && page.contains("The privacy model holds."));
    assert!(!page.contains("<script") && !page.contains("http") && !page.contains("src="));
    let json = std::fs::read_to_string(published(folder.path(), "e.json", true)).unwrap();
    assert!(json.starts_with("{\n  \"holds\": true"));
}

#[test]
fn no_rare_value_of_the_original_is_on_the_page() {
    let folder = folder();
    let page = std::fs::read_to_string(published(folder.path(), "e.html", true)).unwrap();
    assert!(!page.contains("person1") && !page.contains("lonelytown"));
    // Not even where it is released as it was: one record shows it.
    let page = html(&report_on(folder.path(), "o.csv"));
    assert!(!page.contains("person1") && !page.contains("lonelytown"));
}

#[test]
fn an_existing_release_is_judged_by_the_verifier_and_attacked() {
    let folder = folder();
    published(folder.path(), "e.html", true);
    let good = report_on(folder.path(), "release.csv");
    assert!(good.holds && good.proof.models[0].holds);
    assert_eq!(good.attack.as_ref().unwrap().reidentified, 0);
    assert_eq!(good.comparison.as_ref().unwrap().risk.released.unique_rows, 0);
    assert_eq!(good.provenance.files.len(), 3);
    let bad = report_on(folder.path(), "o.csv");
    assert!(!bad.holds && bad.attack.as_ref().unwrap().reidentified > 0);
    assert!(html(&bad).contains("1 of 1 privacy model not satisfied."));
}

#[test]
fn a_release_that_is_not_kept_is_reported_with_a_note() {
    let folder = folder();
    let page = std::fs::read_to_string(published(folder.path(), "e.html", false)).unwrap();
    assert!(page.contains("made and proven but not kept") && page.contains("The privacy model holds."));
    assert!(!page.contains("<section id=\"distributions\">"));
}

#[test]
fn levels_are_told_with_their_top_and_an_example() {
    let folder = folder();
    published(folder.path(), "e.html", true);
    let report = report_on(folder.path(), "release.csv");
    let age = report.columns.iter().find(|column| column.name == "age").unwrap();
    let levels = age.levels.unwrap();
    assert_eq!((age.role.as_deref(), levels.top), (Some("quasi"), 3));
    assert!(levels.lowest == levels.highest);
    let id = report.columns.iter().find(|column| column.name == "id").unwrap();
    assert!(!id.published && id.role.as_deref() == Some("identifying"));
}

#[test]
fn the_page_is_well_formed() {
    let folder = folder();
    published(folder.path(), "e.html", true);
    crate::compare::check_balance(&html(&report_on(folder.path(), "release.csv")));
}

#[test]
fn standard_input_and_a_k_of_one_are_refused() {
    let folder = folder();
    let request = |original: Location, k| Evidence {
        k,
        ..Evidence::of(original, Release::Table(place(folder.path(), "o.csv")), folder.path().join("r.toml"))
    };
    let stdin = Location::parse("-").unwrap();
    assert!(evidence(&request(stdin, None), &context()).unwrap_err().to_string().contains("standard input"));
    let wrong = evidence(&request(place(folder.path(), "o.csv"), Some(1)), &context()).unwrap_err();
    assert!(wrong.to_string().contains("k must be at least 2"));
}
