//! The types a column can have and how a text is read as one of them.

use crate::Decimal;
use crate::calendar::{self, DateNotation};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    /// `true` or `false`.
    Boolean,
    /// Whole numbers that fit 64 bits, written without leading zeros.
    Integer,
    /// Numbers with a fraction or an exponent, up to 38 digits, compared exactly.
    Decimal,
    /// Calendar dates.
    Date,
    /// Dates with a time of day.
    DateTime,
    /// Anything else.
    Text,
    /// Several items in one cell; never inferred, only declared.
    Set,
}

impl ValueType {
    /// Every type with the name users write.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("boolean", Self::Boolean),
        ("integer", Self::Integer),
        ("decimal", Self::Decimal),
        ("date", Self::Date),
        ("datetime", Self::DateTime),
        ("text", Self::Text),
        ("set", Self::Set),
    ];

    /// The name users write.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, t)| *t == self).map_or("text", |(name, _)| name)
    }

    /// Whether values have a natural order other than that of their spelling.
    pub fn is_ordered(self) -> bool {
        !matches!(self, Self::Text | Self::Set)
    }

    /// Whether values are numbers.
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
    }
}

impl std::fmt::Display for ValueType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for ValueType {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, t)| *t).ok_or_else(|| {
            let names: Vec<_> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            format!("unknown type '{text}': expected one of {}", names.join(", "))
        })
    }
}

/// One parsed value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A truth value.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Decimal(Decimal),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00.
    DateTime(i64),
    /// A text, or the whole cell of a set.
    Text(&'a str),
}

impl Value<'_> {
    /// The value as an exact number, for numbers.
    pub fn as_decimal(&self) -> Option<Decimal> {
        match *self {
            Value::Integer(value) => Some(Decimal::from(value)),
            Value::Decimal(value) => Some(value),
            _ => None,
        }
    }

    /// The calendar day, for dates and moments.
    pub fn as_day(&self) -> Option<i32> {
        match *self {
            Value::Date(days) => Some(days),
            Value::DateTime(micros) => i32::try_from(micros.div_euclid(86_400_000_000)).ok(),
            _ => None,
        }
    }
}

/// A rule that reads texts as values of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueParser {
    value_type: ValueType,
    /// How dates are written; without one, each text is read in the first notation that fits it.
    notation: Option<DateNotation>,
}

impl ValueParser {
    /// Finds the narrowest type that fits every text: boolean, integer, decimal, date, datetime, else text.
    ///
    /// Numbers with leading zeros or a plus sign stay text, because `01234` is a code, not a quantity.
    pub fn infer<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut seen = texts.filter(|t| !t.is_empty()).peekable();
        if seen.peek().is_none() {
            return Self::text();
        }
        let mut candidates = vec![
            Self::of(ValueType::Boolean),
            Self::of(ValueType::Integer),
            Self::of(ValueType::Decimal),
            Self::of(ValueType::DateTime),
        ];
        candidates.extend(
            DateNotation::ALL.map(|notation| Self { value_type: ValueType::Date, notation: Some(notation) }),
        );
        for text in seen {
            candidates.retain(|candidate| candidate.fits_inference(text));
            if candidates.is_empty() {
                return Self::text();
            }
        }
        let ambiguous = candidates.iter().filter(|c| c.value_type == ValueType::Date).count() > 1;
        if ambiguous { Self::text() } else { candidates[0] }
    }

    /// A parser for a declared type: more tolerant of spellings than inference, and the date notation is the first
    /// that fits all texts.
    pub fn declared<'a>(value_type: ValueType, texts: &(impl Iterator<Item = &'a str> + Clone)) -> Self {
        let notation = DateNotation::ALL
            .into_iter()
            .find(|n| texts.clone().filter(|t| !t.is_empty()).all(|t| n.parse(t).is_some()))
            .unwrap_or(DateNotation::Iso);
        Self { value_type, notation: Some(notation) }
    }

    /// A parser for a declared type that reads every text by itself: whether one fits, and as what, does not depend on
    /// others. As tolerant as [`Self::declared`]; a date is read in the first notation that fits it.
    pub fn each(value_type: ValueType) -> Self {
        Self { value_type, notation: None }
    }

    /// The parser that takes everything as text.
    pub fn text() -> Self {
        Self::of(ValueType::Text)
    }

    fn of(value_type: ValueType) -> Self {
        Self { value_type, notation: Some(DateNotation::Iso) }
    }

    /// The type this parser reads.
    pub fn value_type(self) -> ValueType {
        self.value_type
    }

    /// Reads one text, or `None` when it is not of this type.
    pub fn parse(self, text: &str) -> Option<Value<'_>> {
        match self.value_type {
            ValueType::Boolean => parse_boolean(text).map(Value::Boolean),
            ValueType::Integer => text.parse().ok().map(Value::Integer),
            ValueType::Decimal => Decimal::parse(text).map(Value::Decimal),
            ValueType::Date => match self.notation {
                Some(notation) => notation.parse(text),
                None => DateNotation::ALL.into_iter().find_map(|notation| notation.parse(text)),
            }
            .map(Value::Date),
            ValueType::DateTime => calendar::parse_datetime(text)
                .or_else(|| Some(i64::from(DateNotation::Iso.parse(text)?) * 86_400_000_000))
                .map(Value::DateTime),
            ValueType::Text | ValueType::Set => Some(Value::Text(text)),
        }
    }

    fn fits_inference(self, text: &str) -> bool {
        match self.value_type {
            ValueType::Boolean => ["true", "false", "True", "False", "TRUE", "FALSE"].contains(&text),
            ValueType::Integer => is_plain_number(text) && text.parse::<i64>().is_ok(),
            ValueType::Decimal => is_plain_number(text) && Decimal::parse(text).is_some(),
            ValueType::DateTime => calendar::parse_datetime(text).is_some(),
            _ => self.parse(text).is_some(),
        }
    }
}

