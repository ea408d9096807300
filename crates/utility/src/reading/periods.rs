//! Calendar periods.

use super::Covered;
use crate::values::Values;
use lethe_data::{Value, ValueType, calendar};

const MICROS_OF_A_DAY: i64 = 86_400_000_000;

/// Reads `2020-11-23`, `2020-11`, `2020-Q4`, `2020` and `2020s` for columns of dates and moments.
pub(super) fn read(text: &str, original: &Values<'_>) -> Option<Covered> {
    let (first, end) = days(text)?;
    let bound = |day: i32| match original.value_type() {
        ValueType::Date => Some(Value::Date(day)),
        ValueType::DateTime => Some(Value::DateTime(i64::from(day) * MICROS_OF_A_DAY)),
        _ => None,
    };
    Some(Covered::Range(original.first_not_below(&bound(first)?), original.first_not_below(&bound(end)?)))
}

/// The first day of a period and the day after its last.
fn days(text: &str) -> Option<(i32, i32)> {
    let month = |year: i32, month: u32| {
        // A month after the last is the first of the next year.
        let (year, month) = if month > 12 { (year.checked_add(1)?, month - 12) } else { (year, month) };
        calendar::day_number(year, month, 1)
    };
    let months = |year: i32, first: u32, count: u32| Some((month(year, first)?, month(year, first + count)?));
    if let Some(decade) = text.strip_suffix('s') {
        let year: i32 = decade.parse().ok()?;
        return Some((month(year, 1)?, month(year.checked_add(10)?, 1)?));
    }
    match text.splitn(3, '-').collect::<Vec<_>>()[..] {
        [year] => months(year.parse().ok()?, 1, 12),
        [year, part] => {
            let year: i32 = year.parse().ok()?;
            match part.strip_prefix('Q') {
                Some(quarter) => {
                    let quarter: u32 = quarter.parse().ok().filter(|quarter| (1..=4).contains(quarter))?;
                    months(year, 3 * quarter - 2, 3)
                }
                None => months(year, part.parse().ok().filter(|month| (1..=12).contains(month))?, 1),
            }
        }
        [year, month, day] => {
            let first = calendar::day_number(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
            Some((first, first.checked_add(1)?))
        }
        _ => None,
    }
}
