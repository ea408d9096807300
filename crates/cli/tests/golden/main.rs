//! Golden cases: what the program prints and writes today, byte for byte.
//!
//! `tests/golden/README.md` says how to add a case, how to write the expected files anew, and what to look at in a diff.

mod case;
mod coverage;
mod difference;
mod mask;
mod record;
mod run;

use case::{Case, Family};
use run::{Mode, Threads};

/// One test a family, so that the test runner spreads them over the cores.
macro_rules! families {
    ($($test:ident: $family:literal,)+) => {
        const FAMILIES: &[&str] = &[$($family),+];

        $(
            #[test]
            fn $test() {
                check($family);
            }
        )+
    };
}

families! {
    inspect: "inspect",
    discover: "discover",
    exposure: "exposure",
    hierarchy: "hierarchy",
    anonymize_lattice: "anonymize-lattice",
    anonymize_models: "anonymize-models",
    anonymize_groups: "anonymize-groups",
    anonymize_cells: "anonymize-cells",
    compartments: "compartments",
    safepub: "safepub",
    anonymize_published: "anonymize-published",
    generate: "generate",
    convert: "convert",
    recipe: "recipe",
    risk: "risk",
    verify: "verify",
    attack: "attack",
    compare: "compare",
    report: "report",
    silo: "silo",
    stream: "stream",
    dp: "dp",
    clean: "clean",
    collapse: "collapse",
    larger: "larger",
    demo: "demo",
    schema: "schema",
    terminal: "terminal",
    errors: "errors",
    limits: "limits",
}

/// Runs every case of a family and holds it against its record, or writes the record.
fn check(family: &str) {
    let mode = Mode::from_environment();
    let mut differences = Vec::new();
    for (position, case) in Family::read(family).cases.iter().enumerate() {
        if case.slow && mode == Mode::Check {
            continue;
        }
        for &threads in Threads::of(mode, position) {
            let actual = run::run(case, threads);
            if mode == Mode::Update && threads == Threads::One {
                record::write(&case.name, &actual);
                continue;
            }
            if let Some(difference) = difference::find(&record::read(&case.name), &actual) {
                differences.push(difference::message(&case.name, threads, &difference));
            }
        }
    }
    assert!(differences.is_empty(), "\n{}\n{}", differences.join("\n"), difference::HOW_TO_UPDATE);
}

#[test]
fn every_file_of_cases_has_a_test() {
    let mut listed: Vec<_> = FAMILIES.iter().map(|&family| family.to_owned()).collect();
    listed.sort();
    assert_eq!(case::families(), listed, "list the file in `families!` of crates/cli/tests/golden/main.rs");
}

#[test]
fn case_names_differ_and_every_record_has_its_case() {
    let mut names: Vec<_> = all_cases().into_iter().map(|case| case.name).collect();
    names.sort();
    let mut unique = names.clone();
    unique.dedup();
    assert_eq!(names, unique, "two cases have the same name");
    if Mode::from_environment() == Mode::Update {
        record::remove_all_but(&names);
    }
    // Updating writes records while this test runs.
    if Mode::from_environment() != Mode::Update {
        assert_eq!(record::names(), names, "{}", difference::HOW_TO_UPDATE);
    }
}

fn all_cases() -> Vec<Case> {
    FAMILIES.iter().flat_map(|family| Family::read(family).cases).collect()
}
