//! A Markdown table that also reads well in a terminal.

use std::fmt::{self, Display};

/// Rows of text under headings; the first column is a name, the others are figures.
pub(crate) struct Table {
    title: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with its headings and no rows.
    pub(crate) fn new(title: impl Into<String>, headings: &[&str]) -> Self {
        Self { title: title.into(), rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()] }
    }

    /// Adds a row, which has one cell per heading.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.rows[0].len(), "a cell per heading");
        self.rows.push(cells);
    }
}

impl Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(|column| width(column).max(2)).collect();
        writeln!(out, "{}\n", self.title)?;
        for (at, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(out, "| {cell:<width$} |")?,
                    _ => write!(out, " {cell:>width$} |")?,
                }
            }
            writeln!(out)?;
            if at == 0 {
                write!(out, "| {} |", "-".repeat(widths[0]))?;
                for &width in &widths[1..] {
                    write!(out, " {}: |", "-".repeat(width - 1))?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// Seconds with as many digits as they carry.
pub(crate) fn seconds(value: f64) -> String {
    if value < 1.0 { format!("{:.1} ms", value * 1e3) } else { format!("{value:.2} s") }
}

/// How many times faster (or smaller) ours is than the peer.
pub(crate) fn ratio(peer: f64, ours: f64) -> String {
    format!("{:.2}×", peer / ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_figures_right() {
        let mut table = Table::new("Sizes", &["what", "n"]);
        table.row(["a".to_owned(), "1000".to_owned()]);
        let expected = "Sizes\n\n| what |    n |\n| ---- | ---: |\n| a    | 1000 |\n";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn a_ratio_above_one_means_ours_is_faster() {
        assert_eq!(ratio(3.0, 1.5), "2.00×");
        assert_eq!((seconds(0.0123), seconds(12.0)), ("12.3 ms".to_owned(), "12.00 s".to_owned()));
    }
}
