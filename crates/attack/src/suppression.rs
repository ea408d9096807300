//! Which records are suppressed, and whose candidates they are not.
//!
//! Somebody who has only the file can read a suppressed record in two ways. It may be anybody's record. Or records that are
//! equal in the quasi-identifiers were suppressed together or not at all, which is the rule wherever whole classes are
//! suppressed: then the record of a person whose class is published is in that class, and no suppressed one.

use crate::classes::{Classes, silent_labels};
use crate::knowledge::UNKNOWN;
use lethe_data::{Column, Table};

/// The columns in which suppressed records show nothing, by position in the release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuasiColumns {
    /// The quasi-identifiers.
    Named(Vec<usize>),
    /// Those that may be, all that somebody might compare; those that are compared decide about a person's class.
    Guessed(Vec<usize>),
}

/// What a class shows in the columns in which records are suppressed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// A label in each: the class is published.
    Everything,
    /// A label in some.
    Something,
    /// None: its records are suppressed.
    Nothing,
}

/// The suppressed records of a release.
pub(crate) struct Suppression {
    /// The compared columns that decide about a person's class.
    columns: Vec<usize>,
    /// What each class shows.
    pub(crate) shows: Vec<Shows>,
}

impl Suppression {
    /// A column that shows nothing in any record plays no part.
    ///
    /// `None` where no record is suppressed, or where a quasi-identifier is not compared or not known exactly: then nobody's
    /// class is known, and anybody may be suppressed.
    pub(crate) fn of(
        released: &Table,
        compared: &[usize],
        is_exact: &[bool],
        quasi: &QuasiColumns,
        classes: &Classes,
    ) -> Option<Self> {
        if !classes.suppressed.contains(&true) {
            return None;
        }
        let silent: Vec<Vec<bool>> = classes.shown.columns().iter().map(silent_labels).collect();
        let is_silent =
            |class: usize, column: usize| silent[column][classes.label(class as u32, column) as usize];
        let shows_something = |&column: &usize| (0..classes.len()).any(|class| !is_silent(class, column));
        let columns: Vec<usize> = match quasi {
            QuasiColumns::Named(quasi) => {
                let compared = |at: &usize| compared.iter().position(|other| other == at);
                if quasi.iter().any(|at| compared(at).is_none() && shows(released.column(*at))) {
                    return None;
                }
                quasi.iter().filter_map(compared).filter(shows_something).collect()
            }
            QuasiColumns::Guessed(_) => (0..compared.len()).filter(shows_something).collect(),
        };
        if columns.iter().any(|&column| !is_exact[column]) {
            return None;
        }
        let shows = (0..classes.len()).map(|class| {
            if classes.suppressed[class] {
                Shows::Nothing
            } else if columns.iter().any(|&column| is_silent(class, column)) {
                Shows::Something
            } else {
                Shows::Everything
            }
        });
        let shows = shows.collect();
        Some(Self { columns, shows })
    }

    /// Whether enough is known to show a person's class.
    pub(crate) fn is_known(&self, known: &[u32]) -> bool {
        self.columns.iter().all(|&column| known[column] != UNKNOWN)
    }

    /// The suppressed records.
    pub(crate) fn records(&self, classes: &Classes) -> u64 {
        let classes = self.shows.iter().zip(&classes.records);
        classes.filter(|(shows, _)| **shows == Shows::Nothing).map(|(_, records)| records).sum()
    }
}

/// Whether each row is suppressed: it shows nothing in any of these columns, and others do.
pub(crate) fn suppressed_rows(released: &Table, quasi: &QuasiColumns) -> Vec<bool> {
    let (QuasiColumns::Named(columns) | QuasiColumns::Guessed(columns)) = quasi;
    let mut rows = vec![true; released.rows()];
    for &column in columns {
        let column = released.column(column);
        let silent = silent_labels(column);
        for (code, row) in column.codes().widened().zip(&mut rows) {
            *row &= silent[code as usize];
        }
    }
    if rows.iter().all(|suppressed| *suppressed) {
        rows.fill(false);
    }
    rows
}

/// Whether a column shows anything in some row.
fn shows(column: &Column) -> bool {
    let silent = silent_labels(column);
    column.codes().widened().any(|code| !silent[code as usize])
}
