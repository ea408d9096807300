//! Intervals in the notations of Lethe, ARX and others.

use super::items;
use super::periods;
use super::{Between, End};
use crate::Decimal;
use crate::calendar::DateNotation;

/// Every way to read a label as an interval.
pub(super) fn intervals(label: &str) -> Vec<Between> {
    if let Some(bound) = one_sided(label) {
        return vec![bound];
    }
    let Some((inner, low_included, high_included)) = in_brackets(label) else {
        let ends = sides(label, &['-', '–', ',', ';']).into_iter();
        return ends.map(|(low, high)| between(low, high, [true; 2], false)).collect();
    };
    let included = [low_included, high_included];
    let mut found: Vec<Between> = Vec::new();
    if let [low, high] = items(inner).as_slice() {
        found.push(between(low, high, included, true));
    }
    // Texts with commas of their own may stand there without quotes.
    for (at, separator) in inner.match_indices(", ") {
        found.push(between(&inner[..at], &inner[at + separator.len()..], included, true));
    }
    found.extend(
        sides(inner, &['-', '–', ';']).into_iter().map(|(low, high)| between(low, high, included, false)),
    );
    found.dedup();
    found
}

fn between(low: &str, high: &str, included: [bool; 2], of_texts: bool) -> Between {
    let end = |text: &str, included| Some(End { text: text.to_owned(), included });
    Between { low: end(low, included[0]), high: end(high, included[1]), of_texts }
}

/// What stands between brackets, and whether its ends belong to it. A bracket that looks away from the interval leaves its
/// end out, as a round one does.
fn in_brackets(label: &str) -> Option<(&str, bool, bool)> {
    let low_included = match label.chars().next()? {
        '[' => true,
        '(' | ']' => false,
        _ => return None,
    };
    let high_included = match label.chars().next_back()? {
        ']' => true,
        ')' | '[' => false,
        _ => return None,
    };
    // Brackets are one byte long, and a single one is both the first and the last.
    (label.len() > 2).then(|| (&label[1..label.len() - 1], low_included, high_included))
}

/// Longer signs come first.
const BOUNDS: [(&str, bool, bool); 6] = [
    ("<=", false, true),
    (">=", true, true),
    ("≤", false, true),
    ("≥", true, true),
    ("<", false, false),
    (">", true, false),
];

fn one_sided(label: &str) -> Option<Between> {
    let (sign, is_low, included) = BOUNDS.into_iter().find(|(sign, ..)| label.starts_with(sign))?;
    let text = label[sign.len()..].trim();
    let end = is_end(text).then(|| End { text: text.to_owned(), included })?;
    let (low, high) = if is_low { (Some(end), None) } else { (None, Some(end)) };
    Some(Between { low, high, of_texts: false })
}

/// The two sides of each separator that stands between numbers or dates.
fn sides<'a>(text: &'a str, separators: &[char]) -> Vec<(&'a str, &'a str)> {
    let sides =
        text.match_indices(separators).map(|(at, separator)| (&text[..at], &text[at + separator.len()..]));
    let sides = sides.map(|(low, high)| (low.trim(), high.trim()));
    sides.filter(|(low, high)| is_end(low) && is_end(high)).collect()
}

/// Whether a text is a number or a date.
fn is_end(text: &str) -> bool {
    Decimal::parse(text).is_some() || !periods(text, &DateNotation::ALL).is_empty()
}
