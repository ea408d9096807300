//! Columns published apart, by themselves and as one of several treatments.

use crate::elimination::cells::tasks;
use crate::elimination::judge::check;
use crate::elimination::table::{COLUMNS, read};
use crate::elimination::task::{Task, tables};
use lethe::Context;
use lethe::verify::compartments::{VerifyCompartments, verify_compartments};
use proptest::prelude::*;

const COMPOSITIONS: [&str; 5] = ["coverage", "a", "b", "c", "auto"];
const MODES: [&str; 2] = ["global", "row-wise"];

/// Every search that ends in compartments, with a certain cover.
pub(crate) fn searches(cover: &str) -> Vec<String> {
    let mut searches = Vec::new();
    for mode in MODES {
        for algorithm in ["", "algorithm = 'cliques'\n"] {
            for alone in ["suppress", "generalize"] {
                for shared in ["", "shared = ['age']\n"] {
                    searches.push(format!(
                        "method = 'compartment'\nmode = '{mode}'\ncover = '{cover}'\nalone = '{alone}'\n{algorithm}{shared}"
                    ));
                }
            }
        }
    }
    searches
}

pub(crate) fn compositions() -> Vec<String> {
    let modes = MODES.iter();
    modes
        .flat_map(|mode| {
            COMPOSITIONS.map(|by| format!("method = 'compose'\nmode = '{mode}'\ncomposition = '{by}'"))
        })
        .collect()
}

fn of(searches: &[String]) -> impl Strategy<Value = Task> + use<> {
    tasks(&searches.iter().map(String::as_str).collect::<Vec<_>>())
}

/// There is a release, no two of its files can be joined, and no column is lost.
fn check_proven(task: &Task) -> Result<(), TestCaseError> {
    let (report, files) = check(task);
    let is_enough = task.rows.len() as u64 >= task.k;
    prop_assert_eq!(report.holds, is_enough, "{:?} {:?}", report.notes, task);
    let Some(elimination) = report.elimination else { return Ok(()) };
    let parts = elimination.compartments.unwrap();
    prop_assert!(parts.acyclic && parts.proven && parts.found == 0, "{task:?}");
    prop_assert!(parts.lower_bound as usize <= parts.files.len());
    if task.in_files() {
        prop_assert_eq!(files.len(), parts.files.len() + 1);
        for part in &parts.files {
            let lines = read(&files[part.file.as_ref().unwrap()]);
            prop_assert_eq!(&lines[0], &part.columns);
            prop_assert_eq!(lines.len(), task.rows.len() + 1);
        }
    } else {
        let rows = task.rows.len() as u64;
        let split = parts.split_rows.unwrap();
        let lines = read(&files["out.csv"]).len() as u64 - 1;
        prop_assert_eq!(lines, rows - split + split * parts.files.len() as u64);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn compartments_that_cover_columns_always_hold(task in of(&searches("columns"))) {
        check_proven(&task)?;
    }

    #[test]
    fn compositions_always_hold(task in of(&compositions())) {
        check_proven(&task)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn compartments_with_rings_hold_or_are_not_written(
        task in of(&[searches("pairs"), searches("all")].concat()),
    ) {
        let (report, _) = check(&task);
        prop_assert!(!report.holds || task.rows.len() as u64 >= task.k);
    }
}

/// Where every safe pair is asked for, rings are refused, and what is left is proven.
#[test]
fn compartments_that_cover_pairs_are_published_where_they_form_no_ring() {
    let mut state = 1u32;
    let mut draw = |values: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) % values) as u8
    };
    let mut published = 0;
    for table in 0..60 {
        let rows = (0..30).map(|_| [1 + draw(3), draw(2), draw(2), 1 + draw(2), draw(2)]).collect();
        let max_size = [None, Some(2)][table % 2];
        let (report, _) = check(&Task::of(rows, "method = 'compartment'\ncover = 'pairs'", 2, max_size));
        let parts = report.elimination.and_then(|elimination| elimination.compartments);
        assert!(!report.holds || parts.is_some_and(|parts| parts.proven && parts.acyclic));
        published += u32::from(report.holds);
    }
    assert!(published > 0, "none of 60");
}

#[test]
fn a_shared_column_is_in_every_compartment_that_bears_it() {
    let rows =
        (0..60u8).map(|row| [1 + row % 2, row % 2, row / 2 % 3, 1 + row / 6 % 5, row / 12 % 5]).collect();
    let task = Task::of(rows, "method = 'compartment'\nshared = ['sex']", 3, None);
    let (report, files) = check(&task);
    assert!(report.holds && files.len() > 2, "{files:?}");
    for (_, text) in tables(&files) {
        assert!(read(text)[0].contains(&COLUMNS[1].to_owned()), "{text}");
    }
}

#[test]
fn the_verifier_accepts_the_files_and_rejects_them_in_the_original_order() {
    let rows: Vec<_> =
        (0..60u8).map(|row| [1 + row % 3, row % 2, row / 2 % 3, 1 + row / 6 % 5, row / 12 % 5]).collect();
    let task = Task::of(rows, "method = 'compartment'", 3, None);
    let place = crate::elimination::task::Place::of(&task);
    let context = Context::new(1).unwrap();
    let (report, files) = place.run(&task, &context);
    assert!(report.holds);
    let question = VerifyCompartments::of(place.file("out"), 3);
    assert!(verify_compartments(&question, &context).unwrap().holds);
    let original = crate::elimination::table::lines(&task.rows, task.width);
    for (name, text) in tables(&files) {
        let header = &read(text)[0];
        let places: Vec<usize> =
            header.iter().map(|name| original[0].iter().position(|other| other == name).unwrap()).collect();
        let lines: Vec<Vec<String>> =
            original.iter().map(|line| places.iter().map(|&place| line[place].clone()).collect()).collect();
        std::fs::write(place.file("out").join(name), crate::elimination::table::csv(&lines)).unwrap();
        let verified = verify_compartments(&question, &context).unwrap();
        assert!(!verified.holds, "{name} in the original order");
        std::fs::write(place.file("out").join(name), text).unwrap();
        assert!(verify_compartments(&question, &context).unwrap().holds);
    }
}
