//! A log of entries that are appended one by one and never changed.
//!
//! An entry is its length, a checksum of the length, its bytes, and a checksum of these. Each checksum depends on all before
//! it, so that no entry can be changed, lost or moved unnoticed. An entry is durable before the next is written, so only the last can
//! be torn. How long a log is at least may be noted elsewhere ([`super::LogLength`]), so that one that lost whole entries is
//! noticed, too.

use crate::error::{Error, Result, while_doing};
use crate::private::private_file;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const HEAD: usize = 16;
const SUM: usize = 16;

/// A log that is open for reading and appending.
#[derive(Debug)]
pub struct Log {
    name: String,
    file: File,
    chain: [u8; 32],
    /// Where the last whole entry ends.
    length: u64,
    size: u64,
    /// The least that it must have had.
    least: u64,
    /// After a failed write nothing may stand behind what it left.
    failed: bool,
}

/// Why a log cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file is out of reach.
    #[error(transparent)]
    File(#[from] Error),
    /// An entry was changed where it cannot be torn.
    #[error("the log is damaged")]
    Damaged,
    /// Entries are missing: the log was cut, replaced or removed.
    #[error("entries of the log are missing")]
    Incomplete,
}

impl Log {
    /// Makes an empty log, durably and for its owner alone; `seed` stands for the snapshot it follows.
    ///
    /// **Errors**: it cannot be written.
    pub fn create(path: &Path, seed: &[u8]) -> Result<Self> {
        let name = path.display().to_string();
        let file = private_file().read(true).write(true).create(true).truncate(true).open(path);
        let file = file.and_then(|file| file.sync_all().map(|()| file));
        Ok(Self::of(name.clone(), file.map_err(while_doing("create", &name))?, seed))
    }

    /// Opens a log that had at least so many bytes.
    ///
    /// **Errors**: it is not there, or cannot be read.
    pub fn open(path: &Path, seed: &[u8], least: u64) -> Result<Self, LogError> {
        let name = path.display().to_string();
        let file = match File::options().read(true).write(true).open(path) {
            Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => {
                return Err(LogError::Incomplete);
            }
            outcome => outcome.map_err(while_doing("open", &name))?,
        };
        let size = file.metadata().map_err(while_doing("read", &name))?.len();
        Ok(Self { size, least, ..Self::of(name, file, seed) })
    }

    /// The log that begins where an open file is read next.
    ///
    /// **Errors**: the file cannot be read.
    pub(crate) fn in_file(name: &str, mut file: File, seed: &[u8]) -> Result<Self> {
        let length = file.stream_position().map_err(while_doing("read", name))?;
        let size = file.metadata().map_err(while_doing("read", name))?.len();
        Ok(Self { length, size, ..Self::of(name.to_owned(), file, seed) })
    }

    fn of(name: String, file: File, seed: &[u8]) -> Self {
        Self { name, file, chain: first_link(seed), length: 0, size: 0, least: 0, failed: false }
    }

    /// Empties the file and begins it with these bytes; they are durable once the first entry is.
    ///
    /// **Errors**: the file cannot be written.
    pub(crate) fn restart(&mut self, beginning: &[u8], seed: &[u8]) -> Result<()> {
        self.failed = true;
        self.cut(0)?;
        self.file.write_all(beginning).map_err(while_doing("write", &self.name))?;
        self.chain = first_link(seed);
        self.length = beginning.len() as u64;
        self.size = self.length;
        self.failed = false;
        Ok(())
    }

