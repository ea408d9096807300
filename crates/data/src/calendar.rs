//! Dates and times of day as users write them.
//!
//! A column is a date column only when one notation fits all its values. Notations that are ambiguous between day and
//! month first (`03/04/2020`) are told apart by the column as a whole and refused when both fit.

use chrono::{Datelike, NaiveDate, NaiveTime};

/// A way of writing a calendar date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateNotation {
    /// `2020-11-23`
    Iso,
    /// `2020/11/23`
    YearFirstSlashes,
    /// `23.11.2020`
    DayFirstDots,
    /// `23/11/2020`
    DayFirstSlashes,
    /// `11/23/2020`
    MonthFirstSlashes,
}

impl DateNotation {
    /// Every notation, in the order they are tried.
    pub const ALL: [Self; 5] = [
        Self::Iso,
        Self::YearFirstSlashes,
        Self::DayFirstDots,
        Self::DayFirstSlashes,
        Self::MonthFirstSlashes,
    ];

    /// Days since 1970-01-01, when `text` is a valid date in this notation.
    pub fn parse(self, text: &str) -> Option<i32> {
        let separator = match self {
            Self::Iso => '-',
            Self::DayFirstDots => '.',
            _ => '/',
        };
        let mut parts = text.split(separator);
        let fields = [parts.next()?, parts.next()?, parts.next()?];
        if parts.next().is_some() {
            return None;
        }
        let [year, month, day] = match self {
            Self::Iso | Self::YearFirstSlashes => fields,
            Self::DayFirstDots | Self::DayFirstSlashes => [fields[2], fields[1], fields[0]],
            Self::MonthFirstSlashes => [fields[2], fields[0], fields[1]],
        };
        // Fixed widths keep "2020-1-2" text, so that writing a date back never changes it.
        let date =
            NaiveDate::from_ymd_opt(digits(year, 4)?.cast_signed(), digits(month, 2)?, digits(day, 2)?)?;
        Some(days_since_epoch(date))
    }
}

