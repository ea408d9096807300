//! A hierarchy for a column that was given none.
//!
//! Without one a value can only be published or suppressed. What kind of information a column holds decides first (countries, diagnoses,
//! postcodes), then its type: dates become calendar periods, numbers intervals of round widths. Texts of unknown meaning get none: their
//! alphabetical neighbours have nothing in common.

use crate::recipe_file::HierarchyRecipe;
use lethe_data::hierarchy::make::{DatePart, Groups, Intervals, Known, Mask, Side, known_share};
use lethe_data::{Column, Decimal, ValueType};
use lethe_discovery::kind::Kind;

/// A classification is used for a column when it has at least this share of its values.
const KNOWN: f64 = 0.5;
/// Intervals that the bulk of the numbers is divided into on the lowest level.
const FINEST: f64 = 16.0;
/// Levels of intervals, each twice as wide as the one below.
const LEVELS: usize = 4;
/// A column with fewer values is left as it is.
const FEWEST_VALUES: usize = 4;
/// Texts of one length are codes from this many values on.
const FEWEST_CODES: usize = 20;
/// With more than this share of the rows in one interval, groups of equal size are used instead.
const CROWDED: f64 = 0.5;
/// Groups of about equally many rows.
const GROUPS: usize = 16;

/// The hierarchy that a column gets when none is given; `None` where nothing sensible is known.
///
/// **Guarantee**: [`super::build`] can make it from the column.
pub fn default_hierarchy(column: &Column, kind: Option<Kind>) -> Option<HierarchyRecipe> {
    let mask = || HierarchyRecipe::Mask(Mask::new(Side::Right));
    match (kind, column.value_type()) {
        (Some(Kind::Country | Kind::Nationality), _) if known_share(column, Known::Countries) >= KNOWN => {
            return Some(HierarchyRecipe::Known(Known::Countries));
        }
        (Some(Kind::DiseaseCode), _) if known_share(column, Known::Icd10) >= KNOWN => {
            return Some(HierarchyRecipe::Known(Known::Icd10));
        }
        (Some(Kind::Postcode | Kind::Phone | Kind::RecordNumber), _) => return Some(mask()),
        _ => {}
    }
    if column.dictionary().len() < FEWEST_VALUES {
        return None;
    }
    match column.value_type() {
        ValueType::Date | ValueType::DateTime => {
            Some(HierarchyRecipe::Dates(vec![DatePart::Month, DatePart::Year, DatePart::Decade]))
        }
        ValueType::Integer | ValueType::Decimal => numbers(column),
        ValueType::Text if is_code(column) => Some(mask()),
        _ => None,
    }
}

/// Whether the values are codes: of one length, with digits.
fn is_code(column: &Column) -> bool {
    let texts = || column.dictionary().texts();
    let length = texts().next().map_or(0, |text| text.chars().count());
    column.dictionary().len() >= FEWEST_CODES
        && length >= 3
        && texts().all(|text| text.chars().count() == length && text.chars().any(|one| one.is_ascii_digit()))
}

/// Intervals of round widths over the bulk of the numbers; values beyond it share a label.
fn numbers(column: &Column) -> Option<HierarchyRecipe> {
    let dictionary = column.dictionary();
    let value = |code: usize| dictionary.value(code as u32).as_decimal();
    let rows = column.histogram(None);
    let rows = &rows[..dictionary.len().min(rows.len())];
    let (low, high) = (value(at_share(rows, 0.01)?)?, value(at_share(rows, 0.99)?)?);
    let range = high.checked_sub(low)?.to_f64();
    let groups = HierarchyRecipe::Groups(Groups { count: GROUPS, merge: true });
    if range <= 0.0 {
        return Some(groups);
    }
    let least = if column.value_type() == ValueType::Integer { 2.0 } else { 0.0 };
    let width = round_width((range / FINEST).max(least))?;
    let intervals = Intervals::fanning_out(width, 2, LEVELS)?;
    let widest = *intervals.widths.last()?;
    let largest = (0..rows.len())
        .try_fold((None, 0u64, 0u64), |(current, count, most), code| {
            let place = value(code)?.div_floor(width)?;
            let count = if current == Some(place) { count + rows[code] } else { rows[code] };
            Some((Some(place), count, most.max(count)))
        })?
        .2;
    if largest as f64 > CROWDED * rows.iter().sum::<u64>() as f64 && rows.len() > GROUPS {
        return Some(groups);
    }
    // Intervals begin at a multiple of the widest, so that labels are round, and end after the bulk.
    let from = widest.checked_mul(low.div_floor(widest)?)?;
    let to = width.checked_mul(high.div_floor(width)?.checked_add(1)?)?;
    let (smallest, greatest) = (value(0)?, value(rows.len() - 1)?);
    let bounds = ((smallest < from).then_some(from), (greatest >= to).then_some(to));
    let from = bounds.0.or((from > Decimal::ZERO).then_some(from));
    Some(HierarchyRecipe::Intervals(Intervals { from, to: bounds.1, ..intervals }))
}

