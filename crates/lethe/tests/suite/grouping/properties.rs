//! Random tables, methods and models.

use crate::grouping::judge::check;
use crate::grouping::task::{Row, Task, WAYS, Way};
use lethe::recipe_file::{Algorithm, Recode};
use proptest::prelude::*;

const MODELS: [Option<(&str, &str)>; 8] = [
    None,
    None,
    Some(("l", "distinct:2@disease")),
    Some(("l", "entropy:1.5@disease")),
    Some(("t", "0.3@disease")),
    Some(("t", "0.2@disease:ordered")),
    Some(("beta", "1@disease")),
    Some(("beta", "0.5@disease")),
];

/// Rows with few or many distinct values, so that ties are heavy or rare.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let widths = (1u8..12, 1u8..40, 1u8..20, 1u8..5);
    widths.prop_flat_map(|(ages, days, cities, diseases)| {
        prop::collection::vec((0..ages, 0..days, 0..cities, 0..diseases), 1..60)
    })
}

fn task() -> impl Strategy<Value = Task> {
    let ways = prop::sample::select(
        [&WAYS[..], &[Way::DiskCluster(Algorithm::Hybrid), Way::DiskCluster(Algorithm::Oka)]].concat(),
    );
    let recode = prop::sample::select(vec![Recode::Hierarchy, Recode::Range]);
    let model = prop::sample::select(MODELS.to_vec());
    (rows(), ways, 2u64..6, model, recode, any::<(bool, bool)>(), 1usize..=3).prop_map(
        |(rows, way, k, model, recode, hierarchies, quasi)| Task {
            rows,
            way,
            k,
            model,
            recode,
            hierarchies,
            quasi,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_groups_show_is_true_and_holds_or_nothing_is_written(task in task()) {
        check(&task);
    }
}
