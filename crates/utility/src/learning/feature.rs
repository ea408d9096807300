//! A column as learners see it: at most 256 levels.
//!
//! Numbers are put into bins of about equal mass, each of which stands for its mean; a column with few numbers has a bin
//! for each. Labels that are no number, null, `*` and `n/a` are levels of their own, and rare labels are one together. The
//! last code is for what was never shown: it moves no regression and follows the larger branch of a tree.

use super::reading::Scale;
use lethe_data::label::{Reading, SUPPRESSED, is_missing, readings};
use lethe_data::{Column, Dictionary};
use std::collections::HashMap;

mod bins;
use bins::Bins;

const MAX_LABELS: usize = 100;

/// The levels of one column.
#[derive(Debug)]
pub(super) struct Feature {
    scale: Option<Scale>,
    bins: Bins,
    labels: HashMap<String, u8>,
    /// The label of the smallest set `{a, b}` that has a value.
    members: HashMap<String, u8>,
    null: Option<u8>,
    other: Option<u8>,
    levels: usize,
}

impl Feature {
    /// The levels that some rows of a column show, and the level of each code of the column's dictionary, null last.
    pub(super) fn of(column: &Column, rows: &[u32], scale: Option<Scale>, rare: u64) -> (Self, Vec<u8>) {
        let dictionary = column.dictionary();
        let mut counts = vec![0u64; dictionary.len() + 1];
        for &row in rows {
            counts[column.codes().get(row as usize) as usize] += 1;
        }
        let shown = |code: &usize| counts[*code] > 0;
        let mut spans = Vec::new();
        let mut labels: Vec<usize> = Vec::new();
        for code in (0..dictionary.len()).filter(shown) {
            match span_of(dictionary, code, scale) {
                Some((low, high)) => spans.push((low, high, counts[code])),
                None => labels.push(code),
            }
        }
        let bins = Bins::of(&spans);
        let mut feature = Self {
            scale,
            levels: bins.len(),
            bins,
            labels: HashMap::new(),
            members: HashMap::new(),
            null: None,
            other: None,
        };
        if shown(&dictionary.len()) {
            feature.null = Some(feature.new_level());
        }
        labels.sort_by_key(|&code| {
            (!is_missing(dictionary.text(code as u32)), std::cmp::Reverse(counts[code]))
        });
        for (rank, code) in labels.into_iter().enumerate() {
            let text = dictionary.text(code as u32);
            if !is_missing(text) && (counts[code] < rare || rank >= MAX_LABELS) {
                let other = feature.other.unwrap_or_else(|| feature.new_level());
                feature.other = Some(other);
                feature.show(text, other);
                continue;
            }
            let level = feature.new_level();
            feature.show(text, level);
        }
        let by_code = (0..counts.len()).map(|code| {
            if code == dictionary.len() {
                return feature.null.unwrap_or(feature.unseen());
            }
            feature.level_shown(dictionary, code)
        });
        let by_code = by_code.collect();
        (feature, by_code)
    }

    fn new_level(&mut self) -> u8 {
        self.levels += 1;
        // Bins and labels are limited so that levels and the unseen one fit a byte.
        (self.levels - 1) as u8
    }

    /// Remembers the level of a label, and of the values that it names.
    fn show(&mut self, text: &str, level: u8) {
        self.labels.insert(text.to_owned(), level);
        for reading in readings(text) {
            let Reading::OneOf(members) = reading else { continue };
            for member in members {
                self.members.entry(member).or_insert(level);
            }
        }
    }

    /// The levels in use; the code after them is for what was never shown.
    pub(super) fn levels(&self) -> usize {
        self.levels
    }

    /// The levels that are numbers; they come first, in ascending order.
    pub(super) fn numbers(&self) -> usize {
        self.bins.len()
    }

    /// What each level of numbers stands for, with mean 0 and variance 1 over the rows.
    pub(super) fn standardised(&self) -> &[f64] {
        self.bins.standardised()
    }

    fn unseen(&self) -> u8 {
        self.levels as u8
    }

    fn level_shown(&self, dictionary: &Dictionary, code: usize) -> u8 {
        match span_of(dictionary, code, self.scale) {
            Some((low, high)) => self.bins.find(f64::midpoint(low, high)).unwrap_or(self.unseen()),
            None => self.labels.get(dictionary.text(code as u32)).copied().unwrap_or(self.unseen()),
        }
    }

    /// The levels under which this column may show a value of the original, null being the code after all values, the likeliest
    /// first; `labels` are what the caller says may be shown. Never empty.
    pub(super) fn levels_of(&self, original: &Dictionary, code: usize, labels: &[String]) -> Vec<u8> {
        let mut levels = Vec::new();
        if code == original.len() {
            levels.extend(self.null);
        } else {
            let value = original.text(code as u32);
            let reported = labels.iter().filter_map(|label| self.level_labelled(label));
            levels.extend(reported.chain(self.labels.get(value).copied()));
            // A value that stands for itself is not also looked for as a number, nor in sets; one that is told is
            // where it is told to be.
            if levels.is_empty() {
                match span_of(original, code, self.scale) {
                    Some((low, high)) => levels.extend(self.bins.find_shown(f64::midpoint(low, high))),
                    None => levels.extend(self.members.get(value)),
                }
            }
        }
        levels.extend(self.labels.get(SUPPRESSED));
        let mut seen = [false; 256];
        levels.retain(|&level| !std::mem::replace(&mut seen[usize::from(level)], true));
        if levels.is_empty() {
            levels.push(self.other.unwrap_or(self.unseen()));
        }
        levels
    }

