//! The distinct values of a column, in value order.

use crate::arena::TextArena;
use crate::value::{Value, ValueParser, ValueType};
use crate::{Decimal, Error, Result};

/// How a column's type is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeChoice {
    /// The narrowest type that fits all values.
    Infer,
    /// This type, or an error.
    Declared(ValueType),
    /// This type, each value by itself: one that does not fit is null, whatever the others are.
    Each(ValueType),
}

#[derive(Clone, Debug, PartialEq)]
enum Parsed {
    Boolean(Vec<bool>),
    Integer(Vec<i64>),
    Decimal(Vec<Decimal>),
    Date(Vec<i32>),
    DateTime(Vec<i64>),
    Text,
}

/// Distinct values with their spelling and their parsed form.
///
/// **Guarantee**: codes ascend with the values: numbers and dates by value (equal values in different spellings stay
/// different entries, ordered by spelling, because the file tells them apart), texts by their bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Dictionary {
    value_type: ValueType,
    texts: TextArena,
    parsed: Parsed,
}

/// A dictionary made from texts in any order, with the way from the old numbering to the new.
#[derive(Debug)]
pub struct Built {
    /// The dictionary.
    pub dictionary: Dictionary,
    /// The code of each original text; `dictionary.len()` for texts that mean null.
    pub codes: Vec<u32>,
}

impl Dictionary {
    /// Sorts distinct texts by value under the chosen type. A text for which `is_null` is true, and the empty text
    /// in a column that is not text, becomes null.
    ///
    /// **Guarantee**: with [`TypeChoice::Each`], whether a text becomes null depends on that text alone, and no text is an
    /// error.
    pub fn build(
        column: &str,
        texts: &TextArena,
        choice: TypeChoice,
        is_null: impl Fn(&str) -> bool,
    ) -> Result<Built> {
        let mut kept: Vec<u32> =
            (0..texts.len() as u32).filter(|&i| !is_null(texts.get(i as usize))).collect();
        let parser = {
            let values = kept.iter().map(|&i| texts.get(i as usize));
            match choice {
                TypeChoice::Infer => ValueParser::infer(values),
                TypeChoice::Declared(value_type) => ValueParser::declared(value_type, &values),
                TypeChoice::Each(value_type) => ValueParser::each(value_type),
            }
        };
        let value_type = parser.value_type();
        if value_type.is_ordered() {
            kept.retain(|&i| !texts.get(i as usize).is_empty());
        }
        if let TypeChoice::Each(_) = choice {
            kept.retain(|&i| parser.parse(texts.get(i as usize)).is_some());
        }
        let distinct = kept.len();
        let parsed = sort_parsed(parser, texts, &mut kept).ok_or_else(|| Error::TypeMismatch {
            column: column.to_owned(),
            wanted: value_type,
            unfit: kept.iter().filter(|&&i| parser.parse(texts.get(i as usize)).is_none()).count(),
            distinct,
        })?;
        if kept.windows(2).any(|pair| texts.get(pair[0] as usize) == texts.get(pair[1] as usize)) {
            return Err(Error::SpeltAlike { column: column.to_owned() });
        }
        let mut codes = vec![distinct as u32; texts.len()];
        for (code, &index) in kept.iter().enumerate() {
            codes[index as usize] = code as u32;
        }
        Ok(Built { dictionary: Self { value_type, texts: texts.permuted(&kept), parsed }, codes })
    }

    /// A dictionary of distinct texts, sorted.
    pub fn of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut texts: Vec<&str> = texts.into_iter().collect();
        texts.sort_unstable();
        texts.dedup();
        Self { value_type: ValueType::Text, texts: texts.into_iter().collect(), parsed: Parsed::Text }
    }

    /// The type of the values.
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// The number of distinct values, null not counted.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The spelling of a code, as it was read and as it will be written.
    pub fn text(&self, code: u32) -> &str {
        self.texts.get(code as usize)
    }

    /// The parsed form of a code.
    pub fn value(&self, code: u32) -> Value<'_> {
        let index = code as usize;
        match &self.parsed {
            Parsed::Boolean(v) => Value::Boolean(v[index]),
            Parsed::Integer(v) => Value::Integer(v[index]),
            Parsed::Decimal(v) => Value::Decimal(v[index]),
            Parsed::Date(v) => Value::Date(v[index]),
            Parsed::DateTime(v) => Value::DateTime(v[index]),
            Parsed::Text => Value::Text(self.texts.get(index)),
        }
    }

    /// The code of a spelling.
    pub fn find(&self, text: &str) -> Option<u32> {
        if matches!(self.parsed, Parsed::Text) {
            let (mut low, mut high) = (0, self.len());
            while low < high {
                let middle = usize::midpoint(low, high);
                if self.texts.get(middle) < text { low = middle + 1 } else { high = middle }
            }
            return (low < self.len() && self.texts.get(low) == text).then_some(low as u32);
        }
        self.texts.iter().position(|candidate| candidate == text).map(|index| index as u32)
    }

    /// Every spelling in code order.
    pub fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.texts.iter()
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        let parsed = match &self.parsed {
            Parsed::Boolean(v) => v.len(),
            Parsed::Integer(v) | Parsed::DateTime(v) => v.len() * 8,
            Parsed::Decimal(v) => v.len() * size_of::<Decimal>(),
            Parsed::Date(v) => v.len() * 4,
            Parsed::Text => 0,
        };
        self.texts.bytes() + parsed
    }
}