/// The code below which this share of the rows lies.
fn at_share(rows: &[u64], share: f64) -> Option<usize> {
    let all: u64 = rows.iter().sum();
    let wanted = (share * all as f64) as u64;
    let mut before = 0;
    rows.iter().position(|rows| {
        before += rows;
        before > wanted
    })
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below a number.
fn round_width(least: f64) -> Option<Decimal> {
    let power = least.log10().floor();
    let digit = least / 10f64.powf(power);
    let (digit, power) = match digit {
        digit if digit <= 1.0 => (1, power),
        digit if digit <= 2.0 => (2, power),
        digit if digit <= 5.0 => (5, power),
        _ => (1, power + 1.0),
    };
    (-30.0..30.0).contains(&power).then(|| Decimal::new(digit, power as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Context, TypeChoice};
    use std::path::Path;

    fn column(values: impl Iterator<Item = String>) -> Column {
        let values: Vec<String> = values.collect();
        Column::from_texts("c", values.iter().map(|value| Some(value.as_str())), TypeChoice::Infer).unwrap()
    }

    fn written(column: &Column, kind: Option<Kind>) -> String {
        let hierarchy = default_hierarchy(column, kind);
        if let Some(hierarchy) = &hierarchy {
            let context = Context::new(1).unwrap();
            super::super::build(hierarchy, column, Path::new(""), &context).unwrap();
        }
        serde_json::to_string(&hierarchy).unwrap()
    }

    #[test]
    fn numbers_get_round_intervals() {
        let ages = column((0..1000).map(|row| (17 + row % 74).to_string()));
        assert_eq!(written(&ages, None), r#"{"intervals":[5,10,20,40]}"#);
        let years = column((0..1000).map(|row| (1950 + row % 60).to_string()));
        assert_eq!(written(&years, None), r#"{"intervals":[5,10,20,40],"from":1920}"#);
        let few = column((0..1000).map(|row| (row % 3).to_string()));
        assert_eq!(written(&few, None), "null");
        let small = column((0..1000).map(|row| (row % 9).to_string()));
        assert_eq!(written(&small, None), r#"{"intervals":[2,4,8,16]}"#);
        let shares = column((0..1000).map(|row| format!("0.{row:03}")));
        assert_eq!(written(&shares, None), r#"{"intervals":[0.1,0.2,0.4,0.8]}"#);
    }

    #[test]
    fn skewed_numbers_get_groups() {
        let incomes = column((0..1000).map(|row| (if row < 900 { row } else { 1_000 * row }).to_string()));
        assert_eq!(written(&incomes, None), r#"{"groups":16,"merge":true}"#);
    }

    #[test]
    fn kinds_and_types_decide() {
        let dates = column((1..29).map(|day| format!("2020-02-{day:02}")));
        assert_eq!(written(&dates, None), r#"{"dates":["month","year","decade"]}"#);
        let codes = column((0..30).map(|code| format!("A{code:02}")));
        assert_eq!(written(&codes, None), r#"{"mask":"right","keep":1,"step":1}"#);
        assert_eq!(written(&codes, Some(Kind::DiseaseCode)), r#"{"known":"icd-10"}"#);
        let words = column((0..30).map(|word| format!("word {word}")));
        assert_eq!(written(&words, None), "null");
        let countries = column(["France", "Peru", "Japan", "Kenya"].into_iter().map(str::to_owned));
        assert_eq!(written(&countries, Some(Kind::Country)), r#"{"known":"countries"}"#);
        assert_eq!(written(&countries, None), "null");
    }
}
