//! What became of single cells.

use crate::reading::Meaning;
use crate::{Counterpart, Shown, Values};

/// What became of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate {
    /// It says what it said.
    Same,
    /// It says nothing any more.
    Suppressed,
    /// A label stands for its value and others: this share of the other values of the column; all where it is not known.
    Generalized(f64),
    /// It says something else; for numbers, by how much of the original number.
    Falsified(Option<f64>),
}

/// What became of a cell with this code in the original, of which the release says `meaning`.
///
/// A number in the place of 0 is wrong by all of it: the relative distance is 1.
pub fn fate(original: &Values<'_>, code: u32, meaning: &Meaning) -> Fate {
    let Some(value) = original.value(code) else {
        return if meaning.is_shown() { Fate::Falsified(None) } else { Fate::Same };
    };
    match meaning {
        Meaning::Nothing => Fate::Suppressed,
        Meaning::Value(shown) if *shown == value => Fate::Same,
        Meaning::Value(shown) => Fate::Falsified(relative(original, value, original.position(*shown))),
        Meaning::Point(shown) => Fate::Falsified(relative(original, value, Some(*shown))),
        Meaning::Label(covered) if covered.contains(code) || covered.contains(value) => {
            let others = original.len().saturating_sub(1).max(1);
            Fate::Generalized((covered.len() - 1) as f64 / others as f64)
        }
        Meaning::Label(_) => Fate::Falsified(None),
        // Who falsifies a text puts another value of the column in its place; a new text is an aggregate.
        Meaning::Unread => Fate::Generalized(1.0),
    }
}

fn relative(original: &Values<'_>, value: u32, shown: Option<f64>) -> Option<f64> {
    if !original.value_type().is_numeric() {
        return None;
    }
    let (was, is) = (original.position(value)?, shown?);
    Some(if was == 0.0 { 1.0 } else { (is - was).abs() / was.abs() })
}

/// The cells of a column by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alteration {
    /// Cells of the original.
    pub cells: u64,
    /// Cells that say nothing any more.
    pub suppressed: u64,
    /// Cells in whose place a label stands.
    pub generalized: u64,
    /// Cells that say something else.
    pub falsified: u64,
    /// The sum over cells of how far each was moved, from 0 (not at all) to 1; `None` where it cannot be reported.
    pub distortion: Option<f64>,
}

impl Alteration {
    /// Cells that do not say what they said.
    pub fn altered(&self) -> u64 {
        self.suppressed + self.generalized + self.falsified
    }

    /// The cells of two columns together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            cells: self.cells + other.cells,
            suppressed: self.suppressed + other.suppressed,
            generalized: self.generalized + other.generalized,
            falsified: self.falsified + other.falsified,
            distortion: self.distortion.zip(other.distortion).map(|(one, other)| one + other),
        }
    }

    /// The cells of a column that the release does not have.
    pub fn of_missing(original: &Values<'_>) -> Self {
        let column = original.column();
        let counts = (0..).zip(column.histogram(None));
        let suppressed =
            counts.filter(|&(code, _)| original.value(code).is_some()).map(|(_, count)| count).sum();
        let distortion = Some(suppressed as f64);
        Self { cells: column.len() as u64, suppressed, distortion, ..Self::default() }
    }

    /// The cells of a column whose rows correspond to those of the release.
    ///
    /// Distortion: 1 for a suppressed cell and for a text that became another, the relative distance but at most 1 for a
    /// number, the share of the column's other values that its label covers for a generalized cell.
    pub fn by_rows(original: &Values<'_>, shown: &Shown<'_>) -> Self {
        let mut tally = Self { cells: original.column().len() as u64, ..Self::default() };
        let mut distortion = 0.0;
        for (code, label) in original.column().codes().widened().zip(shown.column.codes().widened()) {
            match fate(original, code, &shown.meanings[label as usize]) {
                Fate::Same => {}
                Fate::Suppressed => {
                    tally.suppressed += 1;
                    distortion += 1.0;
                }
                Fate::Generalized(share) => {
                    tally.generalized += 1;
                    distortion += share;
                }
                Fate::Falsified(distance) => {
                    tally.falsified += 1;
                    distortion += distance.unwrap_or(1.0).min(1.0);
                }
            }
        }
        Self { distortion: Some(distortion), ..tally }
    }

    /// The cells of a column whose rows do not correspond to those of the release: each value of the original that no table
    /// of the release shows as often is altered so many times. They count as generalized as far as there are labels, as
    /// falsified as far as there are values or numbers that the original does not have so often, else as suppressed. With
    /// `split`, rows were split and repeat cells, so that a value that is shown more often replaces none.
    ///
    /// **Guarantee**: at least so many cells are shown nowhere, whatever the order of rows was.
    pub fn by_counts(counterpart: &Counterpart<'_>, split: bool) -> Self {
        let before = counterpart.original_counts();
        let mut after = vec![0u64; before.len()];
        let (mut labels, mut foreign) = (0, 0);
        for shown in &counterpart.shown {
            let Seen { values, labels: of_labels, foreign: of_foreign } = Seen::of(shown, before.len());
            after.iter_mut().zip(values).for_each(|(most, count)| *most = count.max(*most));
            (labels, foreign) = (of_labels.max(labels), of_foreign.max(foreign));
        }
        let pairs = || before.iter().zip(&after);
        let gone: u64 = pairs().map(|(before, after)| before.saturating_sub(*after)).sum();
        let surplus: u64 = pairs().map(|(before, after)| after.saturating_sub(*before)).sum();
        let generalized = gone.min(labels);
        let falsified = (gone - generalized).min(foreign + if split { 0 } else { surplus });
        let suppressed = gone - generalized - falsified;
        let known = generalized == 0 && falsified == 0;
        Self {
            cells: counterpart.original.column().len() as u64,
            suppressed,
            generalized,
            falsified,
            distortion: known.then_some(suppressed as f64),
        }
    }
}

/// What a table shows of a column.
struct Seen {
    /// How often each value of the original.
    values: Vec<u64>,
    /// Cells with labels.
    labels: u64,
    /// Cells with numbers that the original does not have.
    foreign: u64,
}

impl Seen {
    fn of(shown: &Shown<'_>, values: usize) -> Self {
        let mut seen = Self { values: vec![0; values], labels: 0, foreign: 0 };
        for (meaning, count) in shown.labels() {
            match meaning {
                Meaning::Value(value) => seen.values[*value as usize] += count,
                Meaning::Point(_) => seen.foreign += count,
                _ => seen.labels += count,
            }
        }
        seen
    }
}
