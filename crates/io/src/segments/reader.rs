//! Reading a segment.

use super::layout::{
    FOOTER_BYTES, FRAME_BYTES, HEADER_BYTES, at, frame_head, records_of, records_per_frame, words_of,
};
use crate::error::{Error, Result, while_doing};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// A segment being read, frame by frame.
///
/// **Guarantee**: what it gives is what was written, in the same order, and its end is the end; a file that was cut or
/// changed is an error before any record of the frame concerned is given.
///
/// **Cost**: 1.25 MiB of buffers and a frame of at most 1 MiB, whatever the file claims.
#[derive(Debug)]
pub struct SegmentReader {
    name: String,
    file: BufReader<File>,
    words: u32,
    records: u64,
    state: State,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Reading { frames: u64, records: u64 },
    Ended,
    Failed,
}

impl SegmentReader {
    /// Opens a segment and checks that it has its beginning and its end.
    ///
    /// **Errors**: the file cannot be read, or is no whole segment.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let fail = |problem| read_failure(&name, problem);
        let file = File::open(path).map_err(while_doing("open", &name))?;
        let mut file = BufReader::with_capacity(1 << 18, file);
        let mut footer = [0; FOOTER_BYTES];
        let length = file.seek(SeekFrom::End(0)).map_err(fail)?;
        if length < (HEADER_BYTES + FOOTER_BYTES) as u64 {
            return Err(damaged(&name, "it is too short"));
        }
        file.seek(SeekFrom::Start(length - FOOTER_BYTES as u64)).map_err(fail)?;
        file.read_exact(&mut footer).map_err(fail)?;
        let mut header = [0; HEADER_BYTES];
        file.seek(SeekFrom::Start(0)).map_err(fail)?;
        file.read_exact(&mut header).map_err(fail)?;
        let words = words_of(&header).ok_or_else(|| damaged(&name, "its header is not whole"))?;
        let records = records_of(words, &footer).ok_or_else(|| damaged(&name, "its end is not whole"))?;
        let state = State::Reading { frames: 0, records: 0 };
        Ok(Self { name, file, words, records, state, bytes: Vec::new() })
    }

    /// The words of each record.
    pub fn words(&self) -> usize {
        self.words as usize
    }

    /// The number of all records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Replaces `records` by those of the next frame, one behind the other; false, and none, after the last.
    ///
    /// **Errors**: the file cannot be read, or is damaged; then also on every later call.
    pub fn next(&mut self, records: &mut Vec<u32>) -> Result<bool> {
        records.clear();
        match self.state {
            State::Ended => Ok(false),
            State::Failed => Err(damaged(&self.name, "reading it failed before")),
            State::Reading { frames, records: before } => {
                self.state = State::Failed;
                self.state = self.read_frame(frames, before, records)?;
                Ok(matches!(self.state, State::Reading { .. }))
            }
        }
    }

    fn read_frame(&mut self, number: u64, before: u64, records: &mut Vec<u32>) -> Result<State> {
        let mut head = [0; FRAME_BYTES];
        self.read(&mut head)?;
        let count = at(&head, 0).map_or(0, u32::from_le_bytes);
        if count == 0 {
            return self.read_end(&head, before);
        }
        if records_per_frame(self.words()).is_none_or(|most| count as usize > most) {
            return Err(damaged(&self.name, format!("frame {number} has an impossible size")));
        }
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.resize(count as usize * self.words() * size_of::<u32>(), 0);
        self.read(&mut bytes)?;
        if frame_head(number, count, &bytes) != head {
            return Err(damaged(&self.name, format!("frame {number} does not match its checksum")));
        }
        let (words, _) = bytes.as_chunks();
        records.extend(words.iter().map(|&word| u32::from_le_bytes(word)));
        self.bytes = bytes;
        Ok(State::Reading { frames: number + 1, records: before + u64::from(count) })
    }

    fn read_end(&mut self, start: &[u8; FRAME_BYTES], before: u64) -> Result<State> {
        let mut footer = [0; FOOTER_BYTES];
        let (same, rest) = footer.split_at_mut(FRAME_BYTES);
        same.copy_from_slice(start);
        self.read(rest)?;
        let more = self.file.read(&mut [0]).map_err(|problem| read_failure(&self.name, problem))?;
        if records_of(self.words, &footer) != Some(self.records) || before != self.records || more > 0 {
            return Err(damaged(&self.name, "its end is not where it must be"));
        }
        Ok(State::Ended)
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.file.read_exact(bytes).map_err(|problem| read_failure(&self.name, problem))
    }
}

fn read_failure(name: &str, problem: std::io::Error) -> Error {
    match problem.kind() {
        ErrorKind::UnexpectedEof => damaged(name, "it ends too early"),
        _ => while_doing("read", name)(problem),
    }
}

fn damaged(name: &str, how: impl AsRef<str>) -> Error {
    Error::content(name, None, format!("the segment is damaged; {}", how.as_ref()))
}