/// Whether a text is a number as quantities are written: `01234` is a code, and another one than `1234`.
pub(crate) fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    match digits {
        [b'0', next, ..] => matches!(next, b'.' | b'e' | b'E'),
        [first, ..] => first.is_ascii_digit() && text != "-0",
        [] => false,
    }
}

fn parse_boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "1" => Some(true),
        "false" | "f" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Orders two values of one type; texts by their bytes, `false` before `true`.
pub fn compare(left: &Value<'_>, right: &Value<'_>) -> Ordering {
    match (left, right) {
        (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
        (Value::Integer(a), Value::Integer(b)) | (Value::DateTime(a), Value::DateTime(b)) => a.cmp(b),
        (Value::Decimal(a), Value::Decimal(b)) => a.cmp(b),
        (Value::Date(a), Value::Date(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        _ => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inferred(texts: &[&str]) -> ValueType {
        ValueParser::infer(texts.iter().copied()).value_type()
    }

    #[test]
    fn types_are_the_narrowest_that_fit_every_value() {
        assert_eq!(inferred(&["1", "-2", "0"]), ValueType::Integer);
        assert_eq!(inferred(&["1", "2.5", "3e-7"]), ValueType::Decimal);
        assert_eq!(inferred(&["true", "false"]), ValueType::Boolean);
        assert_eq!(inferred(&["True", "FALSE"]), ValueType::Boolean);
        assert_eq!(inferred(&["2020-01-01", "1999-12-31"]), ValueType::Date);
        assert_eq!(inferred(&["2020-01-01T10:00", "1999-12-31 23:59:59"]), ValueType::DateTime);
        assert_eq!(inferred(&["2020-01-01", "x"]), ValueType::Text);
        assert_eq!(inferred(&["", ""]), ValueType::Text);
        assert_eq!(inferred(&[]), ValueType::Text);
        assert_eq!(inferred(&["99999999999999999999"]), ValueType::Decimal);
    }

    #[test]
    fn codes_that_look_like_numbers_stay_text() {
        for texts in [&["01234", "99999"][..], &["+1"], &["1", "007"], &["-0"], &["1 "], &["1_000"], &["NaN"]]
        {
            assert_eq!(inferred(texts), ValueType::Text, "{texts:?}");
        }
    }

    #[test]
    fn slash_dates_need_one_value_that_settles_the_order() {
        assert_eq!(inferred(&["03/04/2020", "23/04/2020"]), ValueType::Date);
        assert_eq!(inferred(&["03/04/2020", "04/23/2020"]), ValueType::Date);
        assert_eq!(inferred(&["03/04/2020", "05/06/2020"]), ValueType::Text);
        assert_eq!(inferred(&["23/04/2020", "04/23/2020"]), ValueType::Text);
    }

    #[test]
    fn declared_types_accept_more_spellings() {
        let parser = ValueParser::declared(ValueType::Boolean, &["y", "N"].into_iter());
        assert_eq!(parser.parse("y"), Some(Value::Boolean(true)));
        let parser = ValueParser::declared(ValueType::Integer, &["007"].into_iter());
        assert_eq!(parser.parse("007"), Some(Value::Integer(7)));
        assert_eq!(parser.parse("x"), None);
    }

    #[test]
    fn a_parser_for_each_text_takes_every_notation_of_a_date() {
        let parser = ValueParser::each(ValueType::Date);
        let day = parser.parse("2020-04-23");
        assert!(day.is_some());
        for text in ["2020/04/23", "23.04.2020", "23/04/2020", "04/23/2020"] {
            assert_eq!(parser.parse(text), day, "{text}");
        }
        assert_eq!(parser.parse("03/04/2020"), parser.parse("2020-04-03"), "the day comes first");
        assert_eq!(parser.parse("soon"), None);
    }
}
