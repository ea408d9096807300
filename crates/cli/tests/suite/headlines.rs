//! What a command says in a line is no better than its figures.

use crate::support::{folder_with, in_folder, json};

#[test]
fn compartments_that_disclose_a_value_are_not_called_free_of_everything() {
    // Whoever has a = 1 has c = x: the groups on the shared column b tell it.
    let one = "a,b\n1,p\n1,p\n2,q\n2,q\n";
    let two = "b,c\np,x\np,x\nq,y\nq,y\n";
    let listed =
        r#"[{"file": "one.csv", "columns": ["a", "b"]}, {"file": "two.csv", "columns": ["b", "c"]}]"#;
    let folder = folder_with(&[("compartments.json", listed), ("one.csv", one), ("two.csv", two)]);
    let arguments = ["verify", ".", "--compartments", "--k", "2"];
    let output = in_folder(folder.path(), &arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("No record is re-identified from these counts, but 4 groups show a value"),
        "{text}"
    );
}

#[test]
fn a_column_that_identifies_by_itself_is_in_the_heading() {
    let folder = folder_with(&[("t.csv", "id,sex\n1,m\n2,m\n3,f\n4,f\n")]);
    let text = String::from_utf8(in_folder(folder.path(), &["discover", "t.csv"]).stdout).unwrap();
    let heading = text.lines().nth(1).unwrap();
    assert!(
        heading.ends_with("no quasi-identifier besides the columns that identify records by themselves"),
        "{text}"
    );
}

#[test]
fn the_compartment_with_most_unique_rows_is_the_one_compared() {
    let folder = folder_with(&[
        ("compartments.json", r#"[{"file": "one.csv"}, {"file": "two.csv"}]"#),
        ("one.csv", "a\n1\n2\n2\n2\n"),
        ("two.csv", "b\n1\n2\n3\n4\n"),
    ]);
    let original = folder_with(&[("d.csv", "a,b\n1,1\n2,2\n2,3\n2,4\n")]);
    let original = original.path().join("d.csv").display().to_string();
    let compared =
        json(&in_folder(folder.path(), &["compare", &original, ".", "--quasi", "a,b", "--format", "json"]));
    let released = &compared["risk"]["released"];
    assert_eq!((&released["min_class"], &released["unique_rows"]), (&1.into(), &4.into()), "{compared}");
}
