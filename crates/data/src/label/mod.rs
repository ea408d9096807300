//! What a released label says about the value behind it.
//!
//! A label carries no type, so one may be read in several ways: `1971-06` is a month, and a text. All ways are gathered here,
//! once; a [`Lookup`] holds them against the values of a column, and [`span`] tells the numbers or times between which a label
//! lies. What is made of the ways depends on who asks:
//!
//! - An attacker takes them together ([`Lookup::of`]). Reading too much costs certainty; reading too little would
//!   lose the true record, and every claim after it would be wrong.
//! - A score asks for labels that certainly come from the column ([`Lookup::certain`]). Where none is found, nothing can be
//!   told about the label, which is no reason to call it false.
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
//! 9. `(empty)`: the empty text.
//!
//! Labels that only a hierarchy explains (`Western Europe`, the prefix `816` of 81667, a mask of other characters than `*`) are
//! not read: whoever has the hierarchy asks it.
//!
//! # Where is what?
//!
//! `data/src/label`, the only place: `mod.rs` gathers every way to read one (`interval.rs`, `items.rs`, `mask.rs`,
//! `period.rs`), a `Lookup` holds it against the sorted values of a column (`lookup/`), and `span.rs` tells the numbers
//! or times between which it lies. The attack asks for all that a label may stand for, the comparison for what it
//! certainly stands for, learning for the span. A builder of new labels gets a test in `data/tests/suite/labels.rs`
//! that they hold their values.

mod covered;
mod interval;
mod items;
mod lookup;
mod mask;
mod period;
pub mod span;
mod text_order;
mod tolerance;

pub use covered::Covered;
use items::items;
pub use lookup::Lookup;
pub use mask::Mask;
pub use period::{Period, periods};
pub use text_order::are_of_texts;
pub use tolerance::Tolerance;

use mask::HIDDEN;

/// What stands for a suppressed cell.
pub const SUPPRESSED: &str = "*";

/// What stands for the cells that a split row leaves to other rows.
pub const ELSEWHERE: &str = "n/a";

/// One way to read a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Any value.
    Anything,
    /// What the label spells, as a text, a number or a time.
    Spelt(String),
    /// One of these values.
    OneOf(Vec<String>),
    /// Values between two ends.
    Between(Between),
    /// Values with these characters.
    Mask(Mask),
}

/// An interval whose ends are still texts: what they are depends on the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// Where it begins; nowhere when `None`.
    pub low: Option<End>,
    /// Where it ends; nowhere when `None`.
    pub high: Option<End>,
    /// Whether the ends may be texts in the order of their bytes.
    pub of_texts: bool,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Its spelling.
    pub text: String,
    /// Whether it belongs to the interval.
    pub included: bool,
}

/// Whether a cell is one that Lethe leaves empty: suppressed, elsewhere, or without text.
pub fn is_missing(text: &str) -> bool {
    text.is_empty() || text == SUPPRESSED || text == ELSEWHERE
}

/// Whether a label says nothing: `*` (or several of them), `n/a`, or no text at all.
pub fn says_nothing(label: &str) -> bool {
    is_missing(label) || label.chars().all(|letter| letter == HIDDEN)
}

/// Every way to read a label.
pub fn readings(label: &str) -> Vec<Reading> {
    let mut found = Vec::new();
    gather(label, &mut found);
    found
}

fn gather(label: &str, found: &mut Vec<Reading>) {
    if says_nothing(label) {
        found.push(Reading::Anything);
        return;
    }
    found.push(Reading::Spelt(label.to_owned()));
    if let Some(inner) = label.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        found.push(Reading::OneOf(items(inner)));
        if inner.starts_with(['{', '[']) {
            gather(inner, found);
        }
        return;
    }
    found.extend(interval::intervals(label).into_iter().map(Reading::Between));
    found.extend(Mask::read(label).map(Reading::Mask));
    if label == "(empty)" {
        found.push(Reading::OneOf(vec![String::new()]));
    }
    if let Some(plain) = without_number(label) {
        gather(plain, found);
    }
}

fn without_number(label: &str) -> Option<&str> {
    let (plain, number) = label.rsplit_once(" #")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(plain)
}

#[cfg(test)]
mod tests;
