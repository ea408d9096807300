//! What the order of rows tells: nothing, where columns are parted.

use crate::elimination::cells::tasks;
use crate::elimination::compartments::searches;
use crate::elimination::task::{Place, Task};
use lethe::Context;
use proptest::prelude::*;

fn shuffled() -> impl Strategy<Value = (Task, Task)> {
    let searches = [searches("columns"), searches("pairs")].concat();
    tasks(&searches.iter().map(String::as_str).collect::<Vec<_>>()).prop_flat_map(|task| {
        let rows = Just(task.rows.clone()).prop_shuffle();
        rows.prop_map(move |rows| (task.clone(), Task { rows, ..task.clone() }))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Where no cell had to be changed first, the release is a function of what the rows show: the order they had cannot be
    /// found in it.
    #[test]
    fn rows_in_another_order_give_the_same_bytes((task, other) in shuffled()) {
        let context = Context::new(1).unwrap();
        let (report, files) = Place::of(&task).run(&task, &context);
        let (other_report, other_files) = Place::of(&other).run(&other, &context);
        let changed = |report: &lethe::anonymize::Anonymization| {
            report.elimination.as_ref().map(|reported| reported.altered_cells)
        };
        if changed(&report) == Some(0) {
            prop_assert_eq!(changed(&other_report), Some(0));
            prop_assert_eq!(files, other_files);
        }
    }
}
