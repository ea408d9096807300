//! What all rows show, in their order: the parts' files read side by side.

use super::group::shown_name;
use crate::Result;
use lethe_data::Context;
use lethe_io::{Error, SegmentReader, SegmentWriter, Workspace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

/// Files that are read at the same time; systems allow some hundreds, and each holds a buffer.
const MOST_FILES: usize = 64;

/// The files of these parts, or, where they are too many to be read at once, as few as are needed.
pub(super) fn files(parts: &[String], state: &Workspace, context: &Context) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = parts.iter().map(|part| state.path(&shown_name(part))).collect();
    let mut turn = 0;
    while files.len() > MOST_FILES {
        let task = context.task("merging parts", Some(files.len() as u64));
        let mut merged = Vec::new();
        for (number, some) in files.chunks(MOST_FILES).enumerate() {
            let path = state.path(&format!("merged {turn} {number}"));
            let mut sources = Merged::open(some)?;
            let mut writer = SegmentWriter::create(&path, sources.words)?;
            while let Some(record) = sources.next()? {
                writer.push(record)?;
            }
            writer.finish()?;
            context.check_cancelled()?;
            task.advance(some.len() as u64);
            merged.push(path);
        }
        files = merged;
        turn += 1;
    }
    Ok(files)
}

/// What rows show, from the first to the last.
pub(super) struct Shown {
    files: Merged,
    /// The row that comes next.
    row: u64,
}

impl Shown {
    /// Opens files that together have every row once.
    pub(super) fn open(files: &[PathBuf]) -> Result<Self> {
        Ok(Self { files: Merged::open(files)?, row: 0 })
    }

    /// The words of what the next row shows, two an axis.
    ///
    /// **Errors**: a file is damaged, or they do not have every row once.
    pub(super) fn next(&mut self, words: &mut Vec<u32>) -> Result<()> {
        let missing = |files: &Merged| {
            let problem = "rows are missing or twice".to_owned();
            Error::Content { file: files.name(), line: None, problem }
        };
        if self.files.row() != Some(self.row) {
            return Err(missing(&self.files).into());
        }
        // There is a record, as its row was just seen.
        let Some([_, shown @ ..]) = self.files.next()? else { return Ok(()) };
        words.clear();
        words.extend_from_slice(shown);
        self.row += 1;
        Ok(())
    }

    /// Whether every row was requested.
    pub(super) fn is_at_end(&self) -> bool {
        self.files.next.is_empty()
    }
}

/// Files in the order of their rows, read as one.
struct Merged {
    sources: Vec<Source>,
    /// The next row of each file that has more.
    next: BinaryHeap<Reverse<(u32, usize)>>,
    words: usize,
    record: Vec<u32>,
}

struct Source {
    path: PathBuf,
    reader: SegmentReader,
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

impl Merged {
    fn open(files: &[PathBuf]) -> Result<Self> {
        let mut merged = Self { sources: Vec::new(), next: BinaryHeap::new(), words: 1, record: Vec::new() };
        for (at, path) in files.iter().enumerate() {
            let reader = SegmentReader::open(path)?;
            merged.words = reader.words();
            let mut source = Source { path: path.clone(), reader, records: Vec::new(), at: 0 };
            merged.next.extend(source.row()?.map(|row| Reverse((row, at))));
            merged.sources.push(source);
        }
        Ok(merged)
    }

    /// The record with the smallest row of those that are left.
    fn next(&mut self) -> Result<Option<&[u32]>> {
        let Some(Reverse((_, at))) = self.next.pop() else { return Ok(None) };
        let source = &mut self.sources[at];
        self.record.clear();
        self.record.extend_from_slice(&source.records[source.at..source.at + self.words]);
        source.at += self.words;
        self.next.extend(source.row()?.map(|row| Reverse((row, at))));
        Ok(Some(&self.record))
    }

    /// The row of the record that is next.
    fn row(&self) -> Option<u64> {
        self.next.peek().map(|Reverse((row, _))| u64::from(*row))
    }

    /// The name of the file that is read next, for messages.
    fn name(&self) -> String {
        let next = self.next.peek().map_or(0, |Reverse((_, at))| *at);
        self.sources.get(next).map_or_else(String::new, |source| source.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_any_number_are_read_in_the_order_of_rows_and_a_missing_row_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let state = Workspace::open(&folder.path().join("work"), "test", false).unwrap();
        let context = Context::new(1).unwrap();
        let count = MOST_FILES as u32 * 2 + 3;
        let write = |part: u32, rows: &[u32]| {
            let name = format!("p{part}");
            let mut writer = SegmentWriter::create(&state.path(&shown_name(&name)), 3).unwrap();
            for &row in rows {
                writer.push(&[row, part, row + 1]).unwrap();
            }
            writer.finish().unwrap();
            name
        };
        let rows = |part: u32| [part, part + count, part + 2 * count];
        let mut parts: Vec<String> = (0..count).map(|part| write(part, &rows(part))).collect();
        let merged = files(&parts, &state, &context).unwrap();
        assert!(merged.len() <= MOST_FILES);
        let (mut shown, mut words) = (Shown::open(&merged).unwrap(), Vec::new());
        for row in 0..3 * count {
            shown.next(&mut words).unwrap();
            assert_eq!(words, [row % count, row + 1]);
            assert_eq!(shown.is_at_end(), row + 1 == 3 * count);
        }
        assert!(shown.next(&mut words).is_err());
        parts.remove(7);
        let mut shown = Shown::open(&files(&parts, &state, &context).unwrap()).unwrap();
        assert!((0..7).all(|_| shown.next(&mut words).is_ok()) && shown.next(&mut words).is_err());
    }
}
