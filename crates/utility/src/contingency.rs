//! How far the contingency table of two columns moved.
//!
//! The original's values are counted under the labels that the release shows, so that both tables have the same cells: what is measured is what suppressed,
//! falsified or missing records change, on the levels of the release. Values that no label stands for any more, and what is missing, are cells of their own.

use crate::reading::Meaning;
use crate::{Counterpart, Shown, Values};

/// Larger tables are not made.
const MOST_CELLS: usize = 1 << 20;

/// Under which label of the release each value of the original is.
pub(crate) struct Labelled<'a> {
    original: &'a Values<'a>,
    shown: &'a Shown<'a>,
    /// By code of the original, null last.
    of_original: Vec<usize>,
    /// By code of the release, null last.
    of_release: Vec<usize>,
    cells: usize,
}

impl<'a> Labelled<'a> {
    /// A column in one place of the release; `None` where labels overlap or cannot be read.
    pub(crate) fn of(counterpart: &'a Counterpart<'a>, shown: &'a Shown<'a>) -> Option<Self> {
        let original = &counterpart.original;
        let labels = shown.meanings.len();
        let (hidden, missing) = (labels, labels + 1);
        let mut of_value = vec![hidden; original.len()];
        for (label, (meaning, _)) in
            shown.meanings.iter().zip(&shown.counts).enumerate().filter(|(_, (_, count))| **count > 0)
        {
            let mut take = |value: u32| {
                let Some(value) = original.value(value).map(|value| value as usize) else { return true };
                let is_free = of_value[value] == hidden || of_value[value] == label;
                of_value[value] = label;
                is_free
            };
            match meaning {
                Meaning::Nothing | Meaning::Point(_) => {}
                Meaning::Unread => return None,
                Meaning::Value(value) => take(*value).then_some(())?,
                Meaning::Label(covered) => covered.codes().all(&mut take).then_some(())?,
            }
        }
        let of_original = (0..=original.len() as u32)
            .map(|code| original.value(code).map_or(missing, |value| of_value[value as usize]));
        let of_release = shown
            .meanings
            .iter()
            .enumerate()
            .map(|(code, meaning)| if meaning.is_shown() { code } else { missing });
        Some(Self {
            original,
            shown,
            of_original: of_original.collect(),
            of_release: of_release.collect(),
            cells: labels + 2,
        })
    }
}

/// The total variation distance between the contingency tables of two columns in the original and in a table of the release that shows both, over at
/// most so many rows of each; `None` where there is none, or it is too large.
pub(crate) fn total_variation(one: &Labelled<'_>, other: &Labelled<'_>, most: usize) -> Option<f64> {
    let cells = one.cells.checked_mul(other.cells).filter(|cells| *cells <= MOST_CELLS)?;
    let mut before = vec![0u32; cells];
    let mut after = vec![0u32; cells];
    let count = |table: &mut Vec<u32>,
                 left: (&lethe_data::Column, &[usize]),
                 right: (&lethe_data::Column, &[usize])| {
        let rows = left.0.len();
        let taken = (0..rows).step_by(rows.div_ceil(most.max(1)).max(1));
        let mut counted = 0u32;
        for row in taken {
            let cell = left.1[left.0.codes().get(row) as usize] * other.cells
                + right.1[right.0.codes().get(row) as usize];
            table[cell] += 1;
            counted += 1;
        }
        f64::from(counted)
    };
    let all_before = count(
        &mut before,
        (one.original.column(), &one.of_original),
        (other.original.column(), &other.of_original),
    );
    let all_after =
        count(&mut after, (one.shown.column, &one.of_release), (other.shown.column, &other.of_release));
    if all_before <= 0.0 || all_after <= 0.0 {
        return None;
    }
    let differ = |(b, a): (&u32, &u32)| (f64::from(*b) / all_before - f64::from(*a) / all_after).abs();
    Some((before.iter().zip(&after).map(differ).sum::<f64>() / 2.0).clamp(0.0, 1.0))
}
