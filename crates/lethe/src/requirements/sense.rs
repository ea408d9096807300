//! What a text says, however it is spelt.

use crate::Result;
use lethe_data::calendar::{DateNotation, parse_datetime};
use lethe_data::{Codes, Column, Decimal, Table};
use std::collections::HashMap;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// What a cell says: two cells with the same sense are one value, spelt in one or in two ways.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sense {
    /// Nothing: there are no visible characters.
    Nothing,
    /// A number: `1`, `1.0`, `01`, `+1` and `1e0` are one.
    Number(Decimal),
    /// A moment in microseconds; a day is its first moment.
    Moment(i64),
    /// Anything else: upper and lower case, the width of characters, how accents are put together, and the amount of
    /// white space do not matter.
    Text(String),
}

const MICROS_OF_A_DAY: i64 = 86_400_000_000;

impl Sense {
    /// What a text says. Synonyms, units, currencies, digit grouping and dates that may be read in two ways are not seen
    /// through.
    pub(super) fn of(text: &str) -> Self {
        let plain = folded(text);
        if plain.is_empty() {
            return Self::Nothing;
        }
        if let Some(number) = Decimal::parse(&plain) {
            return Self::Number(number);
        }
        // Letters of a moment are read in upper case.
        let moment = parse_datetime(&plain.to_uppercase());
        moment.or_else(|| day(&plain)).map_or(Self::Text(plain), Self::Moment)
    }
}

/// The table with values of these columns that say the same as one value: who attacks a release knows that `1` and `1.0` are one.
/// Columns that it does not have are passed over.
pub(crate) fn in_one_spelling(table: &Table, names: &[String]) -> Result<Table> {
    let column = |column: &Column| {
        let dictionary = column.dictionary();
        let mut first: HashMap<Sense, u32> = HashMap::new();
        let texts = dictionary.texts().zip(0u32..);
        let mut codes: Vec<u32> =
            texts.map(|(text, code)| *first.entry(Sense::of(text)).or_insert(code)).collect();
        codes.push(dictionary.len() as u32);
        let shown = column.codes().widened().map(|code| codes[code as usize]);
        let shown = Codes::from_iter_within(dictionary.len() + 1, shown);
        Column::new(column.name(), Arc::clone(dictionary), shown)
    };
    let is_meant = |name: &str| names.iter().any(|other| other == name);
    if !table.columns().iter().any(|column| is_meant(column.name())) {
        return Ok(table.clone());
    }
    let columns = table.columns().iter();
    let columns = columns.map(|known| if is_meant(known.name()) { column(known) } else { known.clone() });
    let unified = Table::new(columns.collect())?;
    Ok(match table.weights() {
        Some(weights) => unified.with_weights(weights.to_vec())?,
        None => unified,
    })
}

/// The first moment of the one day that a text can mean.
fn day(text: &str) -> Option<i64> {
    let mut days: Vec<i32> = DateNotation::ALL.iter().filter_map(|notation| notation.parse(text)).collect();
    days.sort_unstable();
    days.dedup();
    match days[..] {
        [day] => Some(i64::from(day) * MICROS_OF_A_DAY),
        _ => None,
    }
}

/// A text without what only concerns its look: compatible characters are one, upper and lower case too, white space is
/// one space between words, and what cannot be seen is gone.
fn folded(text: &str) -> String {
    // Upper case first: some letters have two in lower case, or become two in upper case.
    let letters = text.nfkc().flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    let letters: String = letters.filter(|letter| !is_invisible(*letter)).nfkc().collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that take no room and are no white space.
fn is_invisible(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_value_have_one_sense() {
        for spellings in [
            &["1", "1.0", "01", "+1", "1e0", " 1 ", "１", "1\u{200b}"][..],
            &["flu", "Flu", "FLU", "flu ", "\tflu", "ｆｌｕ"],
            &["lung cancer", "Lung  Cancer", "lung\u{a0}cancer"],
            &["café", "cafe\u{301}", "CAFÉ"],
            &["straße", "STRASSE"],
            &["2020-04-13", "13.04.2020", "2020-04-13T00:00:00", "2020-04-13 00:00:00"],
            &["", " ", "\u{feff}", "\u{a0}\t"],
        ] {
            let first = Sense::of(spellings[0]);
            for spelling in spellings {
                assert_eq!(Sense::of(spelling), first, "{spelling:?}");
            }
        }
    }

    #[test]
    fn other_values_have_another_sense() {
        let texts =
            ["1", "-1", "10", "1 2", "12", "€9", "9", "flu", "flue", "03/04/2020", "04/03/2020", "e", "é"];
        for (at, text) in texts.iter().enumerate() {
            for other in &texts[..at] {
                assert_ne!(Sense::of(text), Sense::of(other), "{text} {other}");
            }
        }
    }
}
