//! Which records are suppressed, and whose candidates they are not.
//!
//! Somebody who has only the file can read a suppressed record in two ways. It may be anybody's record. Or records that are
//! equal in the quasi-identifiers were suppressed together or not at all, which is the rule wherever whole classes are
//! suppressed: then the record of a person whose class is published is in that class, and no suppressed one.

use crate::classes::Classes;
use crate::knowledge::UNKNOWN;
use lethe_data::label::{ELSEWHERE, says_nothing};
use lethe_data::{Column, Table};

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
    /// The compared columns in which records are suppressed together.
    columns: Vec<usize>,
    /// What each class shows in them.
    pub(crate) shows: Vec<Shows>,
}

impl Suppression {
    /// `compared` and `quasi` are positions in the release. Without quasi-identifiers the columns are told from the file:
    /// those with `*`, if every record that has one has it in the same columns, else all that are compared. A column that
    /// shows nothing in any record plays no part.
    ///
    /// `None` where no record is suppressed, or where a quasi-identifier is not compared: then nobody's class is known, and
    /// anybody may be suppressed.
    pub(crate) fn of(
        released: &Table,
        compared: &[usize],
        quasi: Option<&[usize]>,
        classes: &Classes,
    ) -> Option<Self> {
        let silent: Vec<Vec<bool>> =
            classes.shown.columns().iter().map(|column| of_labels(column, says_nothing, true)).collect();
        let is_silent = |class: usize, column: usize| silent[column][label(classes, class, column)];
        let shows_something = |column: usize| (0..classes.len()).any(|class| !is_silent(class, column));
        let columns: Vec<usize> = if let Some(quasi) = quasi {
            let compared = |at: &usize| compared.iter().position(|other| other == at);
            if quasi.iter().any(|at| compared(at).is_none() && has_label(released.column(*at))) {
                return None;
            }
            quasi.iter().filter_map(compared).filter(|&column| shows_something(column)).collect()
        } else {
            let shown: Vec<usize> = (0..compared.len()).filter(|&c| shows_something(c)).collect();
            starred(classes, &shown).unwrap_or(shown)
        };
        let shows = |class: usize| match columns.iter().filter(|&&c| is_silent(class, c)).count() {
            0 => Shows::Everything,
            hidden if hidden == columns.len() => Shows::Nothing,
            _ => Shows::Something,
        };
        let shows: Vec<Shows> = (0..classes.len()).map(shows).collect();
        shows.contains(&Shows::Nothing).then_some(Self { columns, shows })
    }

    /// Whether enough is known to tell a person's class.
    pub(crate) fn is_known(&self, known: &[u32]) -> bool {
        self.columns.iter().all(|&column| known[column] != UNKNOWN)
    }

    /// The suppressed records.
    pub(crate) fn records(&self, classes: &Classes) -> u64 {
        let classes = self.shows.iter().zip(&classes.records);
        classes.filter(|(shows, _)| **shows == Shows::Nothing).map(|(_, records)| records).sum()
    }
}

fn label(classes: &Classes, class: usize, column: usize) -> usize {
    classes.label(class as u32, column) as usize
}

/// Whether each label of a column is of a kind, the missing one last.
fn of_labels(column: &Column, is: impl Fn(&str) -> bool, missing: bool) -> Vec<bool> {
    column.dictionary().texts().map(is).chain([missing]).collect()
}

fn has_label(column: &Column) -> bool {
    let silent = of_labels(column, says_nothing, true);
    column.codes().widened().any(|code| !silent[code as usize])
}

/// The columns in which records show `*`, where it is the same ones for all that do.
fn starred(classes: &Classes, columns: &[usize]) -> Option<Vec<usize>> {
    let is_star = |text: &str| says_nothing(text) && !text.is_empty() && text != ELSEWHERE;
    let stars: Vec<Vec<bool>> =
        classes.shown.columns().iter().map(|column| of_labels(column, is_star, false)).collect();
    let mut found: Option<Vec<usize>> = None;
    for class in 0..classes.len() {
        let of_class = columns.iter().copied().filter(|&c| stars[c][label(classes, class, c)]);
        let of_class: Vec<usize> = of_class.collect();
        if !of_class.is_empty() && *found.get_or_insert_with(|| of_class.clone()) != of_class {
            return None;
        }
    }
    found
}
