//! Columns with other values in place of their own.

use super::Pseudonym;
use crate::SUPPRESSED;
use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use lethe_data::{Codes, Column, Dictionary};
use std::sync::Arc;

/// A quasi-identifying column: in each round on its level, `*` in suppressed records.
pub(super) fn generalized(
    column: &Column,
    bound: &BoundHierarchy,
    levels: &[usize],
    rounds: &[u32],
    any_hidden: bool,
) -> Column {
    let unchanged = levels.iter().all(|&level| level == 0) && bound.unknown() == 0;
    if unchanged {
        return if any_hidden { hidden(column, rounds) } else { column.clone() };
    }
    let label = |level: usize, code: usize| bound.label(level, bound.codes(level)[code]);
    let codes = 0..column.domain();
    let labels = levels.iter().flat_map(|&level| codes.clone().filter_map(move |code| label(level, code)));
    let dictionary = Dictionary::of_texts(labels.chain(any_hidden.then_some(ROOT)));
    let null = dictionary.len() as u32;
    let code_of = |text: Option<&str>| text.and_then(|text| dictionary.find(text)).unwrap_or(null);
    let maps: Vec<Vec<u32>> =
        levels.iter().map(|&level| codes.clone().map(|code| code_of(label(level, code))).collect()).collect();
    let star = code_of(Some(ROOT));
    let published =
        column.codes().widened().zip(rounds).map(|(code, &round)| {
            if round == SUPPRESSED { star } else { maps[round as usize][code as usize] }
        });
    let codes = Codes::from_iter_within(dictionary.len() + 1, published);
    Column::new(column.name(), Arc::new(dictionary), codes)
}

/// A column in which suppressed records show `*`. It becomes text, because `*` is no number.
pub(super) fn hidden(column: &Column, rounds: &[u32]) -> Column {
    let dictionary = Dictionary::of_texts(column.dictionary().texts().chain([ROOT]));
    let (map, star) = (code_map(column, &dictionary, |text| dictionary.find(text)), dictionary.find(ROOT));
    // The root was put into the dictionary just above.
    let star = star.unwrap_or_default();
    let published = column.codes().widened().zip(rounds);
    let published =
        published.map(|(code, &round)| if round == SUPPRESSED { star } else { map[code as usize] });
    let codes = Codes::from_iter_within(dictionary.len() + 1, published);
    Column::new(column.name(), Arc::new(dictionary), codes)
}

/// A column with pseudonyms for its values.
pub(super) fn replaced(column: &Column, pseudonym: Pseudonym<'_>) -> Column {
    let names: Vec<String> = column.dictionary().texts().map(pseudonym).collect();
    let dictionary = Dictionary::of_texts(names.iter().map(String::as_str));
    let mut names = names.iter();
    let map = code_map(column, &dictionary, |_| dictionary.find(names.next()?));
    let codes = Codes::from_iter_within(
        dictionary.len() + 1,
        column.codes().widened().map(|code| map[code as usize]),
    );
    Column::new(column.name(), Arc::new(dictionary), codes)
}

/// The code of each of a column's codes in another dictionary, null last.
fn code_map<'a>(
    column: &'a Column,
    dictionary: &Dictionary,
    mut find: impl FnMut(&'a str) -> Option<u32>,
) -> Vec<u32> {
    let null = dictionary.len() as u32;
    let codes = column.dictionary().texts().map(|text| find(text).unwrap_or(null));
    codes.chain([null]).collect()
}