    /// The length of the file up to the last whole entry.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The next entry; after the last, `None`, and the log is ready for more.
    ///
    /// **Errors**: the log cannot be read, is damaged where it cannot be torn, or lacks entries that it had.
    pub fn next_entry(&mut self) -> Result<Option<Vec<u8>>, LogError> {
        let left = self.size - self.length;
        if left < HEAD as u64 {
            return self.tear();
        }
        let mut head = [0; HEAD];
        self.file.read_exact(&mut head).map_err(while_doing("read", &self.name))?;
        let (length, sum) = head.split_at(8);
        if self.sum(length)[..8] != *sum {
            // A lost power may leave zeros, and nothing but zeros, in place of what was being written.
            let mut rest = head.to_vec();
            self.file.read_to_end(&mut rest).map_err(while_doing("read", &self.name))?;
            return if rest.iter().all(|&byte| byte == 0) { self.tear() } else { Err(LogError::Damaged) };
        }
        // The array has the eight bytes of the length, so the conversion cannot fail.
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
        let Some(whole) = length.checked_add((HEAD + SUM) as u64).filter(|whole| *whole <= left) else {
            return self.tear();
        };
        let mut bytes = vec![0; length as usize + SUM];
        self.file.read_exact(&mut bytes).map_err(while_doing("read", &self.name))?;
        let sum = bytes.split_off(length as usize);
        let chain = self.sum(&bytes);
        if chain[..SUM] != *sum {
            return if whole == left { self.tear() } else { Err(LogError::Damaged) };
        }
        self.chain = chain;
        self.length += whole;
        Ok(Some(bytes))
    }

    /// Ends the log here: a last entry that was not written to its end is cut off.
    fn tear(&mut self) -> Result<Option<Vec<u8>>, LogError> {
        if self.length < self.least {
            return Err(LogError::Incomplete);
        }
        self.cut(self.length)?;
        self.size = self.length;
        Ok(None)
    }

    fn cut(&mut self, length: u64) -> Result<()> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(while_doing("write", &self.name))
    }

    /// Appends an entry durably; all that are there must have been read.
    ///
    /// **Errors**: the file cannot be written, now or before.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        if self.failed {
            let problem = std::io::Error::other("an earlier write to it failed");
            return Err(while_doing("write", &self.name)(problem));
        }
        self.failed = true;
        let length = (bytes.len() as u64).to_le_bytes();
        let chain = self.sum(bytes);
        let entry = [&length[..], &self.sum(&length)[..8], bytes, &chain[..SUM]].concat();
        let written = self.file.write_all(&entry).and_then(|()| self.file.sync_data());
        written.map_err(while_doing("write", &self.name))?;
        self.chain = chain;
        self.length += entry.len() as u64;
        self.size = self.length;
        self.failed = false;
        Ok(())
    }

    fn sum(&self, bytes: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&self.chain, bytes).as_bytes()
    }
}

/// What the checksum of the first entry depends on.
fn first_link(seed: &[u8]) -> [u8; 32] {
    *blake3::hash(seed).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(path: &Path) -> Result<Vec<Vec<u8>>, LogError> {
        let mut log = Log::open(path, b"seed", 0)?;
        let mut found = Vec::new();
        while let Some(entry) = log.next_entry()? {
            found.push(entry);
        }
        Ok(found)
    }

    #[test]
    fn a_log_torn_anywhere_in_its_last_entry_keeps_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let written = [b"one".to_vec(), Vec::new(), b"three".to_vec()];
        let mut log = Log::create(&path, b"seed").unwrap();
        let mut ends = vec![0];
        for entry in &written {
            log.append(entry).unwrap();
            ends.push(log.length() as usize);
        }
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let kept = ends.iter().filter(|&&end| end <= length).count() - 1;
            assert_eq!(entries(&path).unwrap(), written[..kept], "{length}");
            // What is appended after a torn entry is found again.
            let mut log = Log::open(&path, b"seed", 0).unwrap();
            while log.next_entry().unwrap().is_some() {}
            log.append(b"more").unwrap();
            assert_eq!(entries(&path).unwrap().len(), kept + 1);
        }
        // What is known to have been there must be there, and a log that lacks it is left as it is.
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut log = Log::open(&path, b"seed", whole.len() as u64).unwrap();
            while log.next_entry().is_ok_and(|entry| entry.is_some()) {}
            assert!(log.next_entry().is_err(), "{length}");
            assert_eq!(std::fs::metadata(&path).unwrap().len(), length as u64);
        }
        for byte in 0..ends[2] {
            let mut flipped = whole.clone();
            flipped[byte] ^= 1;
            std::fs::write(&path, flipped).unwrap();
            assert!(entries(&path).is_err(), "{byte}");
        }
        let mut zeros = whole.clone();
        zeros[ends[2]..].fill(0);
        std::fs::write(&path, zeros).unwrap();
        assert_eq!(entries(&path).unwrap(), written[..2]);
    }
}
