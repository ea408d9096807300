//! Releases held against a maker that goes row by row and cell by cell.

use super::*;
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Context, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_models::quality::{Covers, Span};
use proptest::prelude::*;

type Cells = Vec<Option<String>>;

fn column(name: &str, cells: &Cells, choice: TypeChoice) -> Column {
    Column::from_texts(name, cells.iter().map(Option::as_deref), choice).unwrap()
}

/// Leaves 0 to 5 in pairs, pairs in one half of four and one of two; 6 and above are unknown.
fn hierarchy() -> Hierarchy {
    let paths: Vec<Vec<String>> = (0..6)
        .map(|leaf| {
            vec![leaf.to_string(), format!("pair {}", leaf / 2), format!("half {}", leaf / 4), "*".to_owned()]
        })
        .collect();
    Hierarchy::from_paths(&paths).unwrap()
}

struct Case {
    table: Table,
    bound: Vec<BoundHierarchy>,
    recoding: Recoding,
    cells: [Cells; 4],
}

fn case(rows: &[(u8, u8, u8, u8, u64)], levels: Vec<Vec<usize>>) -> Case {
    let text = |value: u8, null: u8| (value != null).then(|| value.to_string());
    let cells: [Cells; 4] = [
        rows.iter().map(|row| text(row.0, 8)).collect(),
        rows.iter().map(|row| text(row.1, 8)).collect(),
        rows.iter().map(|row| text(row.2, 3)).collect(),
        rows.iter().map(|row| text(row.2 / 2, 1)).collect(),
    ];
    let names = ["a", "b", "disease", "name"];
    let columns = names.iter().zip(&cells).map(|(name, cells)| column(name, cells, TypeChoice::Infer));
    let table = Table::new(columns.collect()).unwrap();
    let table = table.with_weights(rows.iter().map(|row| row.4).collect()).unwrap();
    let bound = (0..2).map(|at| hierarchy().bind(table.column(at), UnknownValues::Suppress).unwrap());
    let last = levels.len() as u32;
    let round =
        |row: &(u8, u8, u8, u8, u64)| if u32::from(row.3) < last { u32::from(row.3) } else { SUPPRESSED };
    let mut recoding = Recoding::of_levels(levels, rows.iter().map(round).collect());
    if recoding.rounds.iter().flatten().any(|&entry| entry >= 4) {
        // Two labels are those of nodes, and two are the same.
        let labels = [["[1-4]", "{1, 4}", "pair 0"], ["*", "2.5", "2.5"]];
        let span =
            |label: &str| Span { label: label.to_owned(), covers: Covers::Range { first: 0, last: 1 } };
        recoding.spans = labels.iter().map(|labels| labels.map(span).to_vec()).collect();
    }
    Case { bound: bound.collect(), table, recoding, cells }
}

/// The label of a cell, looked up in the hierarchy's paths.
fn label(cell: Option<&str>, level: usize) -> Option<String> {
    if level == 3 {
        return Some("*".to_owned());
    }
    let paths = hierarchy();
    let label = |text: &str| {
        paths.find_leaf(text).map_or("*", |leaf| paths.path(leaf).nth(level).unwrap()).to_owned()
    };
    cell.map(label)
}

/// The published rows in the plainest way.
fn oracle(case: &Case, options: &Options<'_>) -> Vec<(Vec<Option<String>>, u64)> {
    let mut rows = Vec::new();
    for row in 0..case.table.rows() {
        let round = case.recoding.round_of_row[row];
        let gone = round == SUPPRESSED;
        if gone && options.suppressed == Suppressed::Drop {
            continue;
        }
        let mut cells = Vec::new();
        for at in 0..4 {
            let own = case.cells[at][row].clone();
            let star = Some("*".to_owned());
            if options.dropped.contains(&at) {
                continue;
            }
            cells.push(match at {
                0 | 1 if gone => star,
                0 | 1 => match case.recoding.rounds[round as usize][at] {
                    span @ 4.. => Some(case.recoding.spans[at][span - 4].label.clone()),
                    level => label(own.as_deref(), level),
                },
                _ if gone && options.hidden.contains(&at) => star,
                3 if options.replaced.is_some() && gone => star,
                3 if options.replaced.is_some() => own.map(|name| format!("person {name}")),
                _ => own,
            });
        }
        rows.push((cells, case.table.weights().unwrap()[row]));
    }
    rows
}

