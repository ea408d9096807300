//! Rows of levels, one byte a cell.

use super::feature::Feature;
use super::options::Shown;
use super::reading::Scale;
use lethe_data::Table;

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

    /// Rows of the original in the levels of this sheet, as [`Self::row`] gives them.
    pub(super) fn place(
        &self,
        original: &Table,
        columns: &[usize],
        rows: &[u32],
        shown: Option<Shown<'_>>,
    ) -> Vec<u8> {
        let mut levels = vec![0; columns.len() * rows.len()];
        for (at, (&column, feature)) in columns.iter().zip(&self.features).enumerate() {
            let column = original.column(column);
            let dictionary = column.dictionary();
            let label = |code: usize| {
                let text = (code < dictionary.len()).then(|| dictionary.text(code as u32))?;
                shown.and_then(|shown| shown(column.name(), text))
            };
            let level = |code: usize| feature.level_of(dictionary, code, label(code).as_deref());
            let by_code: Vec<u8> = (0..=dictionary.len()).map(level).collect();
            fill(
                &mut levels,
                at,
                columns.len(),
                rows.iter().map(|&row| column.codes().get(row as usize)),
                &by_code,
            );
        }
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

fn fill(levels: &mut [u8], at: usize, width: usize, codes: impl Iterator<Item = u32>, by_code: &[u8]) {
    for (cell, code) in levels.iter_mut().skip(at).step_by(width).zip(codes) {
        *cell = by_code[code as usize];
    }
}
