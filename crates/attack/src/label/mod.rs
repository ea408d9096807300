//! What a released label says about the value behind it.
//!
//! A label carries no type, so one may be read in several ways: `1971-06` is a month, and a text. All ways are gathered, and
//! a label is consistent with a value when one of them holds the value. Reading too much costs the attacker certainty;
//! reading too little would lose the true record, and every claim after it would be wrong.
//!
//! The ways, in the order they are gathered:
//!
//! 1. `*`, `n/a`, and nothing: any value.
//! 2. The label itself: the same spelling, the same number (`5` and `5.0`), or a date or period (`1971-06`, `1971-Q2`).
//! 3. A set, `{a, "b, c"}`: its items. What stands in braces once more is read again without them.
//! 4. An interval in brackets, `[20-34]`, `[20, 30[`, `[20,30)`, `(20,30]`: between numbers, dates, or texts.
//! 5. An interval without, `20-30`, `1990 - 1999`: between numbers or dates.
//! 6. A bound, `<5`, `<=5`, `>80`, `>=80`: numbers or dates on one side of it.
//! 7. A mask, `130**`: values that show the same characters.
//! 8. A label with a number behind it (`[a, c] #2`), which tells apart what would be spelt alike: the label before it.

mod interval;
mod items;
mod period;

pub(crate) use period::{Period, periods};

/// One way to read a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Any value.
    Anything,
    /// This value.
    Exactly(String),
    /// Values between two ends.
    Between(Between),
    /// Values with these characters.
    Mask(Mask),
}

/// An interval whose ends are still texts: what they are depends on the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Between {
    pub(crate) low: Option<End>,
    pub(crate) high: Option<End>,
    /// Whether the ends may be texts in the order of their bytes.
    pub(crate) of_texts: bool,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) text: String,
    pub(crate) included: bool,
}

/// Characters that are shown, and how many are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mask {
    /// The first characters of a value of at most so many.
    Prefix(String, usize),
    /// The last characters of a value of at most so many.
    Suffix(String, usize),
    /// A value of as many characters, `*` standing for any.
    Pattern(String),
}

const HIDDEN: char = '*';

/// Whether a label says nothing: `*` (or several of them), `n/a`, or no text at all.
pub fn says_nothing(label: &str) -> bool {
    label == "n/a" || label.chars().all(|letter| letter == HIDDEN)
}

/// Every way to read a label.
pub(crate) fn readings(label: &str) -> Vec<Reading> {
    let mut found = Vec::new();
    gather(label, &mut found);
    found
}

fn gather(label: &str, found: &mut Vec<Reading>) {
    if says_nothing(label) {
        found.push(Reading::Anything);
        return;
    }
    found.push(Reading::Exactly(label.to_owned()));
    if let Some(inner) = label.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        found.extend(items::items(inner).into_iter().map(Reading::Exactly));
        if inner.starts_with(['{', '[']) {
            gather(inner, found);
        }
        return;
    }
    found.extend(interval::intervals(label).into_iter().map(Reading::Between));
    found.extend(mask(label).map(Reading::Mask));
    if let Some(plain) = without_number(label) {
        gather(plain, found);
    }
}

fn mask(label: &str) -> Option<Mask> {
    if !label.contains(HIDDEN) {
        return None;
    }
    let length = label.chars().count();
    let (prefix, suffix) = (label.trim_end_matches(HIDDEN), label.trim_start_matches(HIDDEN));
    Some(if !prefix.contains(HIDDEN) {
        Mask::Prefix(prefix.to_owned(), length)
    } else if !suffix.contains(HIDDEN) {
        Mask::Suffix(suffix.to_owned(), length)
    } else {
        Mask::Pattern(label.to_owned())
    })
}

fn without_number(label: &str) -> Option<&str> {
    let (plain, number) = label.rsplit_once(" #")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(plain)
}

impl Mask {
    /// Whether a value shows these characters.
    pub(crate) fn holds(&self, value: &str) -> bool {
        let length = value.chars().count();
        match self {
            Self::Prefix(shown, most) => length <= *most && value.starts_with(shown),
            Self::Suffix(shown, most) => length <= *most && value.ends_with(shown),
            Self::Pattern(pattern) => {
                let mut pairs = pattern.chars().zip(value.chars());
                length == pattern.chars().count()
                    && pairs.all(|(shown, letter)| shown == HIDDEN || shown == letter)
            }
        }
    }
}

#[cfg(test)]
mod tests;
