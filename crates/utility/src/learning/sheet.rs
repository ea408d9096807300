//! Rows of levels, one byte a cell.

use super::feature::Feature;
use super::lookup::Lookup;
use super::options::Shown;
use super::reading::Scale;
use lethe_data::{Column, Table};
use rayon::prelude::*;

/// What learners are given of a table: the level of every feature of every row, row after row.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) features: Vec<Feature>,
    levels: Vec<u8>,
}

impl Sheet {
    /// The sheet of some columns and rows of a table; each column comes with the scale it has in the original.
    pub(super) fn of(table: &Table, columns: &[(usize, Option<Scale>)], rows: &[u32], rare: u64) -> Self {
        let mut levels = vec![0; columns.len() * rows.len()];
        let mut features = Vec::with_capacity(columns.len());
        for (at, &(column, scale)) in columns.iter().enumerate() {
            let column = table.column(column);
            let (feature, by_code) = Feature::of(column, rows, scale, rare);
            fill(
                &mut levels,
                at,
                columns.len(),
                rows.iter().map(|&row| column.codes().get(row as usize)),
                &by_code,
            );
            features.push(feature);
        }
        Self { features, levels }
    }

    /// Rows of the original as this sheet would show them: as the combination of levels that says most of all that it shows
    /// and the record fits, else each value by itself.
    pub(super) fn place(
        &self,
        original: &Table,
        columns: &[usize],
        rows: &[u32],
        shown: Option<Shown<'_>>,
    ) -> Vec<u8> {
        let columns: Vec<&Column> = columns.iter().map(|&column| original.column(column)).collect();
        let fitting: Vec<Vec<Vec<u8>>> = columns
            .iter()
            .zip(&self.features)
            .map(|(column, feature)| fitting(column, feature, shown))
            .collect();
        let codes: Vec<Vec<u32>> = columns
            .iter()
            .map(|column| rows.iter().map(|&row| column.codes().get(row as usize)).collect())
            .collect();
        let records: Vec<Vec<u64>> =
            codes.iter().zip(&fitting).map(|(codes, values)| counted(codes, values.len())).collect();
        let lookup = Lookup::of(&self.levels, &fitting, &records);
        let mut levels = vec![0; columns.len() * rows.len()];
        let width = columns.len().max(1);
        levels.par_chunks_mut(width).enumerate().for_each(|(record, row)| {
            let fits: Vec<&[u8]> = codes
                .iter()
                .zip(&fitting)
                .map(|(codes, fitting)| &*fitting[codes[record] as usize])
                .collect();
            row.iter_mut().zip(&fits).for_each(|(level, fits)| *level = fits[0]);
            lookup.find(&fits, row);
        });
        levels
    }

    /// The levels of all rows.
    pub(super) fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// The levels of a row.
    pub(super) fn row(&self, row: u32) -> &[u8] {
        let width = self.features.len();
        &self.levels[row as usize * width..][..width]
    }
}

/// The levels that may show each value of a column of the original, null last.
fn fitting(column: &Column, feature: &Feature, shown: Option<Shown<'_>>) -> Vec<Vec<u8>> {
    let dictionary = column.dictionary();
    let labels = |code: usize| match shown {
        Some(shown) if code < dictionary.len() => shown(column.name(), dictionary.text(code as u32)),
        _ => Vec::new(),
    };
    (0..=dictionary.len()).map(|code| feature.levels_of(dictionary, code, &labels(code))).collect()
}

fn counted(codes: &[u32], values: usize) -> Vec<u64> {
    let mut counts = vec![0; values];
    for &code in codes {
        counts[code as usize] += 1;
    }
    counts
}

fn fill(levels: &mut [u8], at: usize, width: usize, codes: impl Iterator<Item = u32>, by_code: &[u8]) {
    for (cell, code) in levels.iter_mut().skip(at).step_by(width).zip(codes) {
        *cell = by_code[code as usize];
    }
}
