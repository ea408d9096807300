//! Distances, lowest common ancestors and costs, worked out by hand or by climbing.

use crate::partition_suite::case::{Case, cases};
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Context, TypeChoice};
use lethe_models::quality::{Aggregate, Domain, Loss, Measure};
use lethe_transform::partition::{Axis, Shown};
use proptest::prelude::*;

fn column(cells: &[Option<&str>]) -> Column {
    Column::from_texts("column", cells.iter().copied(), TypeChoice::Infer).unwrap()
}

fn tree(column: &Column, paths: &[&[&str]], weight: f64) -> Axis {
    let hierarchy = Hierarchy::from_paths(paths).unwrap();
    let bound = hierarchy.bind(column, UnknownValues::Suppress).unwrap();
    let domain = Domain {
        hierarchy: bound.clone(),
        counts: column.histogram(None),
        weight,
        numbers: None,
        spans: Vec::new(),
    };
    let loss = Loss::new(&[domain], Aggregate::Mean);
    Axis::tree(column, &bound, &loss.costs().unwrap().columns[0], 0, weight)
}

fn place(axis: &Axis, column: &Column, text: &str) -> u32 {
    let code = column.dictionary().texts().position(|value| value == text).unwrap();
    axis.place(code as u32)
}

const COUNTRIES: [&[&str]; 5] = [
    &["Greece", "South", "Europe", "*"],
    &["Italy", "South", "Europe", "*"],
    &["France", "West", "Europe", "*"],
    &["Japan", "East", "Asia", "*"],
    &["Korea", "East", "Asia", "*"],
];

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// Ages from 10 to 50: 20 and 35 are 15 of 40 apart.
#[test]
fn numbers_are_apart_by_their_share_of_the_range() {
    let ages = column(&[Some("20"), Some("35"), Some("50"), Some("10"), None]);
    let axis = Axis::line(&ages, 1.0);
    let place = |text: &str| place(&axis, &ages, text);
    assert!(close(axis.distance(place("20"), place("35")), 15.0 / 40.0));
    assert!(close(axis.distance(place("35"), place("20")), 15.0 / 40.0));
    assert!(close(axis.distance(place("10"), place("50")), 1.0));
    assert!(close(axis.distance(place("20"), place("20")), 0.0));
    // Null is far from every number, and like itself.
    let null = axis.place(ages.null_code().unwrap());
    assert!(close(axis.distance(null, place("20")), 1.0));
    assert!(close(axis.distance(place("20"), null), 1.0));
    assert!(close(axis.distance(null, null), 0.0));
    // The mean of 20 and 35 is 27.5, which is 22.5 of 40 below 50.
    let mean = f64::midpoint(axis.number(place("20")).unwrap(), axis.number(place("35")).unwrap());
    assert!(close(axis.distance_to(place("50"), (place("20"), place("35")), Some(mean)), 22.5 / 40.0));
    assert!(close(Axis::line(&ages, 0.5).distance(place("20"), place("35")), 15.0 / 80.0));
}

/// Dates are numbers: a year of four, half of the range.
#[test]
fn dates_are_apart_by_their_share_of_the_range() {
    let days = column(&[Some("2001-01-01"), Some("2002-01-01"), Some("2003-01-01")]);
    let axis = Axis::line(&days, 1.0);
    assert!(close(axis.distance(0, 1), 0.5));
    assert!(close(axis.distance(0, 2), 1.0));
}

/// The tree is three levels high: South is one above its countries, Europe two, the root three.
#[test]
fn categories_are_apart_by_the_height_of_their_common_ancestor() {
    let cells: Vec<Option<&str>> = COUNTRIES.iter().map(|path| Some(path[0])).chain([None]).collect();
    let countries = column(&cells);
    let axis = tree(&countries, &COUNTRIES, 1.0);
    let place = |text: &str| place(&axis, &countries, text);
    assert!(close(axis.distance(place("Greece"), place("Greece")), 0.0));
    assert!(close(axis.distance(place("Greece"), place("Italy")), 1.0 / 3.0));
    assert!(close(axis.distance(place("Greece"), place("France")), 2.0 / 3.0));
    assert!(close(axis.distance(place("Japan"), place("France")), 1.0));
    assert!(close(axis.distance(axis.place(countries.null_code().unwrap()), place("France")), 1.0));
    // From the common ancestor of Greece and Italy.
    let south = |text: &str| {
        let (one, other) = (place("Greece"), place("Italy"));
        axis.distance_to(place(text), (one.min(other), one.max(other)), None)
    };
    assert!(close(south("Italy"), 1.0 / 3.0));
    assert!(close(south("France"), 2.0 / 3.0));
    assert!(close(south("Korea"), 1.0));
    // Without a hierarchy, values are alike or not.
    let plain = Axis::line(&countries, 1.0);
    assert!(close(plain.distance(0, 0), 0.0) && close(plain.distance(0, 1), 1.0));
}

