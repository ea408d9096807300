//! Tables that are all ties, all different, small or empty.

use crate::grouping::judge::check;
use crate::grouping::task::{Place, Row, Task, WAYS, Way};
use lethe::Context;
use lethe::anonymize::Anonymization;
use lethe::recipe_file::{Algorithm, Recode};

/// Every way, in memory and on disk, with nodes and with ranges.
fn check_all(rows: &[Row], k: u64, quasi: usize, then: impl Fn(&Task, Option<Anonymization>)) {
    let on_disk = [Algorithm::Oka, Algorithm::KMember, Algorithm::Hybrid];
    for way in WAYS.into_iter().chain(on_disk.map(Way::DiskCluster)) {
        for recode in [Recode::Hierarchy, Recode::Range] {
            let task = Task { recode, quasi, ..Task::of(rows.to_vec(), way, k) };
            then(&task, check(&task));
        }
    }
}

#[test]
fn identical_rows_lose_nothing() {
    for row in [(3, 4, 5, 0), (0, 4, 0, 0)] {
        check_all(&[row; 23], 5, 3, |task, report| {
            let losses = report.unwrap().quality.unwrap();
            assert!(losses.loss == 0.0 && losses.ncp == 0.0, "{:?}", task.way);
        });
    }
}

#[test]
fn rows_that_are_all_different_are_in_groups_of_k_to_2k_less_one() {
    let rows: Vec<Row> = (0..50).map(|row| (1 + row % 10, row, 1 + row / 3, 0)).collect();
    check_all(&rows, 4, 3, |task, report| {
        let sizes = report.unwrap().grouping.unwrap().sizes;
        assert!(sizes.iter().all(|size| size.records < 8), "{:?} {sizes:?}", task.way);
    });
}

#[test]
fn one_column_is_enough() {
    let rows: Vec<Row> = (0..40).map(|row| (row % 9, 0, 0, row % 3)).collect();
    check_all(&rows, 3, 1, |_, report| assert!(report.unwrap().grouping.unwrap().groups > 4));
}

#[test]
fn fewer_than_2k_rows_are_one_group() {
    let rows: Vec<Row> = (0..9).map(|row| (1 + row, row, 1 + row, 0)).collect();
    check_all(&rows, 5, 3, |_, report| assert_eq!(report.unwrap().grouping.unwrap().groups, 1));
}

#[test]
fn fewer_than_k_rows_have_no_solution() {
    check_all(&[(1, 2, 3, 0); 4], 5, 3, |_, report| {
        let report = report.unwrap();
        assert!(!report.holds && report.solution.is_none() && report.complete);
        assert!(report.notes.iter().any(|note| note.contains("not even all records")), "{:?}", report.notes);
    });
}

#[test]
fn records_who_show_nothing_but_stars_are_told_of() {
    let rows: Vec<Row> = (0..9).map(|row| (row * 20, 0, row * 20, 0)).collect();
    check_all(&rows, 5, 3, |task, report| {
        let notes = report.unwrap().notes;
        // Days have no hierarchy, and all have the same one.
        assert!(notes.iter().all(|note| !note.contains("with * in every")), "{:?}: {notes:?}", task.way);
    });
    for way in [WAYS[0], WAYS[4], Way::DiskCluster(Algorithm::Hybrid)] {
        let notes = check(&Task { quasi: 1, ..Task::of(rows.clone(), way, 5) }).unwrap().notes;
        assert!(notes.iter().any(|note| note.starts_with("9 records published")), "{way:?}: {notes:?}");
    }
}

#[test]
fn an_empty_table_is_published_empty() {
    for way in WAYS.into_iter().chain([Way::DiskCluster(Algorithm::Hybrid)]) {
        let task = Task { hierarchies: (false, false), ..Task::of(Vec::new(), way, 2) };
        let place = Place::of(&task);
        let report = place.run(&task, "out.csv", &Context::new(1).unwrap()).unwrap();
        assert!(report.holds, "{way:?} {:?}", report.notes);
        assert_eq!(std::fs::read_to_string(place.file("out.csv")).unwrap(), "age,day,city,disease,note\n");
    }
}

#[test]
fn nulls_are_shown_only_among_nulls() {
    let rows: Vec<Row> = (0..30).map(|row| (u8::from(row % 3 == 0), 1, u8::from(row % 2 == 0), 0)).collect();
    check_all(&rows, 4, 3, |_, report| assert!(report.unwrap().holds));
}
