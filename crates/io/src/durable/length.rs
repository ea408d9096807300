//! How long a log is at least, in a file of its own: a log that is shorter was cut or replaced.
//!
//! Two slots are written in turn, each with a checksum, so that one of them is whole whatever happens. They are written after the log
//! is durable, and need not be durable themselves: what they hold is the least that the log must have.

use crate::error::{Result, while_doing};
use crate::private::private_file;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const SLOT: usize = 32;

/// The noted length of the log of a generation: each snapshot begins a generation with a log of its own.
#[derive(Debug)]
pub struct LogLength {
    name: String,
    file: File,
    generation: u64,
    next: u64,
}

impl LogLength {
    /// Makes the file, for its owner alone.
    ///
    /// **Errors**: it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = private_file().read(true).write(true).create(true).truncate(false).open(path);
        Ok(Self { file: file.map_err(while_doing("create", &name))?, name, generation: 0, next: 0 })
    }

    /// Opens the file and returns how long the log of a generation must be; `None` where there is no such file.
    ///
    /// **Errors**: it cannot be read.
    pub fn open(path: &Path, generation: u64) -> Result<Option<(Self, u64)>> {
        if !path.exists() {
            return Ok(None);
        }
        let mut noted = Self { generation, ..Self::create(path)? };
        let mut bytes = Vec::new();
        let read = (&mut noted.file).take(2 * SLOT as u64).read_to_end(&mut bytes);
        read.map_err(while_doing("read", &noted.name))?;
        let slots = bytes.as_chunks::<SLOT>().0.iter().filter_map(parse);
        let least = slots.filter(|(of, _)| *of == generation).map(|(_, length)| length).max();
        Ok(Some((noted, least.unwrap_or(0))))
    }

    /// Begins the log of a new snapshot.
    pub fn begin(&mut self, generation: u64) {
        self.generation = generation;
    }

    /// Notes the length of the log.
    ///
    /// **Errors**: the file cannot be written.
    pub fn note(&mut self, length: u64) -> Result<()> {
        let mut slot = [0; SLOT];
        slot[..8].copy_from_slice(&self.generation.to_le_bytes());
        slot[8..16].copy_from_slice(&length.to_le_bytes());
        let sum = blake3::hash(&slot[..16]);
        slot[16..].copy_from_slice(&sum.as_bytes()[..16]);
        let place = SeekFrom::Start(self.next * SLOT as u64);
        let written = self.file.seek(place).and_then(|_| self.file.write_all(&slot));
        written.map_err(while_doing("write", &self.name))?;
        self.next = 1 - self.next;
        Ok(())
    }
}

fn parse(slot: &[u8; SLOT]) -> Option<(u64, u64)> {
    let number = |at: usize| Some(u64::from_le_bytes(*slot[at..].first_chunk()?));
    let is_whole = blake3::hash(&slot[..16]).as_bytes()[..16] == slot[16..];
    if is_whole { Some((number(0)?, number(8)?)) } else { None }
}
