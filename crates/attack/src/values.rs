//! The values that an attacker knows of a column, in the orders in which labels ask for them.

mod text_order;

use crate::label::{Between, End, Mask, Period, Reading, periods, readings};
use lethe_data::calendar::DateNotation;
use lethe_data::{Column, Decimal, Dictionary, Value, ValueType};
use text_order::is_of_texts;

/// The values of a dictionary by spelling, as numbers and as times.
pub(crate) struct Values<'a> {
    texts: Vec<(&'a str, u32)>,
    numbers: Vec<(Decimal, u32)>,
    times: Vec<(Period, u32)>,
    /// The longest of the times, in microseconds.
    longest: i64,
    notations: Vec<DateNotation>,
    is_numeric: bool,
    /// Whether intervals between numbers may be intervals of texts, too.
    in_text_order: bool,
}

impl<'a> Values<'a> {
    /// The known values of a column, to be asked about the labels of a released one.
    ///
    /// **Cost**: three sorts of the distinct values.
    pub(crate) fn new(known: &'a Column, released: &Column) -> Self {
        let dictionary = known.dictionary();
        let value_type = dictionary.value_type();
        let mut values = Self::of(dictionary);
        values.in_text_order = matches!(value_type, ValueType::Text | ValueType::Set | ValueType::Boolean)
            || released.dictionary().texts().any(is_of_texts);
        values
    }

    fn of(dictionary: &'a Dictionary) -> Self {
        let codes = || 0..dictionary.len() as u32;
        let is_numeric = dictionary.value_type().is_numeric();
        let notations = notations(dictionary);
        let mut texts: Vec<(&str, u32)> = codes().map(|code| (dictionary.text(code), code)).collect();
        let number = |code: u32| match dictionary.value(code).as_decimal() {
            Some(number) => Some((number, code)),
            None => plain_number(dictionary.text(code)).map(|number| (number, code)),
        };
        let mut numbers: Vec<(Decimal, u32)> = codes().filter_map(number).collect();
        let mut times = Vec::new();
        for code in codes() {
            match dictionary.value(code) {
                Value::Date(day) => times.push((Period::day(day), code)),
                Value::DateTime(micros) => times.push((Period::moment(micros), code)),
                Value::Text(text) if plain_number(text).is_none() => {
                    times.extend(periods(text, &notations).into_iter().map(|period| (period, code)));
                }
                _ => {}
            }
        }
        texts.sort_unstable();
        numbers.sort_unstable();
        times.sort_unstable();
        let longest = times.iter().map(|(time, _)| time.last - time.first).max().unwrap_or(0);
        Self { texts, numbers, times, longest, notations, is_numeric, in_text_order: false }
    }

