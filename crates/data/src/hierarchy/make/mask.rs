//! Characters to mask characters, one more a level.

use super::{Levels, refuse};
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Result};

/// More levels than any search would climb; a longer text is prose, not a code.
const MOST_LEVELS: usize = 256;

/// The side of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The beginning.
    Left,
    /// The end.
    Right,
}

/// How characters are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask {
    /// The side that is masked first.
    pub side: Side,
    /// The character that replaces others.
    pub character: char,
    /// How many characters the level below the root still shows; at least one, as zero would repeat the root.
    pub keep: usize,
    /// How many more characters each level masks.
    pub step: usize,
}

impl Mask {
    /// Masks one character a level with `*`, down to one character.
    pub fn new(side: Side) -> Self {
        Self { side, character: '*', keep: 1, step: 1 }
    }

    /// Pads to `width` characters on the masked side and masks `masked` of them. Both read only characters that the
    /// level below shows, so a label decides the label above it.
    fn label(&self, text: &str, width: usize, masked: usize) -> String {
        let mask = |count: usize| std::iter::repeat_n(self.character, count);
        let shown = width - masked;
        match self.side {
            Side::Right => text.chars().chain(mask(width)).take(shown).chain(mask(masked)).collect(),
            Side::Left => {
                let count = text.chars().count();
                let kept = text.chars().skip(count.saturating_sub(shown));
                mask(masked + shown.saturating_sub(count)).chain(kept).collect()
            }
        }
    }
}

/// Generalizes values by masking characters: `81667`, `8166*`, `816**`, …, `*`.
///
/// Values shorter than the longest are first padded with the mask character on the masked side, so that all paths
/// have the same height. Characters are Unicode characters, not bytes.
///
/// **Guarantee**: the characters a label shows are those of each value under it.
///
/// **Errors**: the step is zero, or values are so long that there would be more than 256 levels.
pub fn mask(column: &Column, options: &Mask, context: &Context) -> Result<Hierarchy> {
    if options.step == 0 {
        return Err(refuse(column, "cannot be masked by zero characters a level"));
    }
    let dictionary = column.dictionary();
    let mut levels = Levels::new(column, context)?;
    let width = dictionary.texts().map(|text| text.chars().count()).max().unwrap_or(0);
    let most = width.saturating_sub(options.keep.max(1));
    let count = most.div_ceil(options.step);
    if count > MOST_LEVELS {
        let why = format!(
            "would get {count} levels of masking (at most {MOST_LEVELS}); mask more characters a level"
        );
        return Err(refuse(column, &why));
    }
    for masked in (1..=most).filter(|masked| masked % options.step == 0 || *masked == most) {
        levels.push(dictionary.texts().map(|text| Ok(options.label(text, width, masked))))?;
    }
    levels.finish()
}