fn digits(text: &str, width: usize) -> Option<u32> {
    (text.len() == width && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

fn days_since_epoch(date: NaiveDate) -> i32 {
    date.num_days_from_ce() - EPOCH_DAYS_FROM_CE
}

const EPOCH_DAYS_FROM_CE: i32 = 719_163;
const MICROS_A_DAY: i64 = 86_400_000_000;

/// The year, month and day of a day number, in the Gregorian calendar extended without end: different days are never
/// written alike, even those that files use for "forever".
pub fn year_month_day(days: i32) -> (i32, u32, u32) {
    // Years are counted from March, so that the leap day is the last of its year; 400 of them have 146,097 days.
    let since_march = i64::from(days) + DAYS_TO_EPOCH_FROM_MARCH_YEAR_0;
    let (cycle, day) = (since_march.div_euclid(DAYS_OF_400_YEARS), since_march.rem_euclid(DAYS_OF_400_YEARS));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    ((cycle * 400 + year + carry) as i32, month as u32, day_of_month as u32)
}

const DAYS_OF_400_YEARS: i64 = 146_097;
const DAYS_TO_EPOCH_FROM_MARCH_YEAR_0: i64 = 719_468;

/// The day number of a calendar date, when it exists.
pub fn day_number(year: i32, month: u32, day: u32) -> Option<i32> {
    NaiveDate::from_ymd_opt(year, month, day).map(days_since_epoch)
}

/// The day number written as `2020-11-23`.
pub fn iso_date(days: i32) -> String {
    let (year, month, day) = year_month_day(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Microseconds since 1970-01-01T00:00:00 (UTC where an offset is given) of `2020-11-23T10:30`, with optional seconds,
/// fraction of a second, and `Z` or `+01:00`; a space may stand for the `T`.
pub fn parse_datetime(text: &str) -> Option<i64> {
    if !text.is_ascii() || text.len() < 16 || !matches!(text.as_bytes()[10], b'T' | b' ') {
        return None;
    }
    let days = DateNotation::Iso.parse(&text[..10])?;
    let (clock, offset_minutes) = split_offset(&text[11..])?;
    let format = match clock.len() {
        5 => "%H:%M",
        8 => "%H:%M:%S",
        _ if clock.as_bytes().get(8) == Some(&b'.') => "%H:%M:%S%.f",
        _ => return None,
    };
    let time = NaiveTime::parse_from_str(clock, format).ok()?;
    let micros = time.signed_duration_since(NaiveTime::MIN).num_microseconds()?;
    Some(i64::from(days) * MICROS_A_DAY + micros - offset_minutes * 60_000_000)
}

fn split_offset(clock: &str) -> Option<(&str, i64)> {
    if let Some(utc) = clock.strip_suffix('Z') {
        return Some((utc, 0));
    }
    let Some(at) = clock.rfind(['+', '-']) else { return Some((clock, 0)) };
    let (hours, minutes) = clock[at + 1..].split_once(':')?;
    let minutes = i64::from(digits(hours, 2)? * 60 + digits(minutes, 2)?);
    Some((&clock[..at], if clock.as_bytes()[at] == b'-' { -minutes } else { minutes }))
}

/// The moment written as `2020-11-23T10:30:00`, with as many fraction digits as it needs.
pub fn iso_datetime(micros: i64) -> String {
    // A number of microseconds that fits 64 bits spans fewer days than fit 32.
    let days = micros.div_euclid(MICROS_A_DAY) as i32;
    let within = micros.rem_euclid(MICROS_A_DAY);
    let (seconds, fraction) = (within / 1_000_000, within % 1_000_000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{}T{hours:02}:{minutes:02}:{seconds:02}", iso_date(days));
    if fraction != 0 {
        let digits = format!(".{fraction:06}");
        text.push_str(digits.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_read_the_same_day() {
        let expected = Some(18_589);
        assert_eq!(DateNotation::Iso.parse("2020-11-23"), expected);
        assert_eq!(DateNotation::YearFirstSlashes.parse("2020/11/23"), expected);
        assert_eq!(DateNotation::DayFirstDots.parse("23.11.2020"), expected);
        assert_eq!(DateNotation::DayFirstSlashes.parse("23/11/2020"), expected);
        assert_eq!(DateNotation::MonthFirstSlashes.parse("11/23/2020"), expected);
        assert_eq!(iso_date(18_589), "2020-11-23");
    }

    #[test]
    fn days_and_dates_are_each_others_inverse_and_never_meet() {
        for days in (-800_000..2_900_000).step_by(13) {
            let (year, month, day) = year_month_day(days);
            assert_eq!(day_number(year, month, day), Some(days));
        }
        assert_ne!(iso_date(i32::MAX), iso_date(i32::MAX - 1));
        assert_ne!(iso_date(i32::MIN), iso_date(i32::MIN + 1));
        assert_ne!(iso_datetime(i64::MAX), iso_datetime(i64::MAX - 1));
        assert_ne!(iso_datetime(i64::MIN), iso_datetime(i64::MAX));
    }

    #[test]
    fn impossible_and_unpadded_dates_are_refused() {
        for text in ["2021-02-29", "2021-2-03", "2021-13-01", "20210101", "2021-01-01-01", ""] {
            assert_eq!(DateNotation::Iso.parse(text), None, "{text}");
        }
    }

    #[test]
    fn datetimes_keep_microseconds_and_apply_offsets() {
        assert_eq!(parse_datetime("1970-01-01T00:00:01.5Z"), Some(1_500_000));
        assert_eq!(parse_datetime("1970-01-01 01:00+01:00"), Some(0));
        assert_eq!(iso_datetime(1_500_000), "1970-01-01T00:00:01.5");
        assert_eq!(iso_datetime(-1), "1969-12-31T23:59:59.999999");
        for text in ["1970-01-01T25:00:00", "1970-01-01", "1970-01-01T00:00:0x", "1970-01-01T0000000"] {
            assert_eq!(parse_datetime(text), None, "{text}");
        }
    }
}
