//! The values of an original column, ready to be looked up.

use crate::reading::position;
use lethe_data::label::{Covered, Lookup, is_missing};
use lethe_data::{Column, Decimal, Value, ValueParser, ValueType, calendar, compare};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The values of an original column.
#[derive(Debug)]
pub struct Values<'a> {
    column: &'a Column,
    parser: ValueParser,
    labels: Lookup<'a>,
    of_text: HashMap<&'a str, u32>,
    /// Of equal values in several spellings the first, by code; `None` for what shows no value. Null is last.
    same: Vec<Option<u32>>,
    positions: Vec<Option<f64>>,
}

impl<'a> Values<'a> {
    /// The values of a column.
    ///
    /// **Cost**: one look at each distinct value.
    pub fn of(column: &'a Column) -> Self {
        let dictionary = column.dictionary();
        let values = dictionary.len() as u32;
        let mut same: Vec<Option<u32>> = Vec::with_capacity(values as usize + 1);
        for code in 0..values {
            // Equal values are neighbours, for code order is value order.
            let equals_last = code > 0
                && dictionary.value_type().is_ordered()
                && compare(&dictionary.value(code - 1), &dictionary.value(code)) == Ordering::Equal;
            let first = if equals_last { same[code as usize - 1] } else { Some(code) };
            same.push(if is_missing(dictionary.text(code)) { None } else { first });
        }
        same.push(None);
        Self {
            column,
            parser: ValueParser::declared(column.value_type(), &dictionary.texts()),
            labels: Lookup::certain(dictionary),
            of_text: dictionary.texts().zip(0..).collect(),
            positions: (0..values).map(|code| position(&dictionary.value(code))).chain([None]).collect(),
            same,
        }
    }

    /// The column.
    pub fn column(&self) -> &'a Column {
        self.column
    }

    /// The number of codes, null not counted.
    pub fn len(&self) -> usize {
        self.same.len() - 1
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a code: of equal ones the first; `None` for null and for what shows nothing.
    pub fn value(&self, code: u32) -> Option<u32> {
        self.same[code as usize]
    }

    /// Where each code lies on a line, in columns of numbers and dates.
    pub fn position(&self, code: u32) -> Option<f64> {
        self.positions[code as usize]
    }

    /// The type of the values.
    pub fn value_type(&self) -> ValueType {
        self.column.value_type()
    }

    /// Whether values lie on a line: numbers and dates.
    pub fn is_ordered(&self) -> bool {
        self.value_type().is_ordered() && self.value_type() != ValueType::Boolean
    }

    /// The spellings in code order.
    pub fn texts(&self) -> impl Iterator<Item = &'a str> {
        self.column.dictionary().texts()
    }

    /// The value of this spelling, or the value that equals it.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        if let Some(&code) = self.of_text.get(text) {
            return self.same[code as usize];
        }
        if !self.is_ordered() {
            return None;
        }
        let value = self.parse(text)?;
        let code = self.first_not_below(&value);
        let equal = (code as usize) < self.len()
            && compare(&self.column.dictionary().value(code), &value) == Ordering::Equal;
        equal.then_some(code)
    }

    /// The values that a label stands for; none where it cannot be read.
    pub(crate) fn under(&self, label: &str, of_texts: bool) -> Covered {
        self.labels.under(label, of_texts)
    }

    /// A text as a value of the column's type; texts are none, for any text would be one. Among moments, a day without a
    /// time is a period and no moment: its midnight would be a wrong value for all others of the day.
    pub(crate) fn parse<'t>(&self, text: &'t str) -> Option<Value<'t>> {
        let is_day = || self.value_type() == ValueType::DateTime && calendar::parse_datetime(text).is_none();
        if !self.is_ordered() || is_day() {
            return None;
        }
        // The mean of integers is a number of the same line.
        let between = || (self.value_type() == ValueType::Integer).then(|| Decimal::parse(text)).flatten();
        self.parser.parse(text).or_else(|| between().map(Value::Decimal))
    }

    /// The first code whose value is not below.
    fn first_not_below(&self, bound: &Value<'_>) -> u32 {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = u32::midpoint(low, high);
            let is_below = compare(&self.column.dictionary().value(middle), bound) == Ordering::Less;
            if is_below { low = middle + 1 } else { high = middle }
        }
        low
    }
}
