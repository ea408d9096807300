//! The file that released records are appended to. What stands in it stays.

use super::state::while_doing;
use crate::{Error, Result};
use lethe_io::durable::lock_where_known;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const BLOCK: usize = 1 << 16;

pub(super) struct Output {
    name: String,
    file: File,
    /// How much of the file is what was released.
    length: u64,
    /// How much was there when it was opened.
    found: u64,
    hasher: blake3::Hasher,
}

impl Output {
    /// Makes the file with its first line.
    ///
    /// **Errors**: there is one already with something else in it, or another stream writes to it.
    pub(super) fn begin(path: &Path, header: &[u8]) -> Result<Self> {
        let mut output = Self::at(path)?;
        // A run that was killed before its state was there leaves the first line, or a part of it.
        let others = |output: &Self| {
            let problem = "exists and is not of this stream; name another output";
            Error::Request(format!("{} {problem}", output.name))
        };
        if output.found > header.len() as u64 {
            return Err(others(&output));
        }
        let begun = output.append(header);
        begun.map_err(|error| if matches!(error, Error::Io(_)) { error } else { others(&output) })?;
        output.sync()?;
        Ok(output)
    }

    /// Opens the file to go on after its first `written` bytes, which have this checksum.
    ///
    /// **Errors**: the file is not there, not what was released into it, or another stream writes to it.
    pub(super) fn open(path: &Path, written: u64, sum: &[u8]) -> Result<Self> {
        let name = path.display();
        if !path.exists() {
            return Err(Error::Request(format!(
                "{name} is not there; give the output that the stream was begun with"
            )));
        }
        let mut output = Self::at(path)?;
        let changed = |how: &str| {
            Error::Request(format!("{name} {how}; restore it from a copy, or begin another stream"))
        };
        if output.found < written {
            return Err(changed("is shorter than what was released into it"));
        }
        output.hash(written)?;
        output.length = written;
        if output.sum() == sum { Ok(output) } else { Err(changed("is not what was released into it")) }
    }

    fn at(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(while_doing("open", &name))?;
        // Locked until the run ends, so that no other stream writes into it.
        if !lock_where_known(&file, &name)? {
            return Err(Error::Request(format!("{name} is in use by another stream; name another output")));
        }
        let found = file.metadata().map_err(while_doing("read", &name))?.len();
        Ok(Self { file, name, length: 0, found, hasher: blake3::Hasher::new() })
    }

    /// Takes the first bytes of the file into the checksum.
    fn hash(&mut self, length: u64) -> Result<()> {
        let mut from = (&self.file).take(length);
        let mut block = vec![0; BLOCK];
        loop {
            match from.read(&mut block).map_err(while_doing("read", &self.name))? {
                0 => return Ok(()),
                read => self.hasher.update(&block[..read]),
            };
        }
    }

    /// Appends lines, or finds that they are there.
    ///
    /// **Errors**: the file holds something else in their place, or cannot be written.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<()> {
        let there = self.found.saturating_sub(self.length).min(lines.len() as u64) as usize;
        self.compare(&lines[..there])?;
        let place = SeekFrom::Start(self.length);
        let written = self.file.seek(place).and_then(|_| self.file.write_all(lines));
        written.map_err(while_doing("write", &self.name))?;
        self.hasher.update(lines);
        self.length += lines.len() as u64;
        Ok(())
    }

    /// **Errors**: the file does not hold these bytes where the next ones belong.
    fn compare(&mut self, lines: &[u8]) -> Result<()> {
        self.file.seek(SeekFrom::Start(self.length)).map_err(while_doing("read", &self.name))?;
        let mut block = vec![0; BLOCK];
        for expected in lines.chunks(BLOCK) {
            let found = &mut block[..expected.len()];
            self.file.read_exact(found).map_err(while_doing("read", &self.name))?;
            // A lost power may leave zeros in place of what was being written.
            if found.iter().zip(expected).any(|(found, expected)| found != expected && *found != 0) {
                return Err(self.unknown_rows());
            }
        }
        Ok(())
    }

    /// **Errors**: the file holds more than was released by what the state knows.
    pub(super) fn check_end(&self) -> Result<()> {
        if self.found > self.length { Err(self.unknown_rows()) } else { Ok(()) }
    }

    fn unknown_rows(&self) -> Error {
        Error::Request(format!(
            "{} holds rows that this stream did not release, as far as its state knows; nothing was changed: restore output and \
             state from the same moment, or begin another stream",
            self.name
        ))
    }

    /// How long the file is.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// The checksum of all of it.
    pub(super) fn sum(&self) -> [u8; 32] {
        *self.hasher.finalize().as_bytes()
    }

    pub(super) fn sync(&self) -> Result<()> {
        self.file.sync_all().map_err(while_doing("write", &self.name))
    }
}
