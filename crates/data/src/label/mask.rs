//! Labels with masked characters.

pub(super) const HIDDEN: char = '*';

/// Characters that are shown, and how many are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mask {
    /// The first characters of a value of at most so many: short values are padded with stars.
    Prefix(String, usize),
    /// The last characters of a value of at most so many.
    Suffix(String, usize),
    /// A value of as many characters, `*` standing for any; of fewer where it was padded with stars on one side.
    Pattern(String),
}

impl Mask {
    /// The mask that a label is, if it has a star.
    pub(super) fn read(label: &str) -> Option<Self> {
        if !label.contains(HIDDEN) {
            return None;
        }
        let length = label.chars().count();
        let (prefix, suffix) = (label.trim_end_matches(HIDDEN), label.trim_start_matches(HIDDEN));
        Some(if !prefix.contains(HIDDEN) {
            Self::Prefix(prefix.to_owned(), length)
        } else if !suffix.contains(HIDDEN) {
            Self::Suffix(suffix.to_owned(), length)
        } else {
            Self::Pattern(label.to_owned())
        })
    }

    /// Whether a value shows these characters.
    pub fn holds(&self, value: &str) -> bool {
        let length = value.chars().count();
        match self {
            Self::Prefix(shown, most) => length <= *most && value.starts_with(shown),
            Self::Suffix(shown, most) => length <= *most && value.ends_with(shown),
            Self::Pattern(pattern) => {
                let fits = |(shown, letter): (char, char)| shown == HIDDEN || shown == letter;
                let Some(padding) = pattern.chars().count().checked_sub(length) else { return false };
                let (from_first, from_last) = (pattern.chars(), pattern.chars().rev());
                (from_first.clone().skip(length).all(|shown| shown == HIDDEN)
                    && from_first.clone().zip(value.chars()).all(fits))
                    || (from_first.take(padding).all(|shown| shown == HIDDEN)
                        && from_last.zip(value.chars().rev()).all(fits))
            }
        }
    }
}
