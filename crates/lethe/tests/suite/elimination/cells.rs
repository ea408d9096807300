//! Methods that change cells: with at least k records there is always a release, and it exposes nobody.

use crate::elimination::judge::check;
use crate::elimination::table::rows;
use crate::elimination::task::Task;
use proptest::prelude::*;

pub(crate) const SEARCHES: [&str; 9] = [
    "method = 'suppress'",
    "method = 'generalize'",
    "method = 'generalize'\ncenter = 'mean'",
    "method = 'generalize'\ncenter = 'median'",
    "method = 'perturb'",
    "method = 'perturb'\nperturbation = 'rounding'\namount = 0.2",
    "method = 'perturb'\nperturbation = 'rank-swap'\namount = 0.1",
    "method = 'perturb'\nperturbation = 'additive'\namount = 0.5",
    "method = 'perturb'\nperturbation = 'multiplicative'\namount = 0.3",
];

/// Tables, searches and demands.
pub(crate) fn tasks(searches: &[&str]) -> impl Strategy<Value = Task> + use<> {
    let searches: Vec<String> = searches.iter().map(|&search| search.to_owned()).collect();
    (rows(40), prop::sample::select(searches), 2u64..6, prop::option::of(1usize..4), 1usize..=5)
        .prop_map(|(rows, search, k, max_size, width)| Task { width, ..Task::of(rows, &search, k, max_size) })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn nobody_is_exposed_whatever_changes_the_cells(task in tasks(&SEARCHES)) {
        let (report, _) = check(&task);
        let records = task.rows.len() as u64;
        prop_assert_eq!(report.holds, records >= task.k, "{:?} {:?}", report.notes, task);
        let elimination = report.elimination;
        prop_assert_eq!(elimination.is_some(), report.holds);
        if let Some(elimination) = elimination {
            let cells = records * task.width as u64;
            prop_assert!(elimination.altered_cells <= cells);
            prop_assert_eq!(
                elimination.altered_cells,
                elimination.suppressed_cells + elimination.generalized_cells + elimination.falsified_cells
            );
            if task.search == SEARCHES[0] {
                prop_assert!(elimination.truthful && elimination.least_cost <= elimination.cost);
            }
        }
    }
}
