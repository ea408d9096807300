//! Telling columns of texts from columns of numbers by their labels.

use super::plain_number;
use crate::label::{Reading, periods, readings};
use lethe_data::calendar::DateNotation;

/// Whether a label can only come from a column of texts, because it spells or bounds something that is neither a
/// number nor a time. Intervals between texts then count even where both ends look like numbers.
pub(super) fn is_of_texts(label: &str) -> bool {
    let is_other =
        |text: &str| plain_number(text.trim()).is_none() && periods(text, &DateNotation::ALL).is_empty();
    let readings = readings(label);
    let more = readings.iter().any(|reading| !matches!(reading, Reading::Exactly(_)));
    let is_set = label.starts_with('{');
    let mut exactly = readings.iter().filter_map(|reading| match reading {
        Reading::Exactly(text) => Some(text.as_str()),
        _ => None,
    });
    match (is_set, more) {
        (true, _) => exactly.skip(1).any(is_other),
        (false, false) => exactly.any(is_other),
        (false, true) => readings.iter().all(|reading| match reading {
            Reading::Between(between) => {
                [&between.low, &between.high].into_iter().flatten().any(|end| is_other(&end.text))
            }
            Reading::Exactly(text) => is_other(text),
            Reading::Anything | Reading::Mask(_) => false,
        }),
    }
}
