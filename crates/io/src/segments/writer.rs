//! Writing a segment.

use super::layout::{footer, frame_head, header, records_per_frame};
use crate::atomic::AtomicFile;
use crate::error::{Error, Result, while_doing};
use std::io::Write;
use std::path::Path;

/// A segment being written.
///
/// **Guarantee**: nothing stands under its name until [`Self::finish`] has returned; then all records do, durably.
/// Dropping it before leaves no trace. The same records give the same bytes.
///
/// **Cost**: up to 1.25 MiB of buffers.
#[derive(Debug)]
pub struct SegmentWriter {
    name: String,
    words: usize,
    /// `None` once writing has failed: what comes after a gap must not become a file.
    file: Option<AtomicFile>,
    /// The records of the frame that is being filled.
    payload: Vec<u8>,
    most_payload: usize,
    frames: u64,
    records: u64,
}

impl SegmentWriter {
    /// Starts a segment with records of so many words.
    ///
    /// **Errors**: the file cannot be written, or `words` is 0 or above 262,144 (a record of 1 MiB).
    pub fn create(path: &Path, words: usize) -> Result<Self> {
        let name = path.display().to_string();
        let most = records_per_frame(words).ok_or_else(|| {
            Error::Request(format!("{name}: a segment cannot have records of {words} words"))
        })?;
        let mut file = AtomicFile::create_private(path)?;
        file.write_all(&header(words as u32)).map_err(while_doing("write", &name))?;
        let most_payload = most * words * size_of::<u32>();
        Ok(Self { name, words, file: Some(file), payload: Vec::new(), most_payload, frames: 0, records: 0 })
    }

    /// Adds one record.
    ///
    /// **Errors**: it has not as many words as every record, the disk is full, or an earlier write failed.
    pub fn push(&mut self, record: &[u32]) -> Result<()> {
        if record.len() != self.words {
            return Err(self.wrong_size(record.len()));
        }
        self.add(record)
    }

    /// Adds many records, one behind the other.
    ///
    /// **Errors**: as for [`Self::push`].
    pub fn push_all(&mut self, records: &[u32]) -> Result<()> {
        if !records.len().is_multiple_of(self.words) {
            return Err(self.wrong_size(records.len() % self.words));
        }
        // Whole frames at a time: the space left is always that of whole records.
        let mut rest = records;
        while !rest.is_empty() {
            let space = (self.most_payload - self.payload.len()) / size_of::<u32>();
            let (now, later) = rest.split_at(space.min(rest.len()));
            self.add(now)?;
            rest = later;
        }
        Ok(())
    }

    /// Makes the segment durable under its name and returns the number of its records.
    ///
    /// **Errors**: the disk is full, or an earlier write failed.
    pub fn finish(mut self) -> Result<u64> {
        self.write_frame()?;
        let end = footer(self.words as u32, self.records);
        self.write(&end)?;
        let file = self.file.take().ok_or_else(|| self.failed_before())?;
        file.commit()?;
        Ok(self.records)
    }

    /// Adds records that fit into the frame; a full frame is written.
    fn add(&mut self, records: &[u32]) -> Result<()> {
        self.payload.extend(records.iter().flat_map(|word| word.to_le_bytes()));
        if self.payload.len() >= self.most_payload { self.write_frame() } else { Ok(()) }
    }

    fn write_frame(&mut self) -> Result<()> {
        let records = self.payload.len() / (self.words * size_of::<u32>());
        if records == 0 {
            return Ok(());
        }
        let head = frame_head(self.frames, records as u32, &self.payload);
        self.write(&head)?;
        let mut payload = std::mem::take(&mut self.payload);
        self.write(&payload)?;
        payload.clear();
        self.payload = payload;
        self.frames += 1;
        self.records += records as u64;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(file) = &mut self.file else { return Err(self.failed_before()) };
        if let Err(problem) = file.write_all(bytes) {
            self.file = None;
            return Err(while_doing("write", &self.name)(problem));
        }
        Ok(())
    }

    fn failed_before(&self) -> Error {
        while_doing("write", &self.name)(std::io::Error::other("an earlier write to it failed"))
    }

    fn wrong_size(&self, found: usize) -> Error {
        let Self { name, words, .. } = self;
        Error::Request(format!("{name}: a record of {found} words was given where each has {words}"))
    }
}
