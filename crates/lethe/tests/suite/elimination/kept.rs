//! Columns that are kept, and columns that identify records.

use crate::elimination::cells::{SEARCHES, tasks};
use crate::elimination::compartments::{compositions, searches};
use crate::elimination::judge::check;
use crate::elimination::table::{COLUMNS, lines, read};
use crate::elimination::task::{Task, tables};
use proptest::prelude::*;

fn any_task() -> impl Strategy<Value = Task> {
    let cells = SEARCHES.map(str::to_owned).to_vec();
    let all = [cells, searches("columns"), compositions()].concat();
    let tasks = tasks(&all.iter().map(String::as_str).collect::<Vec<_>>());
    (tasks, 0usize..5).prop_map(|(task, kept)| Task { keep: vec![COLUMNS[kept.min(task.width - 1)]], ..task })
}

/// The cells of a column; what split rows show elsewhere is left out, and so is the order where rows are put into one.
fn column(lines: &[Vec<String>], name: &str, in_order: bool) -> Option<Vec<String>> {
    let place = lines[0].iter().position(|other| other == name)?;
    let cells = lines[1..].iter().map(|line| line[place].clone());
    let mut cells: Vec<String> = cells.filter(|cell| cell != "n/a").collect();
    if !in_order {
        cells.sort_unstable();
    }
    Some(cells)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// With a column kept there may be no release; if there is one, the column shows what it did.
    #[test]
    fn what_is_kept_is_published_as_it_is(task in any_task()) {
        let (report, files) = check(&task);
        let original = lines(&task.rows, task.width);
        let kept = task.keep[0];
        let alone = column(&original, kept, false).unwrap();
        let is_common = alone.chunk_by(|left, right| left == right).all(|group| group.len() as u64 >= task.k);
        prop_assert!(!report.holds || is_common, "a kept column exposes somebody by itself");
        // Every other column can be removed altogether.
        prop_assert!(report.holds || !is_common, "{:?} {:?}", report.notes, task);
        let parts_columns = report.elimination.as_ref().is_some_and(|reported| reported.compartments.is_some());
        for (_, text) in tables(&files) {
            let shown = read(text);
            prop_assert!(!text.contains("p0"), "an identifying column is shown");
            let cells = column(&shown, kept, !parts_columns);
            if parts_columns && !task.in_files() {
                // Split rows show the column in every compartment that has it; its values are what they were.
                let mut values = cells.unwrap();
                values.dedup();
                let mut before = alone.clone();
                before.dedup();
                prop_assert_eq!(values, before);
            } else if let Some(cells) = cells {
                prop_assert_eq!(cells, column(&original, kept, !parts_columns).unwrap());
            }
        }
    }
}
