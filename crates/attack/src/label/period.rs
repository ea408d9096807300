//! Dates, moments and calendar periods as spans of time.

use lethe_data::calendar::{self, DateNotation};

const DAY: i64 = 86_400_000_000;

/// A span of time: its first and its last microsecond since 1970-01-01T00:00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Period {
    pub(crate) first: i64,
    pub(crate) last: i64,
}

impl Period {
    pub(crate) fn moment(micros: i64) -> Self {
        Self { first: micros, last: micros }
    }

    pub(crate) fn day(day: i32) -> Self {
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
pub(crate) fn periods(text: &str, notations: &[DateNotation]) -> Vec<Period> {
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
    let number = |digits: &str, width: usize| -> Option<i32> {
        let fits = digits.len() == width && digits.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| digits.parse().ok())?
    };
    let month = |year: &str, month: &str| {
        let month = number(month, 2).filter(|month| (1..=12).contains(month))?;
        Period::months(number(year, 4)? * 12 + month - 1, 1)
    };
    if let Some(year) = number(text, 4) {
        return Period::months(year * 12, 12);
    }
    if let Some(decade) = text.strip_suffix('s') {
        return Period::months(number(decade, 4)? * 12, 120);
    }
    if let Some((year, quarter)) = text.split_once("-Q") {
        let quarter = number(quarter, 1).filter(|quarter| (1..=4).contains(quarter))?;
        return Period::months(number(year, 4)? * 12 + (quarter - 1) * 3, 3);
    }
    match (text.split_once('-'), text.split_once('/')) {
        (Some((year, digits)), _) | (_, Some((digits, year))) => month(year, digits),
        _ => None,
    }
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
        assert_eq!(span("1971"), days("1971-01-01", "1971-12-31"));
        assert_eq!(span("1960s"), days("1960-01-01", "1969-12-31"));
        assert_eq!(span("23.11.2020"), days("2020-11-23", "2020-11-23"));
        assert_eq!(span("2020-11-23T10:30"), days("2020-11-23", "2020-11-23"));
        for no in ["1971-13", "71", "2020-Q5", "abc", "", "19711"] {
            assert_eq!(span(no), None, "{no}");
        }
        assert_eq!(periods("01/02/2020", &DateNotation::ALL).len(), 2);
    }
}
