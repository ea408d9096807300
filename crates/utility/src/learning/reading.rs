//! What a label says in a column of numbers or dates.
//!
//! A release shows `[20-34]` where the original has 27, so the column is text to whoever reads the file. A learner reads
//! the middle of the interval: order and distance survive, which categories would lose.

use lethe_data::calendar::{self, DateNotation};
use lethe_data::{Decimal, Value, ValueType};

/// What the numbers of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Number,
    /// Counted in days.
    Date,
}

impl Scale {
    /// The scale of an original column; none for categories.
    pub(super) fn of(value_type: ValueType) -> Option<Self> {
        match value_type {
            ValueType::Integer | ValueType::Decimal => Some(Self::Number),
            ValueType::Date | ValueType::DateTime => Some(Self::Date),
            ValueType::Boolean | ValueType::Text | ValueType::Set => None,
        }
    }

    /// The first and last number that a parsed value stands for.
    pub(super) fn span(self, value: Value<'_>, text: &str) -> Option<(f64, f64)> {
        let point = |number: f64| Some((number, number));
        match (self, value) {
            (Self::Number, Value::Integer(number)) => point(number as f64),
            (Self::Number, Value::Decimal(number)) => point(number.to_f64()),
            (Self::Date, Value::Date(day)) => point(f64::from(day)),
            (Self::Date, Value::DateTime(micros)) => point(micros as f64 / DAY),
            _ => self.span_of_text(text),
        }
    }

    /// The first and last number of `27`, `[20-34]`, `[20, 35)`, `20 - 34`, `1990-05`, `1990s` and the like.
    pub(super) fn span_of_text(self, text: &str) -> Option<(f64, f64)> {
        if let Some(span) = self.bound(text) {
            return Some(span);
        }
        let inner = text.trim_start_matches(['[', '(', ']']).trim_end_matches(['[', ')', ']']);
        let mut cuts =
            inner.match_indices(',').chain(inner.match_indices(['-', '–']).filter(|(at, _)| *at > 0));
        cuts.find_map(|(at, cut)| {
            let (low, _) = self.bound(inner[..at].trim())?;
            let (_, high) = self.bound(inner[at + cut.len()..].trim())?;
            (low <= high).then_some((low, high))
        })
    }

    fn bound(self, text: &str) -> Option<(f64, f64)> {
        match self {
            Self::Number => Decimal::parse(text).map(|number| (number.to_f64(), number.to_f64())),
            Self::Date => moment(text).map(|day| (day, day)).or_else(|| period(text)),
        }
        .filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

const DAY: f64 = 86_400_000_000.0;

fn moment(text: &str) -> Option<f64> {
    if let Some(micros) = calendar::parse_datetime(text) {
        return Some(micros as f64 / DAY);
    }
    // Notations that differ only in which number is the month are not told apart by one date: none is guessed.
    let sure = [DateNotation::Iso, DateNotation::YearFirstSlashes, DateNotation::DayFirstDots];
    sure.into_iter().find_map(|notation| notation.parse(text)).map(f64::from)
}

/// The days of `1990-05`, `1990` and `1990s`.
fn period(text: &str) -> Option<(f64, f64)> {
    let first = |year: i32, month: u32| calendar::day_number(year, month, 1).map(f64::from);
    let year = |text: &str| text.parse::<i32>().ok().filter(|_| text.len() == 4);
    if let Some(decade) = text.strip_suffix('s').and_then(year) {
        return Some((first(decade, 1)?, first(decade + 10, 1)? - 1.0));
    }
    if let Some((before, month)) = text.split_once('-') {
        let (before, month) = (year(before)?, month.parse::<u32>().ok()?);
        let next = if month == 12 { first(before + 1, 1)? } else { first(before, month + 1)? };
        return Some((first(before, month)?, next - 1.0));
    }
    let year = year(text)?;
    Some((first(year, 1)?, first(year + 1, 1)? - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_numbers_are_read_in_every_spelling_of_ours() {
        for (text, span) in [
            ("27", (27.0, 27.0)),
            ("[20-34]", (20.0, 34.0)),
            ("[20, 35)", (20.0, 35.0)),
            ("[20-30)", (20.0, 30.0)),
            ("[-5, -1]", (-5.0, -1.0)),
            ("-5--1", (-5.0, -1.0)),
            ("0 - 49", (0.0, 49.0)),
            ("[1e-3, 2.5]", (0.001, 2.5)),
        ] {
            assert_eq!(Scale::Number.span_of_text(text), Some(span), "{text}");
        }
        for text in ["*", "n/a", "130**", "", "[34-20]", "-", "{1, 2}", "1990s"] {
            assert_eq!(Scale::Number.span_of_text(text), None, "{text}");
        }
    }

    #[test]
    fn dates_and_periods_are_read_as_days() {
        let day = |year, month, day| f64::from(calendar::day_number(year, month, day).unwrap());
        let read = |text| Scale::Date.span_of_text(text).unwrap();
        assert_eq!(read("1990-05-17"), (day(1990, 5, 17), day(1990, 5, 17)));
        assert_eq!(read("1990-12"), (day(1990, 12, 1), day(1990, 12, 31)));
        assert_eq!(read("1990"), (day(1990, 1, 1), day(1990, 12, 31)));
        assert_eq!(read("1990s"), (day(1990, 1, 1), day(1999, 12, 31)));
        assert_eq!(read("[1990-05-17, 1991-02-03]"), (day(1990, 5, 17), day(1991, 2, 3)));
        assert_eq!(Scale::Date.span_of_text("*"), None);
        assert_eq!(Scale::Date.span_of_text("ä990"), None);
    }
}
