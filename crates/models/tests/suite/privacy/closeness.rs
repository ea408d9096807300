//! Distances on wide domains, large counts and awkward hierarchies, and how sharp the smallest sizes are.

use crate::privacy::examples::{column, d};
use crate::privacy::oracle::{self, r};
use crate::privacy::properties::{classes, holds, with_class};
use crate::privacy::suite::hierarchy;
use lethe_data::Decimal;
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_models::privacy::*;
use lethe_num::{Interval, Rational};
use proptest::prelude::*;

fn measured(model: &Closeness, class: &[u64]) -> Interval {
    with_class(class, 0, |class| model.measure(class))
}

/// A table and a class of it in which most values are absent.
fn sparse() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let value = prop_oneof![3 => Just((0u64, 0u64)), 6 => (1u64..50).prop_map(|q| (q, 0)),
        1 => (1u64..50).prop_flat_map(|q| (Just(q), 1..=q))];
    prop::collection::vec(value, 2..200)
        .prop_map(|pairs| pairs.into_iter().unzip())
        .prop_filter("somebody", |(_, class): &(Vec<u64>, Vec<u64>)| class.iter().sum::<u64>() > 0)
}

proptest! {
    #[test]
    fn ordered_distance_is_exact_on_wide_domains((table, class) in sparse(), nudge in -1i128..2) {
        let reference = Distribution::from_counts(table.clone());
        let distance = oracle::ordered_distance(&class, &table);
        // Limits just below, about at and just above the distance, in fifteen digits.
        let scaled = (&distance * r(1_000_000_000_000_000)).floor();
        let t = Decimal::new(i128::try_from(scaled).unwrap() + nudge, -15);
        prop_assume!((Decimal::ZERO..=Decimal::from(1)).contains(&t));
        let model = Closeness::ordered(0, t, &reference).unwrap();
        prop_assert_eq!(holds(&model, &class, 0), distance <= exact(t));
        prop_assert_eq!(measured(&model, &class), Interval::around(&distance));
    }

    #[test]
    fn hierarchical_distance_is_exact_on_wide_domains(
        (table, class) in sparse(), groups in prop::collection::vec(0u32..9, 200), nudge in -1i128..2,
    ) {
        let groups = &groups[..table.len()];
        let reference = Distribution::from_counts(table.clone());
        let paths: Vec<Vec<u32>> = groups.iter().enumerate().map(|(code, &group)| vec![code as u32, group]).collect();
        let distance = oracle::hierarchical_distance(&class, &table, &paths);
        let scaled = (&distance * r(1_000_000_000_000_000)).floor();
        let t = Decimal::new(i128::try_from(scaled).unwrap() + nudge, -15);
        prop_assume!((Decimal::ZERO..=Decimal::from(1)).contains(&t));
        let model = Closeness::hierarchical(0, t, &reference, &hierarchy(groups)).unwrap();
        prop_assert_eq!(holds(&model, &class, 0), distance <= exact(t));
        prop_assert_eq!(measured(&model, &class), Interval::around(&distance));
    }

    #[test]
    fn the_smallest_sizes_are_sharp(table in prop::collection::vec(0u64..7, 1..5), t in 0i128..60) {
        prop_assume!(table.iter().sum::<u64>() > 0);
        let t = Decimal::new(t, -2);
        let reference = Distribution::from_counts(table.clone());
        let equal = Closeness::equal(0, t, &reference).unwrap();
        let ordered = Closeness::ordered(0, t, &reference).unwrap();
        for (model, distance) in [
            (equal, oracle::equal_distance as fn(&[u64], &[u64]) -> Rational),
            (ordered, oracle::ordered_distance),
        ] {
            // Brute force is dear, so it is asked for small answers only.
            let smallest = (1..8).find(|&size| {
                let most: Vec<u64> = table.iter().map(|&count| if count > 0 { size } else { 0 }).collect();
                let mut sized = classes(&most).into_iter().filter(|class| class.iter().sum::<u64>() == size);
                sized.any(|class| distance(&class, &table) <= exact(t))
            });
            let claimed = model.least().size;
            prop_assert_eq!((claimed < 8).then_some(claimed), smallest, "{:?}", model.variant());
        }
    }
}

