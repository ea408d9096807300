//! Columns with other values in place of their own.

use super::{Places, Pseudonym};
use crate::SUPPRESSED;
use lethe_data::hierarchy::ROOT;
use lethe_data::{Codes, Column, Dictionary};
use std::sync::Arc;

/// A quasi-identifying column: what each record shows by its round's entry, `*` in suppressed records.
///
/// **Cost**: two look-ups a row, and a sort of the labels that occur.
pub(super) fn generalized(
    column: &Column,
    places: &Places<'_>,
    entries: &[usize],
    rounds: &[u32],
    any_hidden: bool,
) -> Column {
    let star = places.len() as u32;
    let shown = places.of_rows(column, entries, rounds, |_| star);
    let mut is_shown = vec![false; places.len() + 1];
    for &place in &shown {
        is_shown[place as usize] = true;
    }
    let label = |place: u32| if place == star { any_hidden.then_some(ROOT) } else { places.label(place) };
    let all = (0..=star).filter(|&place| is_shown[place as usize]);
    let mut labels: Vec<(&str, u32)> = all.filter_map(|place| Some((label(place)?, place))).collect();
    labels.sort_unstable();
    let dictionary = Dictionary::of_texts(labels.iter().map(|(label, _)| *label));
    let null = dictionary.len() as u32;
    let mut codes = vec![null; is_shown.len()];
    let mut code = 0;
    for (at, &(label, place)) in labels.iter().enumerate() {
        // Labels are sorted as the dictionary is, and may occur at several places.
        code += u32::from(at > 0 && labels[at - 1].0 != label);
        codes[place as usize] = code;
    }
    let published = shown.iter().map(|&place| codes[place as usize]);
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
