//! The numbers or times between which a label lies, without a column to hold it against.

use super::{Between, Period, Reading, periods, readings};
use crate::Decimal;
use crate::calendar::DateNotation;

/// The least and the largest number of `27`, `[20-34]`, `[20, 35)` and `20 - 34`; `None` for sets, masks and labels that are
/// open on one side, which have no middle.
pub fn of_numbers(label: &str) -> Option<(Decimal, Decimal)> {
    let number = |text: &str| Decimal::parse(text.trim());
    first_fit(label, |text| number(text).map(|number| (number, number)))
}

/// The time of `1990-05-17`, `1990-05`, `1990s`, `[1990-05-17, 1991-02-03]` and the like.
pub fn of_times(label: &str, notations: &[DateNotation]) -> Option<Period> {
    let time = |text: &str| periods(text, notations).first().map(|period| (period.first, period.last));
    first_fit(label, time).map(|(first, last)| Period { first, last })
}

fn first_fit<T: PartialOrd>(label: &str, read: impl Fn(&str) -> Option<(T, T)>) -> Option<(T, T)> {
    let between = |between: &Between| {
        let (low, high) = (between.low.as_ref()?, between.high.as_ref()?);
        let ((low, _), (_, high)) = (read(&low.text)?, read(&high.text)?);
        (low <= high).then_some((low, high))
    };
    readings(label).iter().find_map(|reading| match reading {
        Reading::Spelt(text) => read(text),
        Reading::Between(ends) => between(ends),
        Reading::Anything | Reading::OneOf(_) | Reading::Mask(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_numbers_are_read_in_every_spelling_of_ours() {
        for (label, low, high) in [
            ("27", "27", "27"),
            ("[20-34]", "20", "34"),
            ("[20, 35)", "20", "35"),
            ("[20-30)", "20", "30"),
            ("[-5, -1]", "-5", "-1"),
            ("-5--1", "-5", "-1"),
            ("0 - 49", "0", "49"),
            ("[1e-3, 2.5]", "0.001", "2.5"),
        ] {
            assert_eq!(of_numbers(label), Decimal::parse(low).zip(Decimal::parse(high)), "{label}");
        }
        for label in ["*", "n/a", "130**", "", "[34-20]", "-", "{1, 2}", "1990s", "<5", ">=80"] {
            assert_eq!(of_numbers(label), None, "{label}");
        }
    }
}
