//! Telling columns of texts from columns of numbers by their labels.

use super::lookup::plain_number;
use super::{Reading, periods, readings};
use crate::Column;
use crate::calendar::DateNotation;

/// Whether a released column shows labels that can only come from texts. Intervals then count as intervals of texts even where
/// both ends look like numbers.
pub fn are_of_texts(released: &Column) -> bool {
    released.dictionary().texts().any(is_of_texts)
}

/// Whether a label spells or bounds something that is neither a number nor a time.
fn is_of_texts(label: &str) -> bool {
    let is_other =
        |text: &str| plain_number(text.trim()).is_none() && periods(text, &DateNotation::ALL).is_empty();
    let is_set = label.starts_with('{');
    let readings = readings(label);
    let more = readings.iter().any(|reading| !matches!(reading, Reading::Spelt(_) | Reading::OneOf(_)));
    let mut reported = readings.iter().skip(usize::from(is_set)).flat_map(|reading| match reading {
        Reading::Spelt(text) => std::slice::from_ref(text),
        Reading::OneOf(items) => items.as_slice(),
        _ => &[],
    });
    if is_set || !more {
        return reported.any(|text| is_other(text));
    }
    readings.iter().all(|reading| match reading {
        Reading::Between(between) => {
            [&between.low, &between.high].into_iter().flatten().any(|end| is_other(&end.text))
        }
        Reading::Spelt(text) => is_other(text),
        Reading::OneOf(items) => items.iter().any(|item| is_other(item)),
        Reading::Anything | Reading::Mask(_) => false,
    })
}