fn rows_of(table: &Table) -> Vec<(Vec<Option<String>>, u64)> {
    let cells =
        |row: usize| table.columns().iter().map(|column| column.text(row).map(str::to_owned)).collect();
    (0..table.rows()).map(|row| (cells(row), table.weights().unwrap()[row])).collect()
}

fn rows() -> impl Strategy<Value = Vec<(u8, u8, u8, u8, u64)>> {
    prop::collection::vec((0u8..9, 0u8..9, 0u8..4, 0u8..4, 0u64..4), 0..30)
}

proptest! {
    #[test]
    fn a_release_is_what_going_cell_by_cell_gives(
        rows in rows(),
        levels in prop::collection::vec(prop::collection::vec(0usize..7, 2), 1..4),
        drop in any::<bool>(), hide in any::<bool>(), names in 0..3,
    ) {
        let case = case(&rows, levels);
        let pseudonym = |text: &str| format!("person {text}");
        let options = Options {
            suppressed: if drop { Suppressed::Drop } else { Suppressed::Keep },
            hidden: if hide { &[2] } else { &[] },
            dropped: if names == 0 { &[3] } else { &[] },
            replaced: (names == 1).then_some((&[3][..], &pseudonym)),
            shuffle: None,
        };
        let quasi = [0, 1];
        let made = apply(&case.table, &quasi, &case.bound, &case.recoding, &options).unwrap();
        let expected = oracle(&case, &options);
        prop_assert_eq!(rows_of(&made), expected.clone());
        let shuffled = apply(&case.table, &quasi, &case.bound, &case.recoding, &Options { shuffle: Some(7), ..options });
        let (mut shuffled, mut sorted) = (rows_of(&shuffled.unwrap()), expected);
        shuffled.sort();
        sorted.sort();
        prop_assert_eq!(shuffled, sorted, "shuffling changes the order alone");
    }

    #[test]
    fn classes_that_fail_are_found_and_suppressed_as_a_whole(
        rows in rows(), levels in prop::collection::vec(prop::collection::vec(0usize..4, 2), 1..3), k in 1u64..6,
    ) {
        let mut case = case(&rows, levels);
        let context = Context::new(1).unwrap();
        let requirements =
            Requirements { classes: vec![ClassRequirement::quasi(KAnonymity::new(k))], ..Requirements::default() };
        let published = |case: &Case| {
            apply(&case.table, &[0, 1], &case.bound, &case.recoding, &Options::default()).unwrap()
        };
        let classed = Classed::new(&published(&case), &[0, 1], &case.recoding, &[2], &[], &context).unwrap();
        let mut records: std::collections::BTreeMap<Vec<Option<String>>, u64> = std::collections::BTreeMap::new();
        let shown = rows_of(&published(&case));
        for ((cells, weight), &round) in shown.iter().zip(&case.recoding.round_of_row) {
            *records.entry(cells[..2].to_vec()).or_default() += if round == SUPPRESSED { 0 } else { *weight };
        }
        let failing: u64 = records.values().filter(|&&records| records < k).sum();
        let (classes, found) = classed.misfits(&requirements);
        prop_assert_eq!(found, failing);
        let before = classed.suppressed();
        classed.suppress(&classes, &mut case.recoding);
        let after = Classed::new(&published(&case), &[0, 1], &case.recoding, &[2], &[], &context).unwrap();
        prop_assert_eq!(after.suppressed(), before + failing);
        prop_assert!(after.misfits(&requirements).0.is_empty());
        prop_assert_eq!(after.suppressed_hold(&requirements), after.suppressed() >= k.max(1));
    }
}

