//! Values with masked characters.

use super::Covered;
use crate::values::Values;
use std::collections::HashMap;

/// The original's values under every way of masking that the release shows.
///
/// A mask is stars at the beginning or the end. Values shorter than the longest were padded with stars on the masked side
/// (see `hierarchy make mask`), so a padded value is what is compared.
pub(super) struct Masks {
    /// By side, width and number of characters shown: the values behind each masked spelling.
    of_way: HashMap<Way, HashMap<String, Vec<u32>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way {
    at_end: bool,
    width: usize,
    stars: usize,
}

impl Masks {
    pub(super) fn of<'a>(original: &Values<'_>, labels: impl Iterator<Item = &'a str>) -> Self {
        let mut of_way = HashMap::new();
        for way in labels.filter_map(Way::of) {
            of_way.entry(way).or_insert_with(|| way.of_values(original));
        }
        Self { of_way }
    }

    pub(super) fn read(&self, text: &str) -> Option<Covered> {
        let way = Way::of(text)?;
        self.of_way.get(&way)?.get(text).cloned().map(Covered::Codes)
    }
}

impl Way {
    /// How a label is masked; one of stars alone tells no characters.
    fn of(text: &str) -> Option<Self> {
        let (width, stars) = (text.chars().count(), text.chars().filter(|&letter| letter == '*').count());
        let side = |at_end: bool| {
            let count = if at_end {
                text.chars().rev().take_while(|&letter| letter == '*').count()
            } else {
                text.chars().take_while(|&letter| letter == '*').count()
            };
            (count > 0 && count == stars && count < width).then_some(Self { at_end, width, stars })
        };
        side(true).or_else(|| side(false))
    }

    fn of_values(self, original: &Values<'_>) -> HashMap<String, Vec<u32>> {
        let mut values: HashMap<String, Vec<u32>> = HashMap::new();
        let shown = self.width - self.stars;
        for (code, text) in (0..).zip(original.texts()) {
            let count = text.chars().count();
            if count > self.width {
                continue;
            }
            let star = |count: usize| std::iter::repeat_n('*', count);
            let masked: String = if self.at_end {
                text.chars().chain(star(self.width)).take(shown).chain(star(self.stars)).collect()
            } else {
                let kept = text.chars().skip(count.saturating_sub(shown));
                star(self.width - shown.min(count)).chain(kept).collect()
            };
            values.entry(masked).or_default().push(code);
        }
        values
    }
}
