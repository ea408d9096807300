//! Hierarchy files: read, checked, repaired, written, drawn.
//!
//! Records bring hierarchies from other tools. What is read:
//!
//! | format | where it comes from | shape |
//! | --- | --- | --- |
//! | [`Format::ArxCsv`] | ARX | one line a leaf, `leaf;level1;…;*`, no header; `;`, `,`, tab or `\|` |
//! | [`Format::AnjanaCsv`] | anjana (Python) | the same with commas; pandas may have put a header `0,1,2,…` and an index before it |
//! | [`Format::AmnesiaText`] | Amnesia | a header (`distinct` or `range`, name, type, height), then `parent has child child …` |
//! | [`Format::AmnesiaJson`] | Amnesia's REST interface | a graph: `nodeList` of `id`, `label` and `edgeList` of `from`, `to` |
//! | [`Format::IbmJson`] | IBM's Data Privacy Toolkit | `{"terms": [[leaf, …, top], …]}`, `{"hierarchies": {name: [[…]]}}`, or the bare list |
//!
//! Reading has two steps so that a broken file can be looked at: [`parse`] takes the file apart and fails only when
//! it is no such file at all; [`Parsed::check`] lists every broken rule with its line; [`Parsed::repair`] mends what
//! has one obvious remedy. [`read`] is both steps for those who want a hierarchy or the list of what is wrong.
//!
//! The root is always `*`. Where a tree or an IBM list ends in one other label (`all diseases`), that label is kept
//! and `*` is put above it, because such a label says more than "could be anything".

mod amnesia;
mod csv;
mod defects;
mod draw;
mod error;
mod graph;
mod ibm;
mod parse;
mod ranges;
mod repair;
mod tree;
mod write;

pub use defects::{Located, Place};
pub use draw::{DrawOptions, draw};
pub use error::HierarchyFileError;
pub use parse::{Format, Header, Loaded, Parsed, ReadOptions, parse, read};
pub use ranges::RangeHierarchy;
pub use repair::{Change, Repaired, Repairs};
pub use write::write_csv;

/// One leaf with its ancestors, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    place: Place,
    labels: Vec<String>,
    /// The leaf was written as `""`, so that an empty leaf is meant and not a slip.
    quoted_leaf: bool,
}

impl Row {
    fn new(place: Place, labels: Vec<String>) -> Self {
        Self { place, labels, quoted_leaf: true }
    }
}

/// More levels than any real hierarchy has. Filling up rows costs levels × rows, so one line of a million delimiters
/// must not decide the height.
const MOST_LEVELS: usize = 1000;

fn too_high() -> HierarchyFileError {
    HierarchyFileError::Unsupported { what: format!("a hierarchy of more than {MOST_LEVELS} levels") }
}

/// Puts the root above rows that all end in one other label.
fn crown(rows: &mut [Row]) {
    let mut tops = rows.iter().map(|row| row.labels.last());
    let Some(Some(top)) = tops.next() else { return };
    if top != lethe_data::hierarchy::ROOT && tops.all(|other| other == Some(top)) {
        for row in rows {
            row.labels.push(lethe_data::hierarchy::ROOT.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