#[test]
fn the_order_depends_on_the_seed_and_on_every_cell() {
    let order = |seed, last: u8| {
        let mut rows: Vec<u32> = (0..100).collect();
        let table = case(&[(0, 1, 0, 0, 1), (0, 1, last, 0, 1)], vec![vec![1, 1]]).table;
        order::shuffle(&mut rows, seed, &table);
        rows
    };
    assert_eq!(order(1, 0), order(1, 0));
    assert_ne!(order(1, 0), order(2, 0));
    assert_ne!(order(1, 0), order(1, 2), "another table is in another order");
    assert_ne!(order(1, 0), (0..100).collect::<Vec<_>>());
    let mut sorted = order(1, 0);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..100).collect::<Vec<_>>());
}

#[test]
fn a_table_without_rows_and_one_row_are_published() {
    let empty = case(&[], vec![vec![1, 1]]);
    let made = apply(&empty.table, &[0, 1], &empty.bound, &empty.recoding, &Options::default()).unwrap();
    assert_eq!((made.rows(), made.columns().len()), (0, 4));
    let one = case(&[(0, 5, 0, 3, 2)], vec![vec![1, 1]]);
    let dropped = Options { suppressed: Suppressed::Drop, ..Options::default() };
    assert_eq!(apply(&one.table, &[0, 1], &one.bound, &one.recoding, &dropped).unwrap().rows(), 0);
}

#[test]
fn only_tops_spans_of_a_star_and_unknown_values_are_stars() {
    let rounds = vec![vec![3, 3], vec![3, 4], vec![4, 4], vec![3, 5], vec![0, 3]];
    let rows: Vec<_> = (0..6).map(|round| (0, 0, 0, 0, round)).collect();
    let case = case(&rows, rounds);
    let columns = [case.table.column(0), case.table.column(1)];
    let shown = apply(&case.table, &[0, 1], &case.bound, &case.recoding, &Options::default()).unwrap();
    let stars = (0..shown.rows()).filter(|&row| {
        let suppressed = case.recoding.round_of_row[row] == SUPPRESSED;
        !suppressed && [0, 1].iter().all(|&at| shown.column(at).text(row) == Some("*"))
    });
    assert_eq!(case.recoding.suppressed_rows(&columns, &case.bound), stars.collect::<Vec<_>>());
}

#[test]
fn dictionaries_hold_what_is_shown_and_nothing_else() {
    let case = case(&[(0, 0, 0, 0, 1), (1, 1, 0, 1, 1), (4, 5, 0, 9, 1)], vec![vec![0, 1], vec![4, 6]]);
    let made = apply(&case.table, &[0, 1], &case.bound, &case.recoding, &Options::default()).unwrap();
    let texts = |at: usize| made.column(at).dictionary().texts().collect::<Vec<_>>();
    assert_eq!((texts(0), texts(1)), (vec!["*", "0", "[1-4]"], vec!["*", "2.5", "pair 0"]));
}

proptest! {
    #[test]
    fn places_that_publish_the_same_become_one(rows in rows(), entries in prop::collection::vec(0usize..7, 4)) {
        let case = case(&rows, entries.iter().map(|&entry| vec![entry, 6 - entry]).collect());
        for at in 0..2 {
            let places = Places::new(&case.bound[at], case.recoding.spans_of(at));
            let entries: Vec<usize> = case.recoding.rounds.iter().map(|round| round[at]).collect();
            let rounds = &case.recoding.round_of_row;
            let of_rows = places.of_rows(case.table.column(at), &entries, rounds, |code| places.of(0, code));
            let mut used = vec![false; places.len()];
            for &place in &of_rows {
                used[place as usize] = true;
            }
            let merged = places.merged(&used);
            for &a in &of_rows {
                for &b in &of_rows {
                    let same = places.label(a) == places.label(b);
                    prop_assert_eq!(merged[a as usize] == merged[b as usize], same);
                }
                prop_assert_eq!(places.label(merged[a as usize]), places.label(a));
                prop_assert!(used[merged[a as usize] as usize]);
            }
        }
    }
}