/// South covers two of five countries, Europe three: (2 − 1) / (5 − 1) and (3 − 1) / (5 − 1).
#[test]
fn a_group_costs_what_its_common_ancestor_covers() {
    let cells: Vec<Option<&str>> = COUNTRIES.iter().map(|path| Some(path[0])).collect();
    let countries = column(&cells);
    let axis = tree(&countries, &COUNTRIES, 1.0);
    let cost = |one: &str, other: &str| {
        let (one, other) = (place(&axis, &countries, one), place(&axis, &countries, other));
        axis.cost(one.min(other), one.max(other))
    };
    assert!(close(cost("Greece", "Greece"), 0.0));
    assert!(close(cost("Greece", "Italy"), 0.25));
    assert!(close(cost("Italy", "France"), 0.5));
    assert!(close(cost("Italy", "Korea"), 1.0));
}

/// Two values that meet on the level 300, and one that meets them at the root, on 400.
#[test]
fn hierarchies_of_hundreds_of_levels_have_common_ancestors() {
    let path = |value: usize| {
        let node = |level: usize| match (value, level) {
            (_, 400) => "*".to_owned(),
            (0 | 1, 300..) => format!("both {level}"),
            _ => format!("{value} {level}"),
        };
        (0..=400).map(node).collect::<Vec<String>>()
    };
    let paths: Vec<Vec<String>> = (0..3).map(path).collect();
    let paths: Vec<Vec<&str>> = paths.iter().map(|path| path.iter().map(String::as_str).collect()).collect();
    let paths: Vec<&[&str]> = paths.iter().map(Vec::as_slice).collect();
    let values = column(&[Some("0 0"), Some("1 0"), Some("2 0")]);
    let axis = tree(&values, &paths, 1.0);
    assert_eq!(axis.shown([0, 1]), Shown::Level(300));
    assert_eq!(axis.shown([0, 2]), Shown::Level(400));
}

/// What a range of places shows and costs, against climbing from each of its values.
fn check_axes(case: &Case) -> Result<(), TestCaseError> {
    let built = case.build(&Context::new(1).unwrap());
    for (at, axis) in built.axes.iter().enumerate() {
        let Some(bound) = &built.bound[at] else { continue };
        let (quasi, null) = (&case.quasi[at], built.table.column(at).null_code());
        let path = |place: u32| -> Vec<String> {
            let code = axis.code(place);
            let top = bound.height() - 1;
            let label = |level: usize| {
                if level == top { "*".to_owned() } else { format!("{:?}", bound.codes(level)[code as usize]) }
            };
            (0..=top).map(label).collect()
        };
        for first in 0..axis.len() as u32 {
            for last in first..axis.len() as u32 {
                let paths: Vec<Vec<String>> = (first..=last).map(path).collect();
                let level = (0..bound.height())
                    .find(|&level| paths.iter().all(|path| path[level] == paths[0][level]));
                let level = level.unwrap();
                prop_assert_eq!(axis.shown([first, last]), Shown::Level(level));
                if (first..=last).any(|place| null == Some(axis.code(place))) {
                    continue;
                }
                let text =
                    built.table.column(at).dictionary().texts().nth(axis.code(first) as usize).unwrap();
                let own =
                    (0..quasi.values).map(|value| quasi.path(value)).find(|path| path[0] == text).unwrap();
                let under = (0..quasi.values).filter(|&value| quasi.path(value)[level] == own[level]).count();
                let cost = (under - 1) as f64 / (quasi.values - 1).max(1) as f64 * quasi.weight;
                prop_assert!((axis.cost(first, last) - cost).abs() < 1e-6);
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn ranges_show_their_lowest_common_ancestor(case in cases(1..60)) {
        check_axes(&case)?;
    }
}
