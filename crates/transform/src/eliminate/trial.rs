//! What a treatment would do about one set.

use super::cells::Cells;

/// Changes of cells, thought out but not made.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    /// Row, column, and what becomes of the cell.
    pub(super) changes: Vec<(u32, usize, Change)>,
    /// What the changes lose; every exposed record that they do not help counts as one cell removed.
    pub(super) loss: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Shown on this level.
    Level(usize),
    /// Another value.
    Value(u32),
}

impl Trial {
    /// The one that loses less, or the first.
    pub(super) fn better(self, other: Self) -> Self {
        if other.loss < self.loss { other } else { self }
    }

    /// Makes a change.
    pub(super) fn apply(cells: &mut Cells, row: u32, column: usize, change: Change) {
        match change {
            Change::Level(level) => cells.raise(column, row, level),
            Change::Value(value) => cells.replace(column, row, value),
        }
    }
}
