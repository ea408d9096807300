//! What all rows show, in their order: the parts' files read side by side.

use super::group::shown_name;
use crate::Result;
use lethe_io::{Error, SegmentReader, Workspace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

/// The files of all parts, each in the order of its rows.
pub(super) struct Shown {
    parts: Vec<Source>,
    /// The next row of each part that has more.
    next: BinaryHeap<Reverse<(u32, usize)>>,
    /// The row that comes next.
    row: u64,
}

struct Source {
    path: PathBuf,
    reader: SegmentReader,
    words: usize,
    records: Vec<u32>,
    at: usize,
}

impl Source {
    /// The row of the record that is next; `None` after the last one.
    fn row(&mut self) -> Result<Option<u32>> {
        if self.at >= self.records.len() {
            self.at = 0;
            if !self.reader.next(&mut self.records)? {
                self.records.clear();
            }
        }
        Ok(self.records.get(self.at).copied())
    }
}

impl Shown {
    /// Opens the files of these parts.
    pub(super) fn open<'a>(parts: impl Iterator<Item = &'a str>, state: &Workspace) -> Result<Self> {
        let mut shown = Self { parts: Vec::new(), next: BinaryHeap::new(), row: 0 };
        for (at, name) in parts.enumerate() {
            let path = state.path(&shown_name(name));
            let reader = SegmentReader::open(&path)?;
            let mut source = Source { words: reader.words(), path, reader, records: Vec::new(), at: 0 };
            shown.next.extend(source.row()?.map(|row| Reverse((row, at))));
            shown.parts.push(source);
        }
        Ok(shown)
    }

    /// The words of what the next row shows, two an axis.
    ///
    /// **Errors**: a file is damaged, or they do not have every row once.
    pub(super) fn next(&mut self, ranges: &mut Vec<u32>) -> Result<()> {
        let found = self.next.pop().map(|Reverse(next)| next);
        let Some((_, part)) = found.filter(|(row, _)| u64::from(*row) == self.row) else {
            let path = found
                .and_then(|(_, part)| self.parts.get(part))
                .or(self.parts.first())
                .map(|part| &part.path);
            let name = path.map_or_else(String::new, |path| path.display().to_string());
            let problem = "rows are missing or twice; remove the folder and start again";
            return Err(Error::Content { file: name, line: None, problem: problem.to_owned() }.into());
        };
        let source = &mut self.parts[part];
        ranges.clear();
        ranges.extend_from_slice(&source.records[source.at + 1..source.at + source.words]);
        source.at += source.words;
        self.next.extend(source.row()?.map(|row| Reverse((row, part))));
        self.row += 1;
        Ok(())
    }
}