    fn level_labelled(&self, label: &str) -> Option<u8> {
        let number = || {
            self.scale?.span_of_text(label).and_then(|(low, high)| self.bins.find(f64::midpoint(low, high)))
        };
        self.labels.get(label).copied().or_else(number)
    }
}

fn span_of(dictionary: &Dictionary, code: usize, scale: Option<Scale>) -> Option<(f64, f64)> {
    scale.and_then(|scale| scale.span(dictionary.value(code as u32), dictionary.text(code as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    fn feature(cells: &[Option<&str>], scale: Option<Scale>, rare: u64) -> (Feature, Vec<u8>) {
        let column = Column::from_texts("c", cells.iter().copied(), TypeChoice::Infer).unwrap();
        let rows: Vec<u32> = (0..cells.len() as u32).collect();
        let (feature, by_code) = Feature::of(&column, &rows, scale, rare);
        let levels = rows.iter().map(|&row| by_code[column.codes().get(row as usize) as usize]).collect();
        (feature, levels)
    }

    fn level_of(feature: &Feature, value: Option<&str>, label: Option<&str>) -> u8 {
        let original = Column::from_texts("c", [value], TypeChoice::Infer).unwrap();
        let labels: Vec<String> = label.map(str::to_owned).into_iter().collect();
        feature.levels_of(original.dictionary(), 0, &labels)[0]
    }

    #[test]
    fn rare_labels_are_one_level_and_missing_ones_stay_apart() {
        let cells = [Some("a"), Some("a"), Some("b"), Some("c"), Some("*"), None, Some("n/a")];
        let (feature, levels) = feature(&cells, None, 2);
        assert_eq!(levels[0], levels[1]);
        assert_eq!(levels[2], levels[3]);
        let mut distinct = levels.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!((distinct.len(), feature.levels()), (5, 5));
        assert_eq!(level_of(&feature, Some("new"), None), levels[4]);
        assert_eq!(level_of(&feature, Some("new"), Some("a")), levels[0]);
    }

    #[test]
    fn intervals_are_numbers_and_original_values_find_the_narrowest() {
        let cells = [Some("[20-34]"), Some("[35-49]"), Some("[20-60]"), Some("41"), Some("*")];
        let (feature, levels) = feature(&cells, Some(Scale::Number), 1);
        assert_eq!(feature.numbers(), 4);
        assert_eq!(levels[..4], [0, 3, 1, 2]);
        assert_eq!(level_of(&feature, Some("25"), None), levels[0]);
        assert_eq!(level_of(&feature, Some("41"), None), levels[3]);
        assert_eq!(level_of(&feature, Some("43"), None), levels[1]);
        assert_eq!(level_of(&feature, Some("55"), None), levels[2]);
        assert_eq!(level_of(&feature, Some("*"), None), levels[4]);
    }

    #[test]
    fn values_are_found_in_sets_and_what_was_never_shown_has_the_last_code() {
        let (feature, levels) = feature(&[Some("{a, b}"), Some("c")], None, 1);
        assert_eq!(level_of(&feature, Some("b"), None), levels[0]);
        assert_eq!(level_of(&feature, Some("x"), None), 2);
        assert_eq!(level_of(&feature, None, None), 2);
    }

    #[test]
    fn original_dates_are_understood_in_the_notation_of_their_column() {
        let (feature, levels) = feature(&[Some("1990"), Some("1991"), Some("2005")], Some(Scale::Date), 1);
        let original =
            Column::from_texts("c", [Some("05/04/1991"), Some("23/04/2005")], TypeChoice::Infer).unwrap();
        let found = [0, 1].map(|code| feature.levels_of(original.dictionary(), code, &[])[0]);
        assert_eq!(found, [levels[1], levels[2]]);
    }

    #[test]
    fn ten_thousand_values_fit_a_byte() {
        let texts: Vec<String> = (0..10_000).map(|number| format!("v{number}")).collect();
        let cells: Vec<Option<&str>> = texts.iter().map(|text| Some(text.as_str())).collect();
        assert_eq!(feature(&cells, None, 1).0.levels(), MAX_LABELS + 1);
        assert_eq!(feature(&cells, None, 5).0.levels(), 1);
        let texts: Vec<String> = (0..10_000).map(|number| number.to_string()).collect();
        let cells: Vec<Option<&str>> = texts.iter().map(|text| Some(text.as_str())).collect();
        let (feature, levels) = feature(&cells, Some(Scale::Number), 5);
        assert!(levels.is_sorted() && feature.levels() == 128, "{}", feature.levels());
    }
}