#[test]
fn counts_of_billions_are_exact() {
    let big = 3_000_000_000u64;
    let table = [big, big + 1, 2 * big, 7];
    let class = [big / 2, 3, big, 1];
    let reference = Distribution::from_counts(table.to_vec());
    let distance = oracle::ordered_distance(&class, &table);
    let model = Closeness::ordered(0, d("0.1"), &reference).unwrap();
    assert_eq!(measured(&model, &class), Interval::around(&distance));
    assert_eq!(holds(&model, &class, 0), distance <= exact(d("0.1")));
}

#[test]
fn what_does_not_fit_is_not_close() {
    let huge = u64::MAX / 4;
    let table = vec![huge / 1000; 1001];
    let reference = Distribution::from_counts(table);
    let model = Closeness::ordered(0, d("1"), &reference).unwrap();
    let class = [u64::MAX / 2, 1];
    assert!(!holds(&model, &class, 0));
}

#[test]
fn values_that_the_table_lacks_are_never_close() {
    let reference = Distribution::from_counts(vec![3, 0, 3]);
    let model = Closeness::ordered(0, d("1"), &reference).unwrap();
    assert!(holds(&model, &[1, 0, 0], 0));
    assert!(!holds(&model, &[1, 1, 1], 0) && !holds(&model, &[1, 0, 1, 1], 0));
}

#[test]
fn one_value_is_at_distance_zero() {
    let reference = Distribution::from_counts(vec![0, 9]);
    for model in [Closeness::equal(0, d("0"), &reference), Closeness::ordered(0, d("0"), &reference)] {
        let model = model.unwrap();
        assert!(holds(&model, &[0, 4], 0));
        assert_eq!(measured(&model, &[0, 4]), Interval::point(0.0));
    }
}

#[test]
fn an_empty_table_asks_nothing_impossible() {
    let reference = Distribution::from_counts(vec![]);
    let model = Closeness::ordered(0, d("0.2"), &reference).unwrap();
    assert_eq!(model.least(), Least::default());
    assert_eq!(Closeness::equal(0, d("0.2"), &reference).unwrap().least(), Least::default());
}

#[test]
fn null_and_unknown_values_meet_others_at_the_root() {
    let paths = [["a", "ab", "*"], ["b", "ab", "*"]];
    let mut values = vec![Some("a"), Some("b"), Some("x"), Some("y"), None];
    let column = crate::privacy::examples::nullable(&values);
    let bound = Hierarchy::from_paths(&paths).unwrap().bind(&column, UnknownValues::Suppress).unwrap();
    let reference = Distribution::of(&column, None);
    values.truncate(1);
    let model = Closeness::hierarchical(0, d("1"), &reference, &bound).unwrap();
    // From the one value x everything moves across the root: a, b, y and null have four of five records.
    assert_eq!(measured(&model, &[0, 0, 1]), Interval::around(&(r(4) / r(5))));
    // From a: one fifth meets it halfway, three fifths at the root.
    assert_eq!(measured(&model, &[1]), Interval::around(&(r(7) / r(10))));
    assert_eq!(measured(&model, &[0, 0, 0, 0, 1]), Interval::around(&(r(4) / r(5))));
}

#[test]
fn a_hierarchy_must_have_levels_and_be_of_the_column() {
    let root = Hierarchy::from_paths(&[["*"]]).unwrap();
    let bound = root.bind(&column(&["*"]), UnknownValues::Refuse).unwrap();
    let reference = Distribution::from_counts(vec![1]);
    assert!(Closeness::hierarchical(0, d("1"), &reference, &bound).is_err());
    let other = Distribution::from_counts(vec![1, 1, 1]);
    assert!(Closeness::hierarchical(0, d("1"), &other, &hierarchy(&[0, 1])).is_err());
}
