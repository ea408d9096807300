//! The values of a column, in the orders in which labels ask for them.

mod between;
mod edits;
mod near;
mod sorted;

use super::{Covered, Mask, Period, Reading, Tolerance, periods, readings};
use crate::calendar::DateNotation;
use crate::value::is_plain_number;
use crate::{Decimal, Dictionary, Value, ValueType};
use sorted::{Found, Sorted};
use std::sync::OnceLock;

/// The values of a dictionary by spelling, as numbers and as times, to be held against labels.
#[derive(Debug)]
pub struct Lookup<'a> {
    texts: Sorted<&'a str>,
    /// The texts written backwards, made when a label hides their beginning.
    backwards: OnceLock<Sorted<String>>,
    numbers: Sorted<Decimal>,
    times: Sorted<Period>,
    /// The longest and the shortest of the times, in microseconds.
    lengths: (i64, i64),
    truths: Sorted<(bool, &'a str)>,
    notations: Vec<DateNotation>,
    value_type: ValueType,
    certain: bool,
    /// How far a value may be from the true one.
    tolerance: Option<Tolerance>,
}

impl<'a> Lookup<'a> {
    /// The values for somebody who must not miss any that a label may stand for: every way to read it counts.
    ///
    /// **Cost**: three sorts of the distinct values.
    pub fn of(dictionary: &'a Dictionary) -> Self {
        Self::new(dictionary, false)
    }

    /// The values for somebody who must not miss any, and whose values may be wrong by so much: those within the tolerance
    /// of a value that the label may stand for. An interval of texts stands for all texts that begin as both of its ends do.
    ///
    /// **Cost**: as [`Self::of`]; where texts may have edits, a row of distances for each different beginning and label.
    pub fn near(dictionary: &'a Dictionary, tolerance: Tolerance) -> Self {
        Self { tolerance: Some(tolerance), ..Self::new(dictionary, false) }
    }

    /// The values for somebody who asks what a label certainly stands for: numbers and times are those of the column's type,
    /// every item of a set and both ends of an interval of texts are values of the column, and the label by itself is no
    /// text (who asks has looked for the same spelling).
    ///
    /// **Cost**: two sorts of the distinct values.
    pub fn certain(dictionary: &'a Dictionary) -> Self {
        Self::new(dictionary, true)
    }

    fn new(dictionary: &'a Dictionary, certain: bool) -> Self {
        let codes = || 0..dictionary.len() as u32;
        let notations = notations(dictionary);
        let texts = codes().map(|code| (dictionary.text(code), code));
        let mut numbers = Vec::new();
        let mut times = Vec::new();
        let mut truths = Vec::new();
        for code in codes() {
            let value = dictionary.value(code);
            let loosely = if certain { None } else { plain_number(dictionary.text(code)) };
            let number = value.as_decimal().or(loosely);
            numbers.extend(number.map(|number| (number, code)));
            match value {
                Value::Date(day) => times.push((Period::day(day), code)),
                Value::DateTime(micros) => times.push((Period::moment(micros), code)),
                Value::Boolean(truth) => truths.push(((truth, dictionary.text(code)), code)),
                Value::Text(text) if !certain && number.is_none() => {
                    times.extend(periods(text, &notations).into_iter().map(|period| (period, code)));
                }
                Value::Text(_) | Value::Integer(_) | Value::Decimal(_) => {}
            }
        }
        let lengths = || times.iter().map(|(time, _)| time.last - time.first);
        let lengths = (lengths().max().unwrap_or(0), lengths().min().unwrap_or(0));
        Self {
            texts: Sorted::new(texts.collect()),
            backwards: OnceLock::new(),
            numbers: Sorted::new(numbers),
            times: Sorted::new(times),
            lengths,
            truths: Sorted::new(truths),
            notations,
            value_type: dictionary.value_type(),
            certain,
            tolerance: None,
        }
    }

