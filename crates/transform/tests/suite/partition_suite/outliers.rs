//! A few records under another branch of a hierarchy do not cost all others their labels.

use crate::partition_suite::case::{Case, Model, Quasi, Row, check};
use lethe_data::Context;
use lethe_transform::partition::{Cut, Cutter, Extent, Pile, Shown, Split, choose};
use std::cell::Cell;

/// Three hundred values under one child of the root, in groups of ten; the others, from 300 on, under the other.
fn case(rows: impl Iterator<Item = Row>, k: u64, model: Model) -> Case {
    let quasi = Quasi { values: 302, levels: Some(vec![10, 30]), numbers: false, weight: 1.0 };
    Case { quasi: vec![quasi], rows: rows.collect(), weighted: true, k, model, seed: 1 }
}

fn row(value: usize, sensitive: usize, weight: u64) -> Row {
    Row { cells: vec![Some(value)], sensitive, weight }
}

/// The records that show each of the levels.
fn records_by_level(case: &Case) -> [u64; 4] {
    let context = Context::new(1).unwrap();
    let built = case.build(&context);
    let group_models = built.group_models().unwrap();
    let (axes, units, split) = (&built.axes, &built.units, Split::Strict);
    let groups = Cutter { axes, units, group_models: &group_models, split, enough: 1 }.cut(&context);
    check(case, &built, &groups).unwrap();
    let mut records = [0; 4];
    for group in groups.iter() {
        let words = axes[0].words(group.iter().map(|&unit| units.places(unit)[0]));
        let Shown::Level(level) = axes[0].shown(words) else { panic!("a tree shows levels") };
        records[level] += built.records(group);
    }
    records
}

#[test]
fn one_outlier_borrows_no_more_records_than_it_needs() {
    for k in [2, 5] {
        let case = case((0..301).map(|value| row(value, 0, 1)), k, Model::Records);
        assert_eq!(records_by_level(&case), [0, 301 - k, 0, k]);
    }
}

/// The places with the fewest records are lent, and none that a larger one makes superfluous.
#[test]
fn whoever_is_fewest_is_lent() {
    let weight = |value: usize| if value >= 299 { 1 } else { 7 };
    for (k, at_the_root) in [(2, 1 + 1), (3, 1 + 7)] {
        let case = case((0..301).map(|value| row(value, 0, weight(value))), k, Model::Records);
        assert_eq!(records_by_level(&case)[3], at_the_root);
    }
}

/// A child of one place has nothing to lend but itself, and then everyone stays together.
#[test]
fn equal_values_are_not_parted() {
    let case = case([row(0, 0, 50), row(300, 0, 1)].into_iter(), 2, Model::Records);
    assert_eq!(records_by_level(&case), [0, 0, 0, 51]);
}

/// The outlier and the first three of the others have the same sensitive value: the tries are one, two and four records.
#[test]
fn models_are_asked_about_what_is_lent() {
    let secret = |value: usize| if (3..300).contains(&value) { value % 2 } else { 0 };
    let case = case((0..301).map(|value| row(value, secret(value), 1)), 2, Model::Distinct(2));
    let records = records_by_level(&case);
    assert_eq!(records[3], 5, "{records:?}");
}

/// Records of which nothing is known but their counts, and that the first child never satisfies the models.
struct Counted {
    extent: Extent,
    looks: Cell<usize>,
}

impl Pile for Counted {
    fn records(&self) -> u64 {
        self.counts(0).iter().map(|(_, records)| records).sum()
    }

    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn counts(&self, _: usize) -> Vec<(u32, u64)> {
        (0..=self.extent.ranges[0].1).map(|place| (place, 10)).collect()
    }

    fn sides_hold(&self, cut: &Cut) -> Vec<bool> {
        self.looks.set(self.looks.get() + 1);
        (0..cut.sides()).map(|side| side != cut.side(0)).collect()
    }
}

/// Each look at the records is a pass over a file, where they are on disk.
#[test]
fn records_are_looked_at_a_few_times_however_many_children_there_are() {
    let quasi = Quasi { values: 3000, levels: Some(vec![3]), numbers: false, weight: 1.0 };
    let rows = (0..3000).map(|value| row(value, value % 2, 1)).collect();
    let case = Case { quasi: vec![quasi], rows, weighted: false, k: 2, model: Model::Distinct(2), seed: 1 };
    let built = case.build(&Context::new(1).unwrap());
    let pile = Counted { extent: Extent { ranges: vec![(0, 2999)] }, looks: Cell::new(0) };
    assert_eq!(choose(&pile, &built.axes, &built.group_models().unwrap()), None);
    // A thousand children: each by itself, eleven turns of pulling; each by itself, two of its three places lent.
    assert_eq!(pile.looks.get(), 1 + 11 + 1 + 2);
}
