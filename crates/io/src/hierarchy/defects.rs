//! Where in the file a rule is broken.

use super::Row;
use lethe_data::{Defect, DefectKind};

/// A place that a person can go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, counted from 1.
    Line(usize),
    /// An entry of a JSON list, counted from 1; JSON may be written on a single line.
    Entry(usize),
    /// The data column that the hierarchy was checked with.
    Data,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File => f.write_str("the file"),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Entry(entry) => write!(f, "entry {entry}"),
            Self::Data => f.write_str("the data"),
        }
    }
}

/// A broken rule and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// Where the rule is broken.
    pub place: Place,
    /// The earlier place that this one contradicts or repeats, where there is one.
    pub earlier: Option<Place>,
    /// The rule.
    pub kind: DefectKind,
}

impl Located {
    pub(super) fn new(place: Place, kind: DefectKind) -> Self {
        Self { place, earlier: None, kind }
    }

    pub(super) fn of_rows(defect: &Defect, rows: &[Row]) -> Self {
        let place = |path: usize| rows.get(path).map_or(Place::File, |row| row.place);
        Self { place: place(defect.path), earlier: defect.earlier.map(place), kind: defect.kind.clone() }
    }
}

impl std::fmt::Display for Located {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)?;
        self.earlier.map_or(Ok(()), |earlier| write!(f, " (see {earlier})"))
    }
}
