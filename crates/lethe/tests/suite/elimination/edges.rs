//! Tables with next to nothing in them, and cells that look like what we write.

use crate::elimination::cells::SEARCHES;
use crate::elimination::compartments::{compositions, searches};
use crate::elimination::judge::check;
use crate::elimination::task::Task;

fn all() -> Vec<String> {
    let cells = SEARCHES.map(str::to_owned).to_vec();
    [cells, searches("columns"), searches("pairs"), searches("all"), compositions()].concat()
}

#[test]
fn records_who_are_all_alike_are_published_as_they_are() {
    for search in all() {
        for max_size in [None, Some(2)] {
            let (report, _) = check(&Task::of(vec![[1; 5]; 5], &search, 5, max_size));
            assert!(report.holds, "{search} {:?}", report.notes);
            let reported = report.elimination.unwrap();
            assert_eq!(reported.altered_cells, 0, "{search}");
        }
    }
}

#[test]
fn too_few_records_are_not_published() {
    for search in all() {
        for records in [1, 4] {
            let (report, files) = check(&Task::of(vec![[1; 5]; records], &search, 5, Some(2)));
            assert!(!report.holds && files.is_empty(), "{search}");
            assert!(!report.notes.is_empty(), "{search}: why is not told");
        }
    }
}

#[test]
fn everybody_different_is_hidden_altogether_or_in_columns() {
    let rows: Vec<[u8; 5]> = (0..8).map(|row| [row + 1, row % 3, row + 10, row + 1, row]).collect();
    for search in all() {
        let (report, _) = check(&Task::of(rows.clone(), &search, 3, None));
        assert!(report.holds, "{search} {:?}", report.notes);
    }
}

#[test]
fn a_larger_bound_than_there_are_columns_is_no_bound() {
    let rows: Vec<[u8; 5]> = (0..20).map(|row| [row % 4, row % 2, row % 5, row % 3, row % 7]).collect();
    for search in [SEARCHES[0], SEARCHES[1], "method = 'compartment'"] {
        let bounded = check(&Task::of(rows.clone(), search, 3, Some(9)));
        let free = check(&Task::of(rows.clone(), search, 3, None));
        assert_eq!(bounded.1, free.1, "{search}");
    }
}

/// Records whose cells were `*` before look like those whose cells were removed, and are company for them.
#[test]
fn stars_that_were_there_before_are_values() {
    let mut rows = vec![[0, 2, 0, 0, 0]; 5];
    rows.extend([[0, 0, 0, 0, 0]; 4]);
    rows.push([1, 0, 0, 0, 0]);
    for search in all() {
        let task = Task { width: 2, ..Task::of(rows.clone(), &search, 5, Some(1)) };
        let (report, _) = check(&task);
        assert!(report.holds, "{search} {:?}", report.notes);
    }
}