fn sort_parsed(parser: ValueParser, texts: &TextArena, order: &mut Vec<u32>) -> Option<Parsed> {
    macro_rules! sorted {
        ($variant:ident) => {
            Parsed::$variant(sort_by_value(texts, order, |text| match parser.parse(text)? {
                Value::$variant(value) => Some(value),
                _ => None,
            })?)
        };
    }
    Some(match parser.value_type() {
        ValueType::Boolean => sorted!(Boolean),
        ValueType::Integer => sorted!(Integer),
        ValueType::Decimal => sorted!(Decimal),
        ValueType::Date => sorted!(Date),
        ValueType::DateTime => sorted!(DateTime),
        ValueType::Text | ValueType::Set => {
            sort_by_value(texts, order, |text| Some(prefix_key(text)))?;
            Parsed::Text
        }
    })
}

/// Sorts positions by (value, text) and returns the values in that order.
fn sort_by_value<V: Ord + Copy>(
    texts: &TextArena,
    order: &mut Vec<u32>,
    value_of: impl Fn(&str) -> Option<V>,
) -> Option<Vec<V>> {
    let mut pairs = Vec::with_capacity(order.len());
    for &index in order.iter() {
        pairs.push((value_of(texts.get(index as usize))?, index));
    }
    pairs.sort_unstable_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| texts.get(a.1 as usize).cmp(texts.get(b.1 as usize)))
    });
    order.clear();
    order.extend(pairs.iter().map(|pair| pair.1));
    Some(pairs.into_iter().map(|pair| pair.0).collect())
}

/// The first eight bytes as an integer that orders like the text, so that most comparisons touch no text.
fn prefix_key(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let len = text.len().min(8);
    bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::compare;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    fn build(texts: &[&str], choice: TypeChoice) -> Result<Built> {
        Dictionary::build("c", &texts.iter().copied().collect(), choice, |t| t == "NA")
    }

    #[test]
    fn numbers_are_ordered_by_value_and_nulls_come_last() {
        let built = build(&["10", "9", "NA", "-3", ""], TypeChoice::Infer).unwrap();
        assert_eq!(built.dictionary.value_type(), ValueType::Integer);
        assert_eq!(built.dictionary.texts().collect::<Vec<_>>(), ["-3", "9", "10"]);
        assert_eq!(built.codes, [2, 1, 3, 0, 3]);
    }

    #[test]
    fn equal_values_in_two_spellings_stay_two_entries() {
        let built = build(&["1.50", "1.5", "1.25"], TypeChoice::Infer).unwrap();
        assert_eq!(built.dictionary.texts().collect::<Vec<_>>(), ["1.25", "1.5", "1.50"]);
    }

    #[test]
    fn a_declared_type_that_does_not_fit_is_an_error_without_values() {
        let error = build(&["1", "secret"], TypeChoice::Declared(ValueType::Integer)).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("1 of its 2 distinct values") && !message.contains("secret"), "{message}");
    }

    #[test]
    fn read_each_by_itself_what_does_not_fit_is_null() {
        let texts = ["7", "unknown", "", "007", "NA", "1e3"];
        let built = build(&texts, TypeChoice::Each(ValueType::Integer)).unwrap();
        assert_eq!(built.dictionary.texts().collect::<Vec<_>>(), ["007", "7"]);
        assert_eq!(built.codes, [1, 2, 2, 0, 2, 2]);
        let built = build(&texts, TypeChoice::Each(ValueType::Text)).unwrap();
        assert_eq!(built.dictionary.texts().collect::<Vec<_>>(), ["", "007", "1e3", "7", "unknown"]);
    }

    proptest! {
        #[test]
        fn code_order_is_value_order(texts in prop::collection::btree_set("(-?[1-9][0-9]{0,3}|[ab]{0,10}|[0-9]\\.[0-9]{1,2})", 0..40), seed in any::<u64>()) {
            let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            if !texts.is_empty() {
                let shift = seed as usize % texts.len();
                texts.rotate_left(shift);
            }
            let built = build(&texts, TypeChoice::Infer).unwrap();
            let dictionary = &built.dictionary;
            for code in 1..dictionary.len() as u32 {
                let (before, here) = (dictionary.value(code - 1), dictionary.value(code));
                prop_assert_ne!(compare(&before, &here), Ordering::Greater);
            }
            for (text, &code) in texts.iter().zip(&built.codes) {
                if (code as usize) < dictionary.len() {
                    prop_assert_eq!(dictionary.text(code), *text);
                    prop_assert_eq!(dictionary.find(text), Some(code));
                }
            }
        }
    }
}
