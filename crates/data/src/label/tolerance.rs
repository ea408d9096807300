//! How far a known value may be from the true one.

use super::Period;
use crate::{Decimal, ValueType};

/// The largest error of a known value, in the unit of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Numbers differ by at most so much.
    Number(Decimal),
    /// Times differ by at most so many days.
    Days(u32),
    /// Texts are at most so many edits apart: characters inserted, deleted or replaced.
    Edits(u32),
}

/// More edits than this turn most words into each other.
const MOST_EDITS: u32 = 16;
/// About a thousand years.
const MOST_DAYS: u32 = 366_000;
pub(super) const DAY: i64 = 86_400_000_000;

impl Tolerance {
    /// Reads the tolerance of a column of a type.
    ///
    /// **Errors**: the type has no distance, or the text is no distance of the type; the message says what to write.
    pub fn parse(text: &str, value_type: ValueType) -> Result<Self, String> {
        let whole = |most: u32| text.trim().parse::<u32>().ok().filter(|number| *number <= most);
        match value_type {
            ValueType::Integer | ValueType::Decimal => {
                let number = Decimal::parse(text.trim()).filter(|number| *number >= Decimal::ZERO);
                number.map(Self::Number).ok_or_else(|| "write a number such as 2 or 0.5".to_owned())
            }
            ValueType::Date | ValueType::DateTime => {
                let days = whole(MOST_DAYS).map(Self::Days);
                days.ok_or_else(|| format!("write a number of days, at most {MOST_DAYS}"))
            }
            ValueType::Text => {
                let edits = whole(MOST_EDITS).map(Self::Edits);
                edits.ok_or_else(|| format!("write a number of edits, at most {MOST_EDITS}"))
            }
            ValueType::Boolean | ValueType::Set => {
                Err(format!("a column of type {value_type} has no tolerance; numbers, dates and texts do"))
            }
        }
    }

    /// Whether a known value is the true one.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Number(distance) => distance == Decimal::ZERO,
            Self::Days(distance) | Self::Edits(distance) => distance == 0,
        }
    }

    /// A time with those within the tolerance of it.
    pub(super) fn widened(self, time: Period) -> Period {
        let Self::Days(days) = self else { return time };
        let length = i64::from(days) * DAY;
        Period { first: time.first.saturating_sub(length), last: time.last.saturating_add(length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_unit() {
        let of = |text: &str, value_type| Tolerance::parse(text, value_type);
        assert_eq!(of("2.5", ValueType::Integer), Ok(Tolerance::Number(Decimal::new(25, -1))));
        assert_eq!(of("30", ValueType::Date), Ok(Tolerance::Days(30)));
        assert_eq!(of("1", ValueType::Text), Ok(Tolerance::Edits(1)));
        for (text, value_type) in [
            ("-1", ValueType::Decimal),
            ("1.5", ValueType::Date),
            ("17", ValueType::Text),
            ("x", ValueType::Integer),
            ("1", ValueType::Boolean),
        ] {
            assert!(of(text, value_type).is_err(), "{text} {value_type}");
        }
        assert!(Tolerance::Edits(0).is_exact() && !Tolerance::Days(1).is_exact());
    }
}
