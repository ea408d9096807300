//! The values of a recipe before anybody knows what they mean.
//!
//! A recipe is a TOML file, or the same tables in any format that serde reads, such as a JSON object in a request. Both
//! become a [`Value`], so that they are understood, and refused, by the same code.

use crate::error::{RecipeError, Result};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// The byte at which it starts in the text; `None` where there is no text.
    pub(crate) at: Option<usize>,
    /// What it holds.
    pub(crate) content: Content,
}

/// What a value holds. Numbers keep their digits: a threshold of `0.2` is one fifth, not the double next to it.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A text.
    Text(String),
    /// A whole number; `None` for one that is too large.
    Whole(Option<i64>),
    /// A number with a fraction, as it is spelled.
    Fraction(String),
    /// True or false.
    Truth(bool),
    /// A date or time, which no key of a recipe takes.
    Date,
    /// A list.
    List(Vec<Value>),
    /// A table in the order in which it was written.
    Table(Vec<Entry>),
}

/// A key of a table with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: String,
    /// Where the key starts.
    pub(crate) at: Option<usize>,
    /// Its value.
    pub(crate) value: Value,
}

impl Content {
    /// The value without a place.
    pub(crate) fn placeless(self) -> Value {
        Value { at: None, content: self }
    }
}

/// Parses a text as TOML; what the format itself forbids, such as a key given twice, is refused here.
pub(crate) fn parse(file: &str, text: &str) -> Result<Value> {
    let table = DeTable::parse(text).map_err(|error| RecipeError {
        file: file.to_owned(),
        line: error.span().map(|span| line_of(text, span.start)),
        key: None,
        problem: error.message().replace(char::is_control, " "),
    })?;
    Ok(Value { at: Some(0), content: of_table(table.get_ref()) })
}

/// The line of a byte, counted from 1.
pub(crate) fn line_of(text: &str, at: usize) -> u64 {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count() as u64
}

fn of_toml(value: &Spanned<DeValue<'_>>) -> Value {
    let content = match value.get_ref() {
        DeValue::String(text) => Content::Text(text.clone().into_owned()),
        DeValue::Integer(digits) => Content::Whole(i64::from_str_radix(digits.as_str(), digits.radix()).ok()),
        DeValue::Float(digits) => Content::Fraction(digits.as_str().to_owned()),
        DeValue::Boolean(truth) => Content::Truth(*truth),
        DeValue::Datetime(_) => Content::Date,
        DeValue::Array(items) => Content::List(items.iter().map(of_toml).collect()),
        DeValue::Table(table) => of_table(table),
    };
    Value { at: Some(value.span().start), content }
}

fn of_table(table: &DeTable<'_>) -> Content {
    let entry = |(key, value): (&Spanned<toml::de::DeString<'_>>, &Spanned<DeValue<'_>>)| Entry {
        key: key.get_ref().clone().into_owned(),
        at: Some(key.span().start),
        value: of_toml(value),
    };
    let mut entries: Vec<Entry> = table.iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.at);
    Content::Table(entries)
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(Reader)
            .map(|value| value.unwrap_or(Content::Table(Vec::new())).placeless())
    }
}

/// A value of any format; `None` for nothing, which is the same as a key left out.
struct Reader;

struct Optional(Option<Value>);

impl<'de> Deserialize<'de> for Optional {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(|content| Self(content.map(Content::placeless)))
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Option<Content>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a recipe")
    }

    fn visit_unit<E>(self) -> Result<Option<Content>, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Option<Content>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Content>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Option<Content>, E> {
        Ok(Some(Content::Truth(truth)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Option<Content>, E> {
        Ok(Some(Content::Whole(Some(number))))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Option<Content>, E> {
        Ok(Some(Content::Whole(i64::try_from(number).ok())))
    }

    /// The shortest spelling of the double, which is what was written where that has at most 15 digits.
    fn visit_f64<E>(self, number: f64) -> Result<Option<Content>, E> {
        Ok(Some(Content::Fraction(number.to_string())))
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<Content>, E> {
        Ok(Some(Content::Text(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Option<Content>, A::Error> {
        let mut list = Vec::new();
        while let Some(Optional(item)) = items.next_element()? {
            list.extend(item);
        }
        Ok(Some(Content::List(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Option<Content>, A::Error> {
        let mut table: Vec<Entry> = Vec::new();
        while let Some((key, Optional(value))) = entries.next_entry::<String, Optional>()? {
            if table.iter().any(|entry| entry.key == key) {
                return Err(serde::de::Error::custom("duplicate key"));
            }
            table.extend(value.map(|value| Entry { key, at: None, value }));
        }
        Ok(Some(Content::Table(table)))
    }
}
