//! The way from a table to a verified release that somebody takes who has written no recipe.

use crate::real_data::real_data;
use crate::support::{folder_with, in_folder, json};
use std::fmt::Write as _;
use std::path::Path;

/// Runs commands of at most 80 characters after the program's name, each of which must succeed.
fn run(folder: &Path, commands: &[&str]) {
    assert!(commands.len() <= 4);
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        let flags: usize = arguments.iter().skip(1).map(|flag| flag.len() + 1).sum();
        assert!(flags <= 81, "{command}");
        let output = in_folder(folder, &arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {said}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn adult_is_published_in_three_commands() {
    let Some(data) = real_data() else { return };
    let folder = folder_with(&[]);
    std::fs::copy(data.join("adult/adult.csv"), folder.path().join("adult.csv")).unwrap();
    run(
        folder.path(),
        &[
            "recipe init adult.csv --k 5 --l 3@occupation --suppression-limit 5% -o r.toml",
            "anonymize adult.csv --recipe r.toml -o release.csv --report report.html",
            "verify release.csv --recipe r.toml",
        ],
    );
    assert!(folder.path().join("report.html").exists());
    let report =
        json(&in_folder(folder.path(), &["verify", "release.csv", "--recipe", "r.toml", "--format", "json"]));
    let models: Vec<&str> =
        report["models"].as_array().unwrap().iter().map(|model| model["model"].as_str().unwrap()).collect();
    assert_eq!(models, ["k-anonymity", "l-diversity"]);
    assert_eq!(report["holds"], true);
}

#[test]
fn a_hundred_columns_are_published_in_four_commands() {
    let folder = folder_with(&[]);
    run(
        folder.path(),
        &[
            "generate health --rows 300 --columns 100 --seed 3 -o health.csv",
            "recipe init health.csv -o r.toml",
            "anonymize health.csv --recipe r.toml -o release.csv --report report.html",
            "verify release.csv --recipe r.toml",
        ],
    );
    let release = std::fs::read_to_string(folder.path().join("release.csv")).unwrap();
    let header = release.lines().next().unwrap();
    for identifier in ["ssn", "patient_id", "first_name", "surname"] {
        assert!(!header.split(',').any(|column| column == identifier), "{identifier} was published");
    }
    assert!(folder.path().join("report.html").exists());
}

#[test]
fn dates_free_text_and_missing_values_are_published_in_three_commands() {
    let mut table = String::from("visit;weight;note;ward;diagnosis\n");
    for row in 0..400 {
        let weight = if row % 17 == 0 { "NA".to_owned() } else { (50 + row % 40).to_string() };
        writeln!(
            table,
            "20{:02}-{:02}-{:02};{weight};the patient came for the {row}th time and felt {};{};{}",
            10 + row % 3,
            1 + row % 12,
            1 + row % 28,
            ["well", "tired", "worse"][row % 3],
            ["A", "B"][row % 2],
            ["flu", "cold", "asthma"][row % 3],
        )
        .unwrap();
    }
    let folder = folder_with(&[("visits.csv", &table)]);
    run(
        folder.path(),
        &[
            "recipe init visits.csv -o r.toml",
            "anonymize visits.csv --recipe r.toml -o release.csv --report report.html",
            "verify release.csv --recipe r.toml",
        ],
    );
    let recipe = std::fs::read_to_string(folder.path().join("r.toml")).unwrap();
    assert!(recipe.contains("delimiter = \";\"") && recipe.contains("null = [\"NA\"]"), "{recipe}");
    assert!(recipe.contains("dates = [\"month\", \"year\", \"decade\"]"), "{recipe}");
    let release = std::fs::read_to_string(folder.path().join("release.csv")).unwrap();
    assert!(!release.contains("came for"), "free text was published");
}

#[test]
fn a_recipe_is_proposed_to_somebody_who_gives_none_and_nothing_is_published() {
    let folder = folder_with(&[("t.csv", "age,zip\n30,11111\n31,11112\n30,11111\n31,11112\n")]);
    let output = in_folder(folder.path(), &["anonymize", "t.csv", "-o", "release.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("[columns.age]"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("lethe recipe init t.csv"));
    assert!(!folder.path().join("release.csv").exists());
}
