//! Mending what has one obvious remedy.
//!
//! In this order: trailing empty cells are trimmed; rows without the root get it; short rows are filled up; rows
//! that repeat an earlier one exactly are dropped; and, only when asked for, data values without a leaf become leaves
//! directly under the root. What has two possible remedies (a node with two parents, a cycle) stays and is listed.
//!
//! A short row of a CSV or IBM list is filled by repeating its last label below the root (`a;X;*` becomes `a;X;X;*`):
//! the row says how `a` generalizes, and staying at `X` longer adds nothing. In a tree a short path is a leaf that
//! hangs high, so the leaf is repeated (`a;a;X;*`), which keeps `X` on the level where the tree has it.

use super::parse::{Body, Loaded, Parsed};
use super::{Located, Row};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Column, DefectKind, Hierarchy};
use std::collections::HashSet;

/// Which repairs go beyond the file's own content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Whether data values without a leaf become leaves directly under the root.
    pub add_uncovered: bool,
}

/// What was mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Empty cells at the end of this many rows were dropped.
    TrimmedCells(usize),
    /// This many rows got the root at their end.
    AddedRoot(usize),
    /// This many short rows were filled up.
    FilledRows(usize),
    /// This many rows that repeat an earlier one were dropped.
    DroppedRepeats(usize),
    /// This many data values became leaves under the root.
    AddedValues(usize),
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TrimmedCells(rows) => write!(f, "trimmed empty cells at the end of {rows} rows"),
            Self::AddedRoot(rows) => write!(f, "added the root '*' to {rows} rows"),
            Self::FilledRows(rows) => write!(f, "filled up {rows} short rows"),
            Self::DroppedRepeats(rows) => write!(f, "dropped {rows} rows that repeat an earlier one"),
            Self::AddedValues(values) => write!(f, "added {values} data values under the root"),
        }
    }
}

/// The outcome of a repair.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The hierarchy, when nothing is left to mend.
    pub hierarchy: Option<Loaded>,
    /// What was mended, in the order it was done.
    pub changes: Vec<Change>,
    /// What is still wrong; places are those of the original file.
    pub remaining: Vec<Located>,
}

impl Parsed {
    /// Mends what has one obvious remedy and lists the rest.
    pub fn repair(mut self, repairs: Repairs, column: Option<&Column>) -> Repaired {
        let mut changes = Vec::new();
        let at_leaf = self.format.is_tree();
        if let Body::Rows(rows) = &mut self.body {
            type Mend = fn(&mut Vec<Row>, bool) -> Change;
            let mends: [Mend; 4] = [
                |rows, _| trim(rows),
                |rows, _| add_root(rows),
                |rows, at_leaf| fill(rows, at_leaf),
                |rows, _| drop_repeats(rows),
            ];
            changes.extend(mends.iter().map(|mend| mend(rows, at_leaf)));
            if let (true, Some(column)) = (repairs.add_uncovered, column) {
                changes.push(add_values(rows, column));
            }
        }
        // A tree hangs a child that is listed twice under one parent only once.
        let listed = self.found.len();
        self.found.retain(|located| located.kind != DefectKind::DuplicateLeaf);
        changes.push(Change::DroppedRepeats(listed - self.found.len()));
        changes.retain(|change| change.count() > 0);
        let remaining = self.check(column);
        let hierarchy = self.build().ok();
        Repaired { hierarchy, changes, remaining }
    }
}

impl Change {
    fn count(self) -> usize {
        match self {
            Self::TrimmedCells(n)
            | Self::AddedRoot(n)
            | Self::FilledRows(n)
            | Self::DroppedRepeats(n)
            | Self::AddedValues(n) => n,
        }
    }
}

/// Counts the rows that a repair changes.
fn count_changed(rows: &mut [Row], mut change: impl FnMut(&mut Vec<String>)) -> usize {
    let changed = |row: &mut Row| {
        let before = row.labels.len();
        change(&mut row.labels);
        row.labels.len() != before
    };
    rows.iter_mut().map(changed).filter(|changed| *changed).count()
}

fn trim(rows: &mut [Row]) -> Change {
    Change::TrimmedCells(count_changed(rows, |labels| {
        while labels.len() > 1 && labels.last().is_some_and(String::is_empty) {
            labels.pop();
        }
    }))
}

fn add_root(rows: &mut [Row]) -> Change {
    Change::AddedRoot(count_changed(rows, |labels| {
        if labels.last().is_some_and(|label| label != ROOT) {
            labels.push(ROOT.to_owned());
        }
    }))
}

fn fill(rows: &mut [Row], at_leaf: bool) -> Change {
    let height = rows.iter().map(|row| row.labels.len()).max().unwrap_or(0);
    Change::FilledRows(count_changed(rows, |labels| {
        if labels.len() < 2 {
            return;
        }
        let at = if at_leaf { 0 } else { labels.len() - 2 };
        let label = labels[at].clone();
        labels.splice(at..at, std::iter::repeat_n(label, height - labels.len()));
    }))
}

fn drop_repeats(rows: &mut Vec<Row>) -> Change {
    let before = rows.len();
    let mut seen: HashSet<&[String]> = HashSet::with_capacity(before);
    let is_first: Vec<bool> = rows.iter().map(|row| seen.insert(&row.labels)).collect();
    let mut is_first = is_first.into_iter();
    rows.retain(|_| is_first.next().unwrap_or(true));
    Change::DroppedRepeats(before - rows.len())
}

fn add_values(rows: &mut Vec<Row>, column: &Column) -> Change {
    let height = rows.iter().map(|row| row.labels.len()).max().unwrap_or(0).max(2);
    let leaves: HashSet<&str> =
        rows.iter().filter_map(|row| row.labels.first()).map(String::as_str).collect();
    let counts = column.histogram(None);
    let missing: Vec<String> = (column.dictionary().texts().zip(counts))
        .filter(|(text, rows)| *rows > 0 && !leaves.contains(text))
        .map(|(text, _)| text.to_owned())
        .collect();
    let added = missing.len();
    rows.extend(missing.into_iter().map(|text| {
        let root = std::iter::repeat_n(ROOT.to_owned(), height - 1);
        Row::new(super::Place::Data, std::iter::once(text).chain(root).collect())
    }));
    Change::AddedValues(added)
}

impl Repaired {
    /// The hierarchy with its leaves, when there is one.
    pub fn levels(&self) -> Option<&Hierarchy> {
        match &self.hierarchy {
            Some(Loaded::Levels(hierarchy)) => Some(hierarchy),
            _ => None,
        }
    }
}
