//! Reading a worker's codes by the row instead of by the frame.

use super::files::damaged;
use crate::error::Result;
use crate::segments::SegmentReader;
use std::path::{Path, PathBuf};

pub(super) struct Cursor {
    path: PathBuf,
    reader: SegmentReader,
    frame: Vec<u32>,
    /// How much of the frame was given.
    given: usize,
}

impl Cursor {
    /// **Errors**: the file has other records than `rows` of so many words.
    pub(super) fn open(path: &Path, words: usize, rows: u64) -> Result<Self> {
        let reader = SegmentReader::open(path)?;
        if reader.words() != words || reader.records() != rows {
            return Err(damaged(path));
        }
        Ok(Self { path: path.to_owned(), reader, frame: Vec::new(), given: 0 })
    }

    /// Replaces `records` by those of the next `rows` rows.
    pub(super) fn read(&mut self, rows: usize, records: &mut Vec<u32>) -> Result<()> {
        records.clear();
        let wanted = rows * self.reader.words();
        while records.len() < wanted {
            if self.given == self.frame.len() {
                self.given = 0;
                if !self.reader.next(&mut self.frame)? {
                    return Err(damaged(&self.path));
                }
            }
            let end = self.frame.len().min(self.given + wanted - records.len());
            records.extend_from_slice(&self.frame[self.given..end]);
            self.given = end;
        }
        Ok(())
    }

    /// **Errors**: there are more rows.
    pub(super) fn expect_end(&mut self) -> Result<()> {
        let more = self.given < self.frame.len() || self.reader.next(&mut self.frame)?;
        if more { Err(damaged(&self.path)) } else { Ok(()) }
    }
}
