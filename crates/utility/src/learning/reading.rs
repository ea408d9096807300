//! What a label says in a column of numbers or dates.
//!
//! A release shows `[20-34]` where the original has 27, so the column is text to whoever reads the file. A learner reads
//! the middle of the interval: order and distance survive, which categories would lose.

use lethe_data::calendar::DateNotation;
use lethe_data::label::{Period, span};
use lethe_data::{Value, ValueType};

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
            (Self::Date, Value::DateTime(micros)) => point(micros as f64 / DAY as f64),
            _ => self.span_of_text(text),
        }
    }

    /// The first and last number of `27`, `[20-34]`, `[20, 35)`, `20 - 34`, `1990-05`, `1990s` and the like.
    pub(super) fn span_of_text(self, text: &str) -> Option<(f64, f64)> {
        match self {
            Self::Number => span::of_numbers(text).map(|(low, high)| (low.to_f64(), high.to_f64())),
            Self::Date => span::of_times(text, &SURE).map(in_days),
        }
        .filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

/// Notations that differ only in which number is the month are not separated by one date: none of these is guessed.
const SURE: [DateNotation; 3] =
    [DateNotation::Iso, DateNotation::YearFirstSlashes, DateNotation::DayFirstDots];

const DAY: i64 = 86_400_000_000;

/// The first and the last day of a period; a moment is a fraction of its day.
fn in_days(period: Period) -> (f64, f64) {
    if period.first == period.last {
        let moment = period.first as f64 / DAY as f64;
        return (moment, moment);
    }
    (period.first.div_euclid(DAY) as f64, period.last.div_euclid(DAY) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::calendar;

    #[test]
    fn dates_and_periods_are_read_as_days() {
        let day = |year, month, day| f64::from(calendar::day_number(year, month, day).unwrap());
        let read = |text| Scale::Date.span_of_text(text).unwrap();
        assert_eq!(read("1990-05-17"), (day(1990, 5, 17), day(1990, 5, 17)));
        assert_eq!(read("1990-12"), (day(1990, 12, 1), day(1990, 12, 31)));
        assert_eq!(read("1990"), (day(1990, 1, 1), day(1990, 12, 31)));
        assert_eq!(read("1990s"), (day(1990, 1, 1), day(1999, 12, 31)));
        assert_eq!(read("[1990-05-17, 1991-02-03]"), (day(1990, 5, 17), day(1991, 2, 3)));
        assert_eq!(read("1990-Q2"), (day(1990, 4, 1), day(1990, 6, 30)));
        assert_eq!(read("1990-05-17T12:00"), (day(1990, 5, 17) + 0.5, day(1990, 5, 17) + 0.5));
        assert_eq!(Scale::Date.span_of_text("01/02/1990"), None);
        assert_eq!(Scale::Date.span_of_text("*"), None);
        assert_eq!(Scale::Date.span_of_text("ä990"), None);
    }
}
