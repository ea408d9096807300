//! Attacks by records that know the original cells.

use crate::elimination::cells::tasks;
use crate::elimination::task::{Place, Task, location};
use lethe::Context;
use lethe::attack::{Attack, AttackReport, attack};
use proptest::prelude::*;

const TRUTHFUL: [&str; 2] = ["method = 'suppress'", "method = 'generalize'"];

/// What somebody finds who knows so many columns of everybody, or all.
fn attacked(task: &Task, knowledge: Option<usize>) -> Option<AttackReport> {
    let place = Place::of(task);
    let context = Context::new(1).unwrap();
    let (report, _) = place.run(task, &context);
    if !report.holds {
        return None;
    }
    let request = Attack {
        k: Some(task.k),
        knowledge: knowledge.map(|size| size.to_string().parse().unwrap()),
        draws: 3,
        ..Attack::of(place.file("out.csv").display().to_string(), location(&place.file("data.csv")))
    };
    Some(attack(&request, &context).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    #[test]
    fn nobody_is_found_with_all_that_can_be_known(task in tasks(&TRUTHFUL)) {
        let task = Task { max_size: None, ..task };
        if let Some(found) = attacked(&task, None) {
            prop_assert_eq!((found.reidentified, found.below_k), (0, 0), "{:?}", task);
            // What is shown is true, so that everybody is among his candidates.
            prop_assert_eq!(found.no_candidate, 0, "{:?}", task);
        }
    }

    #[test]
    fn nobody_is_found_with_as_many_columns_as_were_reckoned_with(task in tasks(&TRUTHFUL), size in 1usize..4) {
        let max_size = size.min(task.width);
        let task = Task { max_size: Some(max_size), ..task };
        for known in 1..=max_size {
            let Some(found) = attacked(&task, Some(known)) else { continue };
            for drawn in found.knowledge.unwrap() {
                prop_assert_eq!((drawn.reidentified, drawn.below_k), (0, 0), "{:?}", task);
            }
        }
    }
}
