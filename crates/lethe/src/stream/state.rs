//! The folder with the state of a stream: a snapshot, the log of the batches since, how far that is, and a lock.
//!
//! It holds records that were not released, so it and its files are for their owner alone.

use super::batch::Batch;
use super::machine::Machine;
use super::output::Output;
use super::snapshot::{Saved, bytes_of};
use crate::{Error, Result};
use lethe_io::durable::{FileLock, Log, LogError, LogLength, sync_folder};
use lethe_io::{create_private_folder, is_temporary, write_privately};
use std::path::{Path, PathBuf};

pub(crate) const LOCK: &str = "lock";
pub(crate) const SNAPSHOT: &str = "state";
/// A snapshot without its name yet, as earlier versions left it.
const NEXT: &str = "state.new";
const PROGRESS: &str = "progress";
const LOG: &str = "log-";
/// A log shorter than this is done again in a moment.
const SHORT_LOG: u64 = if cfg!(test) { 1 << 12 } else { 32 << 20 };

pub(super) struct State {
    folder: PathBuf,
    /// Held until the run ends, however it ends.
    _lock: FileLock,
    generation: u64,
    snapshot_size: u64,
    log: Option<Log>,
    progress: Option<LogLength>,
}

/// Whether a file in the folder of a state is one of it.
pub(crate) fn is_own(file: &str) -> bool {
    let of_log = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    [LOCK, SNAPSHOT, NEXT, PROGRESS, super::model::NOTE].contains(&file)
        || file.strip_prefix(LOG).is_some_and(of_log)
}

impl State {
    /// Takes hold of a folder, which is made where there is none.
    ///
    /// **Errors**: another run uses it, or it cannot be written to.
    pub(super) fn lock(folder: &Path) -> Result<Self> {
        let name = folder.display().to_string();
        if !folder.is_dir() {
            create_private_folder(folder).map_err(while_doing("create", &name))?;
        }
        let Some(lock) = FileLock::take(&folder.join(LOCK))? else {
            return Err(Error::Request(format!("the stream in {name} is in use by another run")));
        };
        let folder = folder.to_owned();
        Ok(Self { folder, _lock: lock, generation: 0, snapshot_size: 0, log: None, progress: None })
    }

    /// The last snapshot, with its log opened at the beginning; `None` where no stream has begun.
    ///
    /// **Errors**: the snapshot cannot be read or is damaged, or a file beside it is not there.
    pub(super) fn load(&mut self) -> Result<Option<Saved>> {
        let path = self.folder.join(SNAPSHOT);
        let name = path.display().to_string();
        let bytes = match std::fs::read(&path) {
            Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            outcome => outcome.map_err(while_doing("read", &name))?,
        };
        let saved = Saved::read(&name, &bytes)?;
        self.generation = saved.generation;
        self.snapshot_size = bytes.len() as u64;
        let path = self.folder.join(PROGRESS);
        let Some((progress, least)) = LogLength::open(&path, saved.generation)? else {
            return Err(damaged(&path.display().to_string()));
        };
        self.progress = Some(progress);
        let log = Log::open(&self.log_path(saved.generation), &bytes, least);
        self.log = Some(log.map_err(|error| self.log_error(error))?);
        Ok(Some(saved))
    }

    /// **Errors**: the folder of a stream that begins holds something of somebody else's.
    pub(super) fn check_new(&self) -> Result<()> {
        let name = self.folder.display().to_string();
        // A run that was killed before its snapshot had its name leaves these.
        let ours = |entry: &std::fs::DirEntry| {
            let is_empty = || entry.metadata().is_ok_and(|found| found.is_file() && found.len() == 0);
            let name = entry.file_name();
            name == LOCK
                || name == NEXT
                || name == PROGRESS
                || (name == "log-0" && is_empty())
                || name.to_str().is_some_and(is_temporary)
        };
        let entries = std::fs::read_dir(&self.folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        if entries.map_err(while_doing("read", &name))?.iter().all(ours) {
            return Ok(());
        }
        let problem =
            "holds files and no state of a stream; restore the state from a copy, or name another folder";
        Err(Error::Request(format!("{name} {problem}")))
    }

    /// Begins a stream.
    pub(super) fn begin(&mut self, machine: &Machine, output: &Output) -> Result<()> {
        self.progress = Some(LogLength::create(&self.folder.join(PROGRESS))?);
        self.write(machine, output, 0)
    }

    /// Replaces snapshot and log by a new snapshot; the output must be durable.
    pub(super) fn snapshot(&mut self, machine: &Machine, output: &Output) -> Result<()> {
        let old = self.log_path(self.generation);
        self.write(machine, output, self.generation + 1)?;
        // A log that stays is of an older snapshot and read by nobody.
        let _ = std::fs::remove_file(old);
        Ok(())
    }

    fn write(&mut self, machine: &Machine, output: &Output, generation: u64) -> Result<()> {
        let bytes = bytes_of(machine, generation, output)?;
        // The log is there before its snapshot: a snapshot without a log has lost it.
        let log = Log::create(&self.log_path(generation), &bytes)?;
        sync_folder(&self.folder);
        write_privately(&self.folder.join(SNAPSHOT), &bytes)?;
        self.generation = generation;
        self.snapshot_size = bytes.len() as u64;
        self.log = Some(log);
        if let Some(progress) = &mut self.progress {
            progress.begin(generation);
        }
        Ok(())
    }

    /// The next batch that was noted since the snapshot.
    ///
    /// **Errors**: the log is damaged.
    pub(super) fn next_logged(&mut self) -> Result<Option<Batch>> {
        let Some(log) = &mut self.log else { return Ok(None) };
        let entry = log.next_entry();
        let Some(bytes) = entry.map_err(|error| self.log_error(error))? else { return Ok(None) };
        let name = self.folder.display().to_string();
        Batch::from_bytes(&bytes).map(Some).ok_or_else(|| damaged(&name))
    }

    /// Notes a batch durably.
    pub(super) fn log(&mut self, batch: &Batch) -> Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        log.append(&batch.to_bytes())?;
        if let Some(progress) = &mut self.progress {
            progress.note(log.length())?;
        }
        Ok(())
    }

    /// Whether doing the log again takes longer than reading a snapshot.
    pub(super) fn is_log_long(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.length() > SHORT_LOG.max(2 * self.snapshot_size))
    }

    fn log_error(&self, error: LogError) -> Error {
        let file = self.log_path(self.generation).display().to_string();
        match error {
            LogError::File(problem) => Error::Io(problem),
            LogError::Damaged => damaged(&file),
            LogError::Incomplete => {
                let problem = "entries of the stream's log are missing: it was cut, replaced or removed; restore the folder from a \
                               copy, or begin another stream"
                    .to_owned();
                Error::Io(lethe_io::Error::Content { file, line: None, problem })
            }
        }
    }

    fn log_path(&self, generation: u64) -> PathBuf {
        self.folder.join(format!("{LOG}{generation}"))
    }
}

/// A failure of the operating system, with the file and what was tried.
pub(super) fn while_doing(action: &'static str, file: &str) -> impl FnOnce(std::io::Error) -> Error {
    let file = file.to_owned();
    move |source| Error::Io(lethe_io::Error::File { file, action, source })
}

/// A file that is not what we wrote.
pub(super) fn damaged(file: &str) -> Error {
    let problem = "the state of the stream is damaged or of another version of Lethe; restore it from a copy";
    Error::Io(lethe_io::Error::Content { file: file.to_owned(), line: None, problem: problem.to_owned() })
}
