//! By how much one person changes a score, over every neighbour of random tables.

use super::definition::{rows, score};
use super::*;
use lethe_num::Rational;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn one_person_changes_no_score_by_more_than_its_sensitivity(
        rows in rows(24), new in (0..4u8, 0..4u8, 0..3u8, 0..2u8), k in 1..7u64, with_label in any::<bool>(),
    ) {
        // One person more of any kind that is there already, or a new one.
        let mut more: Vec<Row> = rows.clone();
        more.push([new.0, new.1, new.2, new.3]);
        more.sort_unstable();
        more.dedup();
        for person in more {
            let mut with = rows.clone();
            with.push(person);
            for levels in all_levels() {
                for kind in Score::ALL {
                    let (a, b) = (score(kind, &rows, &levels, k, with_label), score(kind, &with, &levels, k, with_label));
                    let change = &b - &a;
                    let (down, up) = kind.change(k, 3);
                    prop_assert!(change <= up && -change.clone() <= down, "{kind:?} k={k} {levels:?}: {change}");
                    prop_assert!(up <= kind.sensitivity(k, 3) && down <= kind.sensitivity(k, 3));
                }
            }
        }
    }
}

#[test]
fn sensitivities_that_are_reached_are_not_too_large() {
    // The k-th of a kind makes a group of k appear.
    for k in 2..7u64 {
        let below = vec![[0u8, 0, 0, 0]; k as usize - 1];
        let mut reached = below.clone();
        reached.push([0, 0, 0, 0]);
        let change = |kind, levels: &[usize]| {
            score(kind, &reached, levels, k, true) - score(kind, &below, levels, k, true)
        };
        assert_eq!(change(Score::Classification, &[0, 0, 0]), Rational::from(k));
        assert_eq!(change(Score::Classification, &[0, 0, 0]), Score::Classification.sensitivity(k, 3));
        assert_eq!(change(Score::GroupSize, &[0, 0, 0]), Score::GroupSize.sensitivity(k, 3));
        assert_eq!(change(Score::Intensity, &[0, 0, 0]), Score::Intensity.sensitivity(k, 3));
    }
}
