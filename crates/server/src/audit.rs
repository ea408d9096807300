//! Who did what: a log that is only ever appended to.

use crate::clock::now;
use lethe::io::private_file;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that a user did or tried.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Entry {
    /// When.
    pub(crate) time: String,
    /// Who; empty where nobody was recognised.
    pub(crate) user: String,
    /// What: a method and a path.
    pub(crate) action: String,
    /// The HTTP status it was answered with.
    pub(crate) status: u16,
}

/// The log.
#[derive(Clone, Debug)]
pub(crate) struct Audit {
    path: PathBuf,
    file: Arc<Mutex<File>>,
    /// A minute, and how many were refused in it.
    refused: Arc<Mutex<(String, u32)>>,
}

/// More of a path is not kept: whoever is refused should not fill the disk.
const LONGEST_PATH: usize = 300;
const MOST_REFUSED: u32 = 60;

impl Audit {
    /// Opens the log, or begins one; it is its owner's alone.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = private_file().create(true).append(true).open(path)?;
        Ok(Self { path: path.to_owned(), file: Arc::new(Mutex::new(file)), refused: Arc::default() })
    }

    /// Appends an entry for somebody who was refused before it was known who asks; of many in one minute only the first.
    pub(crate) fn refused(&self, method: &str, path: &str, status: u16) {
        let minute = now()[..16].to_owned();
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.0 != minute {
            *refused = (minute, 0);
        }
        refused.1 += 1;
        if refused.1 <= MOST_REFUSED {
            self.note("", method, path, status);
        }
    }

    /// Appends an entry. One that cannot be written is reported on standard error: the request was answered.
    pub(crate) fn note(&self, user: &str, method: &str, path: &str, status: u16) {
        let path: String = path.chars().take(LONGEST_PATH).collect();
        let entry = Entry { time: now(), user: user.to_owned(), action: format!("{method} {path}"), status };
        let Ok(mut line) = serde_json::to_string(&entry) else { return };
        line.push('\n');
        // One call a line: lines of several requests do not mix.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.write_all(line.as_bytes()).is_err() {
            eprintln!("lethe: the audit log could not be written");
        }
    }

    /// The newest entries, the newest first.
    pub(crate) fn newest(&self, most: usize) -> io::Result<Vec<Entry>> {
        let mut newest = std::collections::VecDeque::new();
        if most == 0 {
            return Ok(Vec::new());
        }
        for line in BufReader::new(File::open(&self.path)?).lines() {
            // A line that was cut off by a power cut is left out.
            let Ok(entry) = serde_json::from_str(&line?) else { continue };
            if newest.len() == most {
                newest.pop_back();
            }
            newest.push_front(entry);
        }
        Ok(newest.into())
    }
}
