//! Do the rows of a release stand where they stood in the original?

use crate::reading::Meaning;
use crate::{Counterpart, Values};

/// Rows that are looked at in large tables.
const SAMPLE: usize = 4096;
/// Up to so many rows, every row is held against every other.
const FEW: usize = 64;
/// The least share of what chance does not explain that rows in place must explain.
const ENOUGH: f64 = 0.1;

/// Whether rows of a release look like those of the original in the same place rather than like any others. Where a release
/// shows so little that nothing can be reported, they do.
///
/// A guess for figures of utility, which no guarantee rests on.
pub fn rows_correspond(counterparts: &[Counterpart<'_>], rows: usize) -> bool {
    if rows < 2 {
        return true;
    }
    let (mut here, mut elsewhere, mut cells) = (0.0, 0.0, 0.0);
    for counterpart in counterparts {
        let Some(shown) = counterpart.best().filter(|shown| shown.column.len() == rows) else { continue };
        let original = &counterpart.original;
        let line = Line::of(original);
        let alike = |row: usize, other: usize| {
            let meaning = &shown.meanings[shown.column.codes().get(other) as usize];
            line.alike(original, original.column().codes().get(row), meaning)
        };
        let mut look = |row: usize, other: usize| {
            if let (Some(same), Some(chance)) = (alike(row, row), alike(other, row)) {
                here += same;
                elsewhere += chance;
                cells += 1.0;
            }
        };
        if rows <= FEW {
            for row in 0..rows {
                (0..rows).filter(|&other| other != row).for_each(|other| look(row, other));
            }
        } else {
            for at in 0..SAMPLE.min(rows) {
                let row = (at as u128 * rows as u128 / SAMPLE.min(rows) as u128) as usize;
                look(row, (row + 1 + scattered(at as u64) as usize % (rows - 1)) % rows);
            }
        }
    }
    let unexplained = cells - elsewhere;
    unexplained <= 0.01 * cells || here - elsewhere >= ENOUGH * unexplained
}

/// A number that follows no pattern of the rows (Steele, Lea & Flood 2014, `SplitMix64`).
fn scattered(at: u64) -> u64 {
    let mut mixed = at.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 16
}

/// The range of a column on a line.
struct Line(Option<f64>);

impl Line {
    fn of(original: &Values<'_>) -> Self {
        let positions = || (0..original.len() as u32).filter_map(|code| original.position(code));
        let first = positions().next();
        Self(
            positions().next_back().zip(first).map(|(last, first)| last - first).filter(|&range| range > 0.0),
        )
    }

    /// How equal a value and a cell of the release are, from 0 to 1; `None` where one of them shows nothing.
    fn alike(&self, original: &Values<'_>, code: u32, meaning: &Meaning) -> Option<f64> {
        let value = original.value(code)?;
        let near = |shown: Option<f64>| {
            let (was, is, range) = (original.position(value)?, shown?, self.0?);
            Some((1.0 - (was - is).abs() / range).max(0.0))
        };
        match meaning {
            Meaning::Nothing | Meaning::Unread => None,
            Meaning::Value(shown) => {
                Some(near(original.position(*shown)).unwrap_or(f64::from(u8::from(*shown == value))))
            }
            Meaning::Point(shown) => near(Some(*shown)),
            Meaning::Label(covered) => {
                Some(f64::from(u8::from(covered.contains(code) || covered.contains(value))))
            }
        }
    }
}
