//! Every label that a hierarchy builder makes holds the values it was made for.

use lethe_data::hierarchy::Hierarchy;
use lethe_data::hierarchy::make::{
    DatePart, Groups, Intervals, Mask, Side, dates, groups, intervals, mask, order,
};
use lethe_data::label::{Lookup, are_of_texts};
use lethe_data::{Column, Context, Decimal, TypeChoice, ValueType};
use proptest::prelude::*;

fn alone() -> Context {
    Context::new(1).unwrap()
}

fn column(cells: &[String], choice: TypeChoice) -> Column {
    Column::from_texts("c", cells.iter().map(|cell| Some(cell.as_str())), choice).unwrap()
}

/// Nobody's record is lost, whichever level is shown.
fn check(original: &Column, hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    let dictionary = original.dictionary();
    let lookup = Lookup::of(dictionary);
    for level in 0..hierarchy.height() {
        let labels: Vec<String> = hierarchy.labels(level).map(str::to_owned).collect();
        let of_texts = are_of_texts(&column(&labels, TypeChoice::Infer));
        for code in 0..dictionary.len() as u32 {
            let leaf = hierarchy.find_leaf(dictionary.text(code)).unwrap();
            let label = hierarchy.label(level, hierarchy.node_of_leaf(level, leaf));
            prop_assert!(
                lookup.under(label, of_texts).contains(code),
                "{:?} holds {:?}",
                label,
                dictionary.text(code)
            );
        }
    }
    Ok(())
}

fn check_groups(original: &Column, count: usize) -> Result<(), TestCaseError> {
    check(original, &groups(original, Groups { count, merge: true }, &alone()).unwrap())?;
    check(original, &order(original, count.max(2), &alone()).unwrap())
}

/// Texts that look like labels, numbers and dates, made of what labels are made of.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "7", "10", "2020-01", "1970s", ", ", ",", "\"", "{", "}", "[", "]", "(", ")", "*", " ",
        "-", "–", " #2", "<", ">=", "n/a", ";", "ä", "(empty)",
    ]);
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn date(days: i64, notation: u8) -> String {
    let (year, month, day) = lethe_data::calendar::year_month_day(days as i32);
    match notation {
        0 => format!("{year:04}-{month:02}-{day:02}"),
        1 => format!("{day:02}.{month:02}.{year:04}"),
        2 => format!("{year:04}/{month:02}/{day:02}"),
        _ => format!("{year:04}-{month:02}-{day:02}T{:02}:30", days.rem_euclid(24)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn numbers(
        cells in prop::collection::vec((-500i64..500, 0u8..4), 1..25), bounded in any::<bool>(), count in 1usize..6,
        declared in any::<bool>(),
    ) {
        let spelt = |&(cell, how): &(i64, u8)| match (how, declared) {
            (0, true) => format!("{cell:+}"),
            (1, true) => format!("{cell:05}"),
            (2, _) => format!("{cell}e-1"),
            (3, _) => format!("{cell}.5"),
            _ => cell.to_string(),
        };
        let cells: Vec<String> = cells.iter().map(spelt).collect();
        let choice = if declared { TypeChoice::Declared(ValueType::Decimal) } else { TypeChoice::Infer };
        let original = column(&cells, choice);
        check_groups(&original, count)?;
        if original.value_type().is_numeric() {
            let widths = ["0.5", "10", "40"].map(|width| Decimal::parse(width).unwrap());
            let ends = if bounded { (Some(Decimal::from(-20)), Some(Decimal::from(20))) } else { (None, None) };
            let options = Intervals { from: ends.0, to: ends.1, ..Intervals::of_widths(widths) };
            check(&original, &intervals(&original, &options, &alone()).unwrap())?;
        }
    }

    #[test]
    fn times(days in prop::collection::vec(-800_000i64..3_000_000, 1..25), notation in 0u8..4, count in 1usize..6) {
        // Files write years with four digits.
        let days = days.into_iter().filter(|&days| (0..=9999).contains(&lethe_data::calendar::year_month_day(days as i32).0));
        let cells: Vec<String> = days.chain([0]).map(|days| date(days, notation)).collect();
        let original = column(&cells, TypeChoice::Infer);
        prop_assert!(matches!(original.value_type(), ValueType::Date | ValueType::DateTime));
        let parts = [DatePart::Day, DatePart::Month, DatePart::Quarter, DatePart::Year, DatePart::Decade];
        check(&original, &dates(&original, &parts, &alone()).unwrap())?;
        check_groups(&original, count)?;
    }

    #[test]
    fn texts(cells in prop::collection::vec(odd_text(), 1..25), right in any::<bool>(), step in 1usize..3, count in 1usize..6) {
        let original = column(&cells, TypeChoice::Declared(ValueType::Text));
        check_groups(&original, count)?;
        let side = if right { Side::Right } else { Side::Left };
        // Texts that masking cannot tell from each other are refused.
        if let Ok(hierarchy) = mask(&original, &Mask { step, ..Mask::new(side) }, &alone()) {
            check(&original, &hierarchy)?;
        }
    }

    #[test]
    fn truth_values(cells in prop::collection::vec("true|false|TRUE|False|t|F|1|0|yes|No", 1..25), count in 1usize..6) {
        check_groups(&column(&cells, TypeChoice::Declared(ValueType::Boolean)), count)?;
    }
}

#[test]
fn moments_that_an_offset_moves_into_another_year_are_found() {
    let cells = ["9999-12-31T23:30-01:00", "0000-01-01T00:30+01:00", "2020-01-01T10:00"].map(str::to_owned);
    let original = column(&cells, TypeChoice::Infer);
    assert_eq!(original.value_type(), ValueType::DateTime);
    let parts = [DatePart::Day, DatePart::Month, DatePart::Quarter, DatePart::Year, DatePart::Decade];
    check(&original, &dates(&original, &parts, &alone()).unwrap()).unwrap();
}
