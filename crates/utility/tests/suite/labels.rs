//! Labels that our own hierarchies make are read back as the values they stand for.

use lethe_data::hierarchy::Hierarchy;
use lethe_data::hierarchy::make::{DatePart, Groups, Intervals, Mask, Side, dates, groups, intervals, mask};
use lethe_data::{Column, Context, Decimal, TypeChoice};
use lethe_utility::Values;
use lethe_utility::reading::{KnownLabels, Meaning, meanings};
use proptest::prelude::*;

fn alone() -> Context {
    Context::new(1).unwrap()
}

fn column(cells: &[String]) -> Column {
    Column::from_texts("c", cells.iter().map(|cell| Some(cell.as_str())), TypeChoice::Infer).unwrap()
}

/// The labels of every level but the root, each with the codes it should stand for, against those that are read.
fn check(original: &Column, hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    let values = Values::of(original);
    for level in 0..hierarchy.height() - 1 {
        let leaf = |code: u32| hierarchy.find_leaf(original.dictionary().text(code)).unwrap();
        let node = |code: u32| hierarchy.node_of_leaf(level, leaf(code));
        let labels: Vec<&str> = hierarchy.labels(level).collect();
        let released =
            Column::from_texts("c", labels.iter().map(|&label| Some(label)), TypeChoice::Infer).unwrap();
        let read = meanings(&values, &released, &KnownLabels::new());
        for (at, label) in labels.iter().enumerate() {
            let expected: Vec<u32> =
                (0..original.dictionary().len() as u32).filter(|&code| node(code) == at as u32).collect();
            let found = match &read[released.dictionary().find(label).unwrap() as usize] {
                Meaning::Value(value) => vec![*value],
                Meaning::Label(covered) => covered.codes().collect(),
                other => return Err(TestCaseError::fail(format!("{label}: {other:?}"))),
            };
            prop_assert_eq!(found, expected, "{}", label);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn intervals_and_groups_of_numbers(
        cells in prop::collection::vec(-50i64..50, 1..30), bounded in any::<bool>(), count in 1usize..6,
    ) {
        let original = column(&cells.iter().map(ToString::to_string).collect::<Vec<_>>());
        let widths = [5, 10, 40].map(Decimal::from);
        let ends = if bounded { (Some(Decimal::from(-20)), Some(Decimal::from(20))) } else { (None, None) };
        let options = Intervals { from: ends.0, to: ends.1, ..Intervals::of_widths(widths) };
        check(&original, &intervals(&original, &options, &alone()).unwrap())?;
        check(&original, &groups(&original, Groups { count, merge: true }, &alone()).unwrap())?;
    }

    #[test]
    fn intervals_of_decimals(cells in prop::collection::vec(-500i64..500, 1..30)) {
        let spelt = |cell: &i64| format!("{}{}.{}", if *cell < 0 { "-" } else { "" }, cell.abs() / 10, cell.abs() % 10);
        let cells: Vec<String> = cells.iter().filter(|cell| **cell != 0).map(spelt).chain(["1.5".to_owned()]).collect();
        let original = column(&cells);
        let options = Intervals::of_widths(["0.5", "2.5"].map(|width| Decimal::parse(width).unwrap()));
        check(&original, &intervals(&original, &options, &alone()).unwrap())?;
    }

    #[test]
    fn masks_and_groups_of_codes(cells in prop::collection::vec("[a-c][0-9]{3}", 1..30), right in any::<bool>(), count in 1usize..6) {
        let original = column(&cells);
        let side = if right { Side::Right } else { Side::Left };
        check(&original, &mask(&original, &Mask::new(side), &alone()).unwrap())?;
        check(&original, &groups(&original, Groups { count, merge: false }, &alone()).unwrap())?;
    }

    #[test]
    fn periods(days in prop::collection::vec((1968u32..1973, 1u32..13, 1u32..29), 1..30)) {
        let cells: Vec<String> = days.iter().map(|(year, month, day)| format!("{year}-{month:02}-{day:02}")).collect();
        let original = column(&cells);
        let parts = [DatePart::Month, DatePart::Quarter, DatePart::Year, DatePart::Decade];
        check(&original, &dates(&original, &parts, &alone()).unwrap())?;
    }
}
