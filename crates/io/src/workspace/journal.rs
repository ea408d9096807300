//! The journal of a run: a log with an entry for its beginning and one for each step that is done.

use crate::durable::{Log, LogError, try_lock};
use crate::error::{Error, Result, while_doing};
use crate::private::private_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a journal of any version begins with.
pub(super) const FAMILY: &[u8] = b"lethe run ";
const BEGINNING: &[u8] = b"lethe run 2\n";

/// A journal that is open for writing and locked, until it is dropped.
#[derive(Debug)]
pub(super) struct Journal {
    name: String,
    log: Log,
}

/// What a file in the journal's place is.
#[derive(Debug)]
pub(super) enum Found {
    /// Something else.
    NoJournal,
    /// A journal of another version.
    OtherVersion,
    /// A journal whose first entry is torn: the run did nothing yet.
    Nothing,
    /// A journal.
    Journal(Content),
}

/// What a journal says.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) fingerprint: String,
    /// What was noted about each step that is done.
    pub(super) steps: BTreeMap<String, String>,
    /// Whether the run is over and its files may go.
    pub(super) ended: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Begin { fingerprint: String },
    Done { step: String, note: String },
    End,
}

impl Journal {
    /// Makes an empty journal.
    pub(super) fn create(folder: &Path, path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = private_file().read(true).write(true).create_new(true).open(path);
        let file = locked(folder, &name, file.map_err(while_doing("create", &name))?)?;
        Self::in_file(name, file)
    }

    /// Opens a journal and reads it.
    pub(super) fn open(folder: &Path, path: &Path) -> Result<(Self, Found)> {
        let name = path.display().to_string();
        let file = File::options().read(true).write(true).open(path).map_err(while_doing("open", &name))?;
        let mut file = locked(folder, &name, file)?;
        if !path.exists() {
            // The run that held it has just removed it.
            return Err(in_use(folder));
        }
        let mut first = Vec::new();
        let read = (&mut file).take(BEGINNING.len() as u64).read_to_end(&mut first);
        read.map_err(while_doing("read", &name))?;
        let mut journal = Self::in_file(name, file)?;
        let found = if first == BEGINNING {
            journal.replay()?.map_or(Found::Nothing, Found::Journal)
        } else if BEGINNING.starts_with(&first) {
            Found::Nothing
        } else if first.starts_with(FAMILY) {
            Found::OtherVersion
        } else {
            Found::NoJournal
        };
        Ok((journal, found))
    }

    fn in_file(name: String, file: File) -> Result<Self> {
        let log = Log::in_file(&name, file, BEGINNING)?;
        Ok(Self { name, log })
    }

    /// Reads all entries; `None` where there is not even the first.
    fn replay(&mut self) -> Result<Option<Content>> {
        let Some(first) = self.next()? else { return Ok(None) };
        let Entry::Begin { fingerprint } = first else { return Err(self.damaged()) };
        let mut content = Content { fingerprint, ..Content::default() };
        while let Some(entry) = self.next()? {
            match entry {
                Entry::Done { step, note } => drop(content.steps.insert(step, note)),
                Entry::End => content.ended = true,
                Entry::Begin { .. } => return Err(self.damaged()),
            }
        }
        Ok(Some(content))
    }

    fn next(&mut self) -> Result<Option<Entry>> {
        match self.log.next_entry() {
            Ok(Some(bytes)) => serde_json::from_slice(&bytes).map(Some).map_err(|_| self.damaged()),
            Ok(None) => Ok(None),
            Err(LogError::File(problem)) => Err(problem),
            Err(LogError::Damaged | LogError::Incomplete) => Err(self.damaged()),
        }
    }

    fn damaged(&self) -> Error {
        Error::content(&self.name, None, "the journal is damaged; remove the folder to start again")
    }

    /// Empties the journal and begins it.
    pub(super) fn start(&mut self, fingerprint: &str) -> Result<Content> {
        self.log.restart(BEGINNING, BEGINNING)?;
        let fingerprint = fingerprint.to_owned();
        self.append(&Entry::Begin { fingerprint: fingerprint.clone() })?;
        Ok(Content { fingerprint, ..Content::default() })
    }

    /// Notes that a step is done.
    pub(super) fn note(&mut self, step: &str, note: &str) -> Result<()> {
        self.append(&Entry::Done { step: step.to_owned(), note: note.to_owned() })
    }

    /// Notes that the run is over.
    pub(super) fn note_end(&mut self) -> Result<()> {
        self.append(&Entry::End)
    }

    fn append(&mut self, entry: &Entry) -> Result<()> {
        let bytes = serde_json::to_vec(entry).map_err(std::io::Error::from);
        self.log.append(&bytes.map_err(while_doing("write", &self.name))?)
    }
}

fn locked(folder: &Path, name: &str, file: File) -> Result<File> {
    if try_lock(&file, name)? { Ok(file) } else { Err(in_use(folder)) }
}

fn in_use(folder: &Path) -> Error {
    Error::Request(format!("the state in {} is in use by another run; wait until it ends", folder.display()))
}
