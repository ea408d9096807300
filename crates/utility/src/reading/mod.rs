//! What the cells of a released column say about the values of the original.
//!
//! A release shows values as they were, other numbers in their place, labels that stand for several values, or nothing.
//! Labels are read by their spelling (see [`lethe_data::label`]). Those of a hierarchy are told by the caller, because
//! `Western Europe` cannot be read without it.

use crate::values::Values;
use lethe_data::label::{are_of_texts, is_missing, says_nothing};
use lethe_data::{Column, Value};
use std::collections::HashMap;

pub use lethe_data::label::Covered;

/// What a cell of a release says.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// Nothing: null, `*`, `n/a`, or no text.
    Nothing,
    /// A value of the original, by its code; of equal values in several spellings the first.
    Value(u32),
    /// A number or date that the original column does not have.
    Point(f64),
    /// One of several values of the original.
    Label(Covered),
    /// A label that cannot be read.
    Unread,
}

impl Meaning {
    /// Whether the cell says anything.
    pub fn is_shown(&self) -> bool {
        *self != Self::Nothing
    }
}

/// The labels of a hierarchy, with the spellings of the values that each stands for.
pub type KnownLabels = HashMap<String, Covered>;

/// What each code of a released column says, null last.
///
/// A spelling that the original has is that value; then `known` labels are looked up; then labels are read.
///
/// **Cost**: a few searches a distinct label.
pub fn meanings(original: &Values<'_>, released: &Column, known: &KnownLabels) -> Vec<Meaning> {
    let of_texts = are_of_texts(released);
    let meaning = |text: &str| {
        if is_missing(text) {
            return Meaning::Nothing;
        }
        if let Some(code) = original.find(text) {
            return Meaning::Value(code);
        }
        if let Some(covered) = known.get(text) {
            return label(covered.clone());
        }
        if says_nothing(text) {
            return Meaning::Nothing;
        }
        if let Some(point) = original.parse(text).as_ref().and_then(position) {
            return Meaning::Point(point);
        }
        label(original.under(text, of_texts))
    };
    released.dictionary().texts().map(meaning).chain([Meaning::Nothing]).collect()
}

/// A label that stands for no value of the original says nothing that can be compared.
fn label(covered: Covered) -> Meaning {
    if covered.is_empty() { Meaning::Unread } else { Meaning::Label(covered) }
}

/// Where a value lies on a line; texts and truth values lie on none.
pub(crate) fn position(value: &Value<'_>) -> Option<f64> {
    match *value {
        Value::Integer(number) => Some(number as f64),
        Value::Decimal(number) => Some(number.to_f64()),
        Value::Date(days) => Some(f64::from(days)),
        Value::DateTime(micros) => Some(micros as f64),
        Value::Boolean(_) | Value::Text(_) => None,
    }
}

#[cfg(test)]
mod tests;
