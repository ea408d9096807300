//! The state of a long run in a folder, so that a run that was killed can go on. It holds original values, so that it is for its
//! owner alone.

mod abandoned;
mod fingerprint;
mod journal;
mod names;
#[cfg(test)]
mod tests;

pub use abandoned::abandoned_work;
pub use fingerprint::fingerprint_of_file;

use crate::durable::sync_folder;
use crate::error::{Error, Result, while_doing};
use crate::leftovers::remove_any;
use crate::private::create_private_folder;
use journal::{Content, Found, Journal};
use std::path::{Path, PathBuf};

/// A folder with the files of one run and a journal of the steps that are done.
///
/// A step's files are written first, whole and durable; then the step is noted as done. A run that goes on does the
/// steps that are not noted, over the files that may be there from the last try.
///
/// **Guarantee**: a step that is noted stays so whatever happens; a step that was being noted when the run was killed
/// is done or not, never damaged. Two runs never use one folder at once. Files that are not its own are never touched.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    journal: Journal,
    content: Content,
}

impl Workspace {
    /// Begins a run in a new folder or, with `resume`, goes on with the one in it; where none is, it begins.
    /// `fingerprint` stands for everything that the results depend on. Temporary files of the last try are removed.
    ///
    /// **Errors**: without `resume`, the folder exists; with it, the folder is not the state of a run, of another one,
    /// or its journal is damaged. Another run uses the folder, or it cannot be written to.
    pub fn open(folder: &Path, fingerprint: &str, resume: bool) -> Result<Self> {
        // A link to nowhere is something, too.
        if folder.symlink_metadata().is_err() {
            return Self::begin(folder, fingerprint);
        }
        let name = folder.display();
        if !folder.is_dir() {
            return Err(Error::Request(format!("{name} is no folder; the state of a run needs one")));
        }
        let others =
            || Error::Request(format!("{name} exists and holds no state of a run; name another folder"));
        let path = folder.join(names::JOURNAL);
        if !path.is_file() {
            // A run that was killed right after it made its folder leaves it empty.
            let usable = resume && is_empty(folder, None)?;
            return if usable { Self::begin_in(folder, fingerprint) } else { Err(others()) };
        }
        let (journal, found) = Journal::open(folder, &path)?;
        let content = match found {
            Found::Journal(content) => content,
            // The first entry is durable before there is any other file.
            Found::Nothing if is_empty(folder, Some(names::JOURNAL))? => {
                let again = || Self::begin_again(folder, journal, fingerprint);
                return if resume { again() } else { Err(interrupted(folder)) };
            }
            Found::Nothing | Found::NoJournal => return Err(others()),
            Found::OtherVersion => {
                let problem = "is of another version of Lethe; remove the folder to start again";
                return Err(Error::Request(format!("the state in {name} {problem}")));
            }
        };
        if content.ended {
            // All that was left to do is to remove it.
            remove_own_files(folder, names::is_own)?;
            return Self::begin_again(folder, journal, fingerprint);
        }
        if !resume {
            return Err(interrupted(folder));
        }
        if content.fingerprint != fingerprint {
            return Err(Error::Request(format!(
                "the state in {name} belongs to another table, recipe or seed; remove the folder to start again"
            )));
        }
        remove_own_files(folder, names::is_temporary)?;
        Ok(Self { folder: folder.to_owned(), journal, content })
    }

    /// Where a file of that name belongs. Names are told apart whatever characters they have; the files look different
    /// from those of others, so that they can be removed.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(names::file_name(name))
    }

    /// Whether a step was noted as done, now or before the run was interrupted.
    pub fn is_done(&self, step: &str) -> bool {
        self.content.steps.contains_key(step)
    }

    /// What was noted about a step that is done.
    pub fn note_of(&self, step: &str) -> Option<&str> {
        self.content.steps.get(step).map(String::as_str)
    }

    /// Notes durably that a step is done; the files it made must be durable before. The last note of a step counts.
    ///
    /// **Errors**: the journal cannot be written, now or before.
    pub fn done(&mut self, step: &str, note: &str) -> Result<()> {
        self.journal.note(step, note)?;
        self.content.steps.insert(step.to_owned(), note.to_owned());
        Ok(())
    }

    /// Removes the run's files, and the folder unless it holds something else.
    ///
    /// **Guarantee**: killed half-way, the next [`Self::open`] removes the rest and begins anew.
    ///
    /// **Errors**: a file cannot be removed.
    pub fn remove(mut self) -> Result<()> {
        self.journal.note_end()?;
        remove_own_files(&self.folder, names::is_own)?;
        let path = self.folder.join(names::JOURNAL);
        std::fs::remove_file(&path).map_err(while_doing("remove", &path.display().to_string()))?;
        if is_empty(&self.folder, None)? {
            let name = self.folder.display().to_string();
            std::fs::remove_dir(&self.folder).map_err(while_doing("remove", &name))?;
        }
        Ok(())
    }

    fn begin(folder: &Path, fingerprint: &str) -> Result<Self> {
        let name = folder.display().to_string();
        create_private_folder(folder).map_err(while_doing("create", &name))?;
        let workspace = Self::begin_in(folder, fingerprint)?;
        sync_folder(
            folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        );
        Ok(workspace)
    }

    fn begin_in(folder: &Path, fingerprint: &str) -> Result<Self> {
        let journal = Journal::create(folder, &folder.join(names::JOURNAL))?;
        Self::begin_again(folder, journal, fingerprint)
    }

    fn begin_again(folder: &Path, mut journal: Journal, fingerprint: &str) -> Result<Self> {
        let content = journal.start(fingerprint)?;
        sync_folder(folder);
        Ok(Self { folder: folder.to_owned(), journal, content })
    }
}

fn interrupted(folder: &Path) -> Error {
    Error::Request(format!(
        "{} holds the state of a run that was interrupted; go on with `resume`, or remove the folder",
        folder.display()
    ))
}

fn entries(folder: &Path) -> Result<Vec<std::fs::DirEntry>> {
    let listed = std::fs::read_dir(folder).and_then(Iterator::collect);
    listed.map_err(while_doing("read", &folder.display().to_string()))
}

/// Whether there is nothing in the folder, but for one name.
fn is_empty(folder: &Path, but: Option<&str>) -> Result<bool> {
    Ok(entries(folder)?.iter().all(|entry| but.is_some_and(|but| entry.file_name() == but)))
}

/// Removes the files, links and folders in it whose names are such.
fn remove_own_files(folder: &Path, is_such: fn(&std::ffi::OsStr) -> bool) -> Result<()> {
    for entry in entries(folder)?.into_iter().filter(|entry| is_such(&entry.file_name())) {
        remove_any(&entry.path())?;
    }
    Ok(())
}
