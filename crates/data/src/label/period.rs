//! Dates, moments and calendar periods as spans of time.

use crate::calendar::{self, DateNotation};

const DAY: i64 = 86_400_000_000;

/// A span of time: its first and its last microsecond since 1970-01-01T00:00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period {
    /// The first microsecond.
    pub first: i64,
    /// The last microsecond.
    pub last: i64,
}

impl Period {
    /// A moment, which has no length.
    pub fn moment(micros: i64) -> Self {
        Self { first: micros, last: micros }
    }

    /// A day, counted from 1970-01-01.
    pub fn day(day: i32) -> Self {
        let first = i64::from(day) * DAY;
        Self { first, last: first + DAY - 1 }
    }

    /// Whole months, counted from the year 0.
    fn months(first: i32, count: i32) -> Option<Self> {
        let start = |months: i32| {
            calendar::day_number(months.div_euclid(12), months.rem_euclid(12).cast_unsigned() + 1, 1)
        };
        let (first, after) = (start(first)?, start(first + count)?);
        Some(Self { first: i64::from(first) * DAY, last: i64::from(after) * DAY - 1 })
    }
}

/// Every way to read a text as a time: a day in one of the notations, a moment, a month (`1971-06`, `06/1971`), a quarter
/// (`1971-Q2`), a year (`1971`) or a decade (`1970s`).
pub fn periods(text: &str, notations: &[DateNotation]) -> Vec<Period> {
    let text = text.trim();
    // Years have four digits, and a time of day ends the longest of these.
    if text.len() < 4 || text.len() > 40 || !text.is_ascii() {
        return Vec::new();
    }
    let mut found: Vec<Period> =
        notations.iter().filter_map(|notation| notation.parse(text)).map(Period::day).collect();
    found.extend(calendar::parse_datetime(text).map(Period::moment));
    found.extend(calendar_period(text));
    found.sort_unstable();
    found.dedup();
    found
}

fn calendar_period(text: &str) -> Option<Period> {
    if let Some(year) = year(text) {
        return Period::months(year * 12, 12);
    }
    if let Some(decade) = text.strip_suffix('s') {
        return Period::months(year(decade)? * 12, 120);
    }
    if let Some((before, quarter)) = text.split_once("-Q") {
        return Period::months(year(before)? * 12 + (among(quarter, 4)? - 1) * 3, 3);
    }
    let (before, last) = text.rsplit_once('-').or_else(|| {
        let (month, year) = text.split_once('/')?;
        Some((year, month))
    })?;
    if let Some((above, month)) = before.rsplit_once('-')
        && let Some(year) = year(above)
    {
        let (month, day) = (among(month, 12)?.cast_unsigned(), among(last, 31)?.cast_unsigned());
        return calendar::day_number(year, month, day).map(Period::day);
    }
    Period::months(year(before)? * 12 + among(last, 12)? - 1, 1)
}

/// A year of four digits, or what a moment's offset can make of the first and of the last of these.
fn year(text: &str) -> Option<i32> {
    let is_year = match text.strip_prefix('-') {
        Some(digits) => digits.len() == 3 && is_number(digits),
        None => (text.len() == 4 && is_number(text)) || text == "10000",
    };
    is_year.then(|| text.parse().ok())?
}

/// A number from 1 to `last` of at most two digits.
fn among(text: &str, last: i32) -> Option<i32> {
    let fits = (1..=2).contains(&text.len()) && is_number(text);
    fits.then(|| text.parse().ok())?.filter(|number| (1..=last).contains(number))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_end_with_their_last_day() {
        let span = |text: &str| {
            let found = periods(text, &DateNotation::ALL);
            assert!(found.len() <= 1, "{text}");
            let day = |micros: i64| calendar::iso_date(micros.div_euclid(DAY) as i32);
            found.first().map(|period| (day(period.first), day(period.last)))
        };
        let days = |first: &str, last: &str| Some((first.to_owned(), last.to_owned()));
        assert_eq!(span("1971-06"), days("1971-06-01", "1971-06-30"));
        assert_eq!(span("12/1971"), days("1971-12-01", "1971-12-31"));
        assert_eq!(span("2020-Q1"), days("2020-01-01", "2020-03-31"));
        assert_eq!(span("1971-6"), span("1971-06"));
        assert_eq!(span("1971-6-9"), days("1971-06-09", "1971-06-09"));
        assert_eq!(span("-001-12-31"), days("-001-12-31", "-001-12-31"));
        assert_eq!(span("10000-01"), days("10000-01-01", "10000-01-31"));
        assert_eq!(span("-001-12"), days("-001-12-01", "-001-12-31"));
        assert_eq!(span("1971"), days("1971-01-01", "1971-12-31"));
        assert_eq!(span("1960s"), days("1960-01-01", "1969-12-31"));
        assert_eq!(span("23.11.2020"), days("2020-11-23", "2020-11-23"));
        assert_eq!(span("2020-11-23T10:30"), days("2020-11-23", "2020-11-23"));
        for no in [
            "1971-13",
            "71",
            "2020-Q5",
            "abc",
            "",
            "19711",
            "1971-",
            "1971-006",
            "1971-02-30",
            "1971-13-01",
            "-1971",
        ] {
            assert_eq!(span(no), None, "{no}");
        }
        assert_eq!(periods("01/02/2020", &DateNotation::ALL).len(), 2);
    }
}