    /// The known values that are consistent with a label, ascending.
    ///
    /// **Cost**: a few binary searches and what is found; a look at each value where a mask hides its first characters.
    pub(crate) fn under(&self, label: &str) -> Vec<u32> {
        let mut found = Vec::new();
        for reading in readings(label) {
            match reading {
                Reading::Anything => found.extend(self.texts.iter().map(|&(_, code)| code)),
                Reading::Exactly(text) => self.equal(&text, &mut found),
                Reading::Between(between) => self.between(&between, &mut found),
                Reading::Mask(mask) => self.masked(&mask, &mut found),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The known values that a text spells: the same text, number, or time.
    pub(crate) fn equal(&self, text: &str, found: &mut Vec<u32>) {
        found.extend(range(&self.texts, |other| *other < text, |other| *other <= text));
        if let Some(number) = self.number(text) {
            found.extend(range(&self.numbers, |other| *other < number, |other| *other <= number));
        }
        for period in self.periods(text) {
            self.overlapping(period, found);
        }
    }

    fn between(&self, between: &Between, found: &mut Vec<u32>) {
        let of_numbers = self.between_numbers(between, found);
        let of_times = self.between_times(between, found);
        if between.of_texts && (self.in_text_order || !(of_numbers || of_times)) {
            self.between_texts(between, found);
        }
    }

    /// Whether the ends are numbers in order.
    fn between_numbers(&self, between: &Between, found: &mut Vec<u32>) -> bool {
        let end = |end: &Option<End>| match end {
            Some(end) => self.number(&end.text).map(|number| Some((number, end.included))),
            None => Some(None),
        };
        let (Some(low), Some(high)) = (end(&between.low), end(&between.high)) else { return false };
        if low.zip(high).is_some_and(|((low, _), (high, _))| low > high) {
            return false;
        }
        let is_below =
            |other: &Decimal| low.is_some_and(|(low, included)| *other < low || (!included && *other == low));
        let is_within = |other: &Decimal| {
            high.is_none_or(|(high, included)| *other < high || (included && *other == high))
        };
        found.extend(range(&self.numbers, is_below, is_within));
        true
    }

    /// Whether the ends are times in order.
    fn between_times(&self, between: &Between, found: &mut Vec<u32>) -> bool {
        let ends = |end: &Option<End>| match end {
            Some(end) => self.periods(&end.text).into_iter().map(|time| Some((time, end.included))).collect(),
            None => vec![None],
        };
        let (lows, highs) = (ends(&between.low), ends(&between.high));
        let mut any = false;
        for low in &lows {
            for high in &highs {
                let first = match low {
                    None => i64::MIN,
                    Some((time, true)) => time.first,
                    Some((time, false)) => time.last.saturating_add(1),
                };
                let last = match high {
                    None => i64::MAX,
                    Some((time, true)) => time.last,
                    Some((time, false)) => time.first.saturating_sub(1),
                };
                if first <= last {
                    self.overlapping(Period { first, last }, found);
                    any = true;
                }
            }
        }
        any
    }

    fn between_texts(&self, between: &Between, found: &mut Vec<u32>) {
        let (low, high) = (between.low.as_ref(), between.high.as_ref());
        let is_below = |other: &&str| {
            low.is_some_and(|low| *other < low.text.as_str() || (!low.included && *other == low.text))
        };
        let is_within = |other: &&str| {
            high.is_none_or(|high| *other < high.text.as_str() || (high.included && *other == high.text))
        };
        found.extend(range(&self.texts, is_below, is_within));
    }

    fn masked(&self, mask: &Mask, found: &mut Vec<u32>) {
        let start = match mask {
            Mask::Prefix(shown, _) => self.texts.partition_point(|(text, _)| *text < shown.as_str()),
            Mask::Suffix(..) | Mask::Pattern(_) => 0,
        };
        let candidates = self.texts[start..].iter().take_while(|(text, _)| match mask {
            Mask::Prefix(shown, _) => text.starts_with(shown.as_str()),
            Mask::Suffix(..) | Mask::Pattern(_) => true,
        });
        found.extend(candidates.filter(|(text, _)| mask.holds(text)).map(|&(_, code)| code));
    }

    /// A known time that is longer than the label's, such as a month against a day, may be that day.
    fn overlapping(&self, period: Period, found: &mut Vec<u32>) {
        let earliest = period.first.saturating_sub(self.longest);
        let start = self.times.partition_point(|(time, _)| time.first < earliest);
        let times = self.times[start..].iter().take_while(|(time, _)| time.first <= period.last);
        found.extend(times.filter(|(time, _)| time.last >= period.first).map(|&(_, code)| code));
    }

    fn number(&self, text: &str) -> Option<Decimal> {
        if self.numbers.is_empty() {
            return None;
        }
        if self.is_numeric { Decimal::parse(text.trim()) } else { plain_number(text.trim()) }
    }

    fn periods(&self, text: &str) -> Vec<Period> {
        if self.times.is_empty() { Vec::new() } else { periods(text, &self.notations) }
    }
}

/// The codes between the first entry that is not below and the last that is within.
fn range<T>(
    sorted: &[(T, u32)],
    is_below: impl Fn(&T) -> bool,
    is_within: impl Fn(&T) -> bool,
) -> impl Iterator<Item = u32> {
    let start = sorted.partition_point(|(value, _)| is_below(value));
    let rest = &sorted[start..];
    let end = rest.partition_point(|(value, _)| is_within(value));
    rest[..end].iter().map(|&(_, code)| code)
}

/// A number as quantities are written: `01234` is a code, and another one than `1234`.
fn plain_number(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let is_plain = match digits {
        [b'0', next, ..] => matches!(next, b'.' | b'e' | b'E'),
        [first, ..] => first.is_ascii_digit(),
        [] => false,
    };
    is_plain.then(|| Decimal::parse(text))?
}

/// The notations in which every date of a column is the date that it was read as; all of them where it has no dates.
fn notations(dictionary: &Dictionary) -> Vec<DateNotation> {
    let mut notations = DateNotation::ALL.to_vec();
    if dictionary.value_type() == ValueType::Date {
        notations.retain(|notation| {
            (0..dictionary.len() as u32).all(|code| {
                notation.parse(dictionary.text(code)).map(Value::Date) == Some(dictionary.value(code))
            })
        });
    }
    notations
}

#[cfg(test)]
mod tests;
