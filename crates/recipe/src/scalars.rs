//! The simple types a recipe's values have, and how they are written into reports.

use crate::document::Content;
use crate::error::Result;
use crate::reader::{FromNode, Node, Rule};
use crate::words::Word;
use lethe_data::Decimal;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// Shares and probabilities.
pub const SHARE: Rule<Decimal> =
    Rule { holds: |share| (Decimal::ZERO..=Decimal::from(1)).contains(share), words: "between 0 and 1" };
/// Shares and probabilities that are not nothing.
pub const PART: Rule<Decimal> =
    Rule { holds: |part| *part > Decimal::ZERO && *part <= Decimal::from(1), words: "above 0 and at most 1" };
/// Numbers that scale or bound something.
pub const POSITIVE: Rule<Decimal> = Rule { holds: |number| *number > Decimal::ZERO, words: "above 0" };

/// Counts of things of which there must be one.
pub const fn at_least_one<T: From<u8> + PartialOrd>() -> Rule<T> {
    Rule { holds: |count| *count >= T::from(1), words: "at least 1" }
}

/// Sizes of class (one person hides nobody) and of what is to branch.
pub const fn at_least_two<T: From<u8> + PartialOrd>() -> Rule<T> {
    Rule { holds: |count| *count >= T::from(2), words: "at least 2" }
}

impl<W: Word> FromNode for W {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        node.choose()
    }
}

impl FromNode for String {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        match node.content() {
            Content::Text(text) if text.is_empty() => Err(node.error("must not be empty")),
            Content::Text(text) => Ok(text.clone()),
            _ => Err(node.expected("a text")),
        }
    }
}

impl FromNode for bool {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let Content::Truth(truth) = node.content() else { return Err(node.expected("true or false")) };
        Ok(*truth)
    }
}

impl FromNode for i64 {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let Content::Whole(number) = node.content() else { return Err(node.expected("a whole number")) };
        number.ok_or_else(|| node.error("is too large a number"))
    }
}

impl FromNode for u64 {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let number: i64 = node.read()?;
        Self::try_from(number).map_err(|_| node.error(format!("must not be negative, but is {number}")))
    }
}

impl FromNode for u32 {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let number: u64 = node.read()?;
        Self::try_from(number).map_err(|_| node.error("is too large a number"))
    }
}

impl FromNode for usize {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let number: u64 = node.read()?;
        Self::try_from(number).map_err(|_| node.error("is too large a number"))
    }
}

/// Numbers are read from their digits: a threshold of `0.2` is one fifth, not the double next to it.
impl FromNode for Decimal {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let parsed = |digits: &str| {
            Self::parse(digits).ok_or_else(|| node.error("must be a finite number of at most 38 digits"))
        };
        match node.content() {
            Content::Whole(_) => node.read().map(i64::into),
            Content::Fraction(digits) => parsed(digits),
            Content::Text(digits) if node.is_placeless() => parsed(digits),
            _ => Err(node.expected("a number")),
        }
    }
}

impl FromNode for Duration {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let Content::Text(text) = node.content() else { return Err(node.expected(TIME)) };
        parse_time(text).ok_or_else(|| node.error(format!("expected {TIME}")))
    }
}

impl<T: FromNode> FromNode for Vec<T> {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        node.items()?.iter().map(Node::read).collect()
    }
}

const TIME: &str = "a time above zero such as '60s', '5m', '1h' or '500ms'";
const MILLISECONDS: [(&str, u64); 4] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];

/// Reads a time span above zero such as `500ms`, `60s`, `5m` or `1h`; public because flags are spelled the same.
pub fn parse_time(text: &str) -> Option<Duration> {
    parse_time_or_none(text).filter(|time| !time.is_zero())
}

/// Reads a time span like [`parse_time`], or `0s` and the like: no time at all.
pub fn parse_time_or_none(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let (_, factor) = MILLISECONDS.iter().find(|(name, _)| *name == unit)?;
    let milliseconds = digits.parse::<u64>().ok()?.checked_mul(*factor)?;
    Some(Duration::from_millis(milliseconds))
}

/// A time span in the largest unit that keeps it whole, so that a report can be pasted into a recipe.
pub(crate) fn written_time(time: Duration) -> String {
    let total = time.as_millis();
    let whole = |factor: u64| total.is_multiple_of(u128::from(factor));
    let unit = MILLISECONDS.iter().rev().find(|(_, factor)| whole(*factor));
    let (name, factor) = unit.unwrap_or(&MILLISECONDS[0]);
    format!("{}{name}", total / u128::from(*factor))
}

/// A number in a report: a JSON number where its shortest spelling is the exact value, else its digits as text.
pub(crate) struct Exact(pub(crate) Decimal);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(whole) = self.0.scaled_to(0).and_then(|whole| i64::try_from(whole).ok()) {
            return serializer.serialize_i64(whole);
        }
        let double = self.0.to_f64();
        if Decimal::parse(&double.to_string()) == Some(self.0) {
            serializer.serialize_f64(double)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

/// Writes an exact number.
pub(crate) fn exact<S: Serializer>(number: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    Exact(*number).serialize(serializer)
}

/// Named things as a table in their own order.
pub(crate) struct Named<'a, T>(pub(crate) &'a [(String, T)]);

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, thing)| (name, thing)))
    }
}
