//! The codes that are counted.

use crate::Nodes;
use lethe_data::{Code, Column, Context, Table, with_codes};
use std::ops::Range;

/// Rows that are looked at together.
pub(crate) const BLOCK: usize = 4096;

/// A table, and which of its columns are counted.
pub(crate) struct Source<'a> {
    table: &'a Table,
    columns: Vec<&'a Column>,
    pub(crate) records: u64,
}

impl<'a> Source<'a> {
    pub(crate) fn new(table: &'a Table, nodes: &Nodes) -> Self {
        let columns = nodes.columns().iter().map(|&position| table.column(position)).collect();
        Self { table, columns, records: table.records() }
    }

    pub(crate) fn rows(&self) -> usize {
        self.table.rows()
    }

    /// The number of columns.
    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    pub(crate) fn column(&self, place: usize) -> &'a Column {
        self.columns[place]
    }

    /// The codes of a column, null included.
    pub(crate) fn domain(&self, place: usize) -> usize {
        self.columns[place].domain()
    }

    /// The values of a column; the code after the last is null.
    pub(crate) fn values(&self, place: usize) -> usize {
        self.columns[place].dictionary().len()
    }

    pub(crate) fn weights(&self) -> Option<&'a [u64]> {
        self.table.weights()
    }

    pub(crate) fn weight(&self, row: usize) -> u64 {
        self.table.weights().map_or(1, |weights| weights[row])
    }

    /// Ranges of rows that cover the table.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let rows = self.rows();
        (0..rows).step_by(BLOCK).map(move |start| start..rows.min(start + BLOCK))
    }

    /// The codes of a block of rows.
    pub(crate) fn read<'b>(
        &self,
        place: usize,
        rows: Range<usize>,
        buffer: &'b mut [u32; BLOCK],
    ) -> &'b [u32] {
        let count = rows.len();
        with_codes!(self.columns[place].codes(), codes => {
            for (to, &code) in buffer.iter_mut().zip(&codes[rows]) {
                *to = code.widen();
            }
        });
        &buffer[..count]
    }

    /// What a thread may use for counters.
    pub(crate) fn bytes_for_counters(context: &Context) -> usize {
        usize::try_from(context.memory().left() / 4).unwrap_or(usize::MAX) / context.threads().max(1)
    }
}
