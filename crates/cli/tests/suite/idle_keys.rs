//! A protection that would not be heeded is refused: nobody may rest on it.

use crate::support::{error, folder_with, in_folder};

const DATA: &str = "age,card,disease\n30,4111,flu\n30,4112,cold\n31,4113,flu\n31,4114,cold\n";
const ROLES: &str = "[columns.age]\nrole = 'quasi'\n[columns.disease]\nrole = 'sensitive'\n";
const MODEL: &str = "[[privacy]]\nmodel = 'k-anonymity'\nk = 2\n";

#[test]
fn a_bound_on_a_column_that_is_not_generalized_is_refused_by_name() {
    let folder = folder_with(&[("d.csv", DATA), ("c.csv", "4111;*\n4112;*\n4113;*\n4114;*\n")]);
    for role in ["insensitive", "identifying"] {
        for (key, value) in
            [("min_level", "1"), ("max_level", "1"), ("hierarchy", "'c.csv'"), ("weight", "2")]
        {
            let recipe = format!("{ROLES}[columns.card]\nrole = '{role}'\n{key} = {value}\n{MODEL}");
            std::fs::write(folder.path().join("r.toml"), recipe).unwrap();
            for command in ["anonymize", "verify"] {
                let output = in_folder(folder.path(), &[command, "d.csv", "--recipe", "r.toml"]);
                assert_eq!(output.status.code(), Some(2), "{role} {key}");
                let message = error(&output);
                let expected = format!("line 7: columns.card.{key}: does nothing for role = \"{role}\"");
                assert!(message.contains(&expected), "{message}");
            }
        }
    }
}

#[test]
fn flags_and_columns_without_a_role_are_no_way_round() {
    let no_role = format!("{ROLES}[columns.card]\nmin_level = 1\n{MODEL}");
    let folder =
        folder_with(&[("d.csv", DATA), ("r.toml", &no_role), ("c.csv", "4111;*\n4112;*\n4113;*\n4114;*\n")]);
    let call = ["anonymize", "d.csv", "--quasi", "age", "--k", "2"];
    for (more, problem) in [
        (
            &["--insensitive", "card", "--min-level", "card=1"][..],
            "column 'card': min_level does nothing for role = \"insensitive\"",
        ),
        (
            &["--identifiers", "card", "--max-level", "card=1"],
            "column 'card': max_level does nothing for role = \"identifying\"",
        ),
        (&["--hierarchy", "card=c.csv"], "column 'card': hierarchy does nothing for a column without a role"),
        (&["--min-level", "card=1"], "column 'card': min_level does nothing for a column without a role"),
        (
            &["--sensitive", "card", "--min-level", "card=1"],
            "column 'card': min_level does nothing for role = \"sensitive\"",
        ),
        (
            &["--l", "distinct:2@card", "--min-level", "card=1"],
            "column 'card': min_level does nothing for role = \"sensitive\"",
        ),
        (
            &["--l", "distinct:2@card", "--insensitive", "card"],
            "column 'card' cannot be insensitive and sensitive at once",
        ),
        (&["--recipe", "r.toml"], "column 'card': min_level does nothing for a column without a role"),
        (&["--keep", "card"], "column 'card': keep only goes with method"),
    ] {
        let output = in_folder(folder.path(), &[&call[..], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        let message = error(&output);
        assert!(message.contains(problem), "{message}");
    }
    // What the flag makes quasi-identifying uses what the recipe says.
    let used = ["anonymize", "d.csv", "--recipe", "r.toml", "--quasi", "card"];
    assert_eq!(in_folder(folder.path(), &used).status.code(), Some(0));
}

#[test]
fn methods_that_treat_every_column_use_what_is_said_about_each() {
    let folder = folder_with(&[("d.csv", DATA), ("c.csv", "4111;*\n4112;*\n4113;*\n4114;*\n")]);
    let call = ["anonymize", "d.csv", "--insensitive", "card", "--hierarchy", "card=c.csv", "--k", "2"];
    let split = in_folder(folder.path(), &[&call[..], &["--method", "compartment"]].concat());
    assert_eq!(split.status.code(), Some(0), "{}", String::from_utf8_lossy(&split.stderr));
    let cells = in_folder(folder.path(), &[&call[..], &["--quasi", "age", "--method", "suppress"]].concat());
    assert_eq!(cells.status.code(), Some(2));
}
