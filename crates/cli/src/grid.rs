//! Tables on the terminal, as wide as it is, in which no word is broken.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use std::fmt;

/// The width that tables fit where standard output is no terminal.
const WIDTH: u16 = 80;
/// Spaces around a cell.
const PADDING: usize = 2;

/// A table that is being filled.
pub(crate) struct Table {
    inner: comfy_table::Table,
    /// The longest word of each column.
    words: Vec<usize>,
}

impl Table {
    /// An empty table in the house style.
    pub(crate) fn new(headings: &[&str]) -> Self {
        let mut inner = comfy_table::Table::new();
        inner.load_style(presets::UTF8_BORDERS_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
        if inner.width().is_none() {
            inner.set_width(WIDTH);
        }
        inner.set_header(headings);
        Self { inner, words: headings.iter().map(|heading| longest_word(heading)).collect() }
    }

    /// Adds a row.
    pub(crate) fn add_row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        // A number stays with its percent sign.
        let together = |cell: String| cell.replace(" %", "\u{a0}%");
        let cells: Vec<String> = cells.into_iter().map(Into::into).map(together).collect();
        for (longest, cell) in self.words.iter_mut().zip(&cells) {
            *longest = (*longest).max(longest_word(cell));
        }
        self.inner.add_row(cells);
    }

    /// Aligns the numbers of some columns.
    pub(crate) fn align_right(&mut self, columns: std::ops::Range<usize>) {
        for column in columns {
            if let Some(column) = self.inner.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
}

fn longest_word(cell: &str) -> usize {
    cell.split(' ').map(|word| word.chars().count()).max().unwrap_or(0)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = self.inner.clone();
        for (at, &longest) in self.words.iter().enumerate() {
            if let Some(column) = table.column_mut(at) {
                let least = u16::try_from(longest + PADDING).unwrap_or(u16::MAX);
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
            }
        }
        f.write_str(&table.to_string().replace('\u{a0}', " "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_broken_and_the_rest_is_folded() {
        let mut table = Table::new(&["column", "reason"]);
        let reason = "its meaning is unknown, and its distinct values may identify records together with others, or not";
        table.add_row(["marital-status-of-the-household-head", reason]);
        let text = table.to_string();
        assert!(text.contains("marital-status-of-the-household-head"), "{text}");
        assert!(reason.split(' ').all(|word| text.contains(word)), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= usize::from(WIDTH)), "{text}");
    }
}