    /// The values that a label stands for. `of_texts` says that the column was ordered as texts whatever its values look
    /// like (see [`are_of_texts`](super::are_of_texts)).
    ///
    /// **Guarantee**: from [`Self::of`], every value that some reading of the label holds.
    /// **Cost**: a few binary searches and what is found; a look at each value where a mask has a gap.
    pub fn under(&self, label: &str, of_texts: bool) -> Covered {
        let mut found = Found::default();
        for reading in readings(label) {
            match reading {
                Reading::Anything => found.add(&self.texts, 0..self.texts.len()),
                Reading::Spelt(text) if self.certain => self.at_times(&text, &mut found),
                Reading::Spelt(text) => self.equal(&text, &mut found),
                Reading::OneOf(items) => self.one_of(&items, &mut found),
                Reading::Between(between) => self.between(&between, of_texts, &mut found),
                Reading::Mask(mask) => self.masked(&mask, &mut found),
            }
        }
        found.covered()
    }

    /// The values that a text spells: the same text, number, or time.
    pub fn spelt(&self, text: &str) -> Covered {
        let mut found = Found::default();
        self.equal(text, &mut found);
        found.covered()
    }

    fn equal(&self, text: &str, found: &mut Found) {
        found.add(&self.texts, self.texts.range(|other| *other < text, |other| *other <= text));
        self.spelt_nearly(text, found);
        if let Some(number) = self.number(text) {
            self.numbers_between(Some((number, true)), Some((number, true)), found);
        }
        self.at_times(text, found);
    }

    fn at_times(&self, text: &str, found: &mut Found) {
        for period in self.periods(text) {
            self.overlapping(period, found);
        }
    }

    fn one_of(&self, items: &[String], found: &mut Found) {
        let mut listed = Found::default();
        for item in items {
            let before = listed.len();
            self.equal(item, &mut listed);
            if self.certain && listed.len() == before {
                return;
            }
        }
        found.append(listed);
    }

    fn masked(&self, mask: &Mask, found: &mut Found) {
        self.masked_nearly(mask, found);
        match mask {
            Mask::Prefix(shown, _) => {
                let shown = shown.as_str();
                let range = self.texts.range(|text| *text < shown, |text| text.starts_with(shown));
                found.add_if(&self.texts, range, |text| mask.holds(text));
            }
            Mask::Suffix(shown, most) => {
                let backwards = self.backwards.get_or_init(|| self.texts.map(|text| reversed(text)));
                let shown = reversed(shown);
                let range = backwards.range(|text| *text < shown, |text| text.starts_with(&shown));
                found.add_if(backwards, range, |text| text.chars().count() <= *most);
            }
            Mask::Pattern(_) => {
                found.add_if(&self.texts, 0..self.texts.len(), |text| mask.holds(text));
            }
        }
    }

    /// A known time that is longer than the label's, such as a month against a day, may be that day.
    fn overlapping(&self, period: Period, found: &mut Found) {
        let period = self.tolerance.map_or(period, |tolerance| tolerance.widened(period));
        let (longest, shortest) = self.lengths;
        if longest == shortest {
            let range = self.times.range(|time| time.last < period.first, |time| time.first <= period.last);
            return found.add(&self.times, range);
        }
        let earliest = period.first.saturating_sub(longest);
        let range = self.times.range(|time| time.first < earliest, |time| time.first <= period.last);
        found.add_if(&self.times, range, |time| time.last >= period.first);
    }

    fn number(&self, text: &str) -> Option<Decimal> {
        if self.numbers.is_empty() {
            return None;
        }
        if self.value_type.is_numeric() { Decimal::parse(text.trim()) } else { plain_number(text.trim()) }
    }

    fn periods(&self, text: &str) -> Vec<Period> {
        if self.times.is_empty() { Vec::new() } else { periods(text, &self.notations) }
    }
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// A number as quantities are written, and what rounding makes of small ones.
pub(super) fn plain_number(text: &str) -> Option<Decimal> {
    (is_plain_number(text) || text == "-0").then(|| Decimal::parse(text))?
}

/// The notations in which every date of a column is the date that it was read as, and the one that labels of calendar
/// periods have; all of them where the column has no dates.
fn notations(dictionary: &Dictionary) -> Vec<DateNotation> {
    let mut notations = DateNotation::ALL.to_vec();
    if dictionary.value_type() == ValueType::Date {
        let fits = |notation: DateNotation| {
            (0..dictionary.len() as u32).all(|code| {
                notation.parse(dictionary.text(code)).map(Value::Date) == Some(dictionary.value(code))
            })
        };
        notations.retain(|&notation| notation == DateNotation::Iso || fits(notation));
    }
    notations
}

#[cfg(test)]
mod tests;
