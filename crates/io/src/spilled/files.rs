//! The files of a spilled table.

use crate::error::{Error, Result, while_doing};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where the files are. Their names end as those of a workspace do, so that it can have its folder to itself.
#[derive(Clone, Debug)]
pub(super) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// What the table is; written last and removed first, so that where it stands the other files are whole.
    pub(super) fn manifest(&self) -> PathBuf {
        self.folder.join("table.state")
    }

    /// The distinct values of a column.
    pub(super) fn dictionary(&self, column: usize) -> PathBuf {
        self.folder.join(format!("table-dictionary-{column}.state"))
    }

    /// The codes that a worker wrote, in its own numbering.
    pub(super) fn codes(&self, worker: usize) -> PathBuf {
        self.folder.join(format!("table-codes-{worker}.state"))
    }

    /// What a worker's numbers became.
    pub(super) fn translations(&self, worker: usize) -> PathBuf {
        self.folder.join(format!("table-translations-{worker}.state"))
    }

    /// Every file of a table of so many columns, read by so many workers; the manifest first.
    pub(super) fn list(&self, columns: usize, workers: usize) -> Vec<PathBuf> {
        let mut all = vec![self.manifest()];
        all.extend((0..columns).map(|column| self.dictionary(column)));
        all.extend((0..workers).flat_map(|worker| [self.codes(worker), self.translations(worker)]));
        all
    }

    /// Removes what there is of these files; the manifest is gone for good before another file is touched.
    pub(super) fn remove(&self, columns: usize, workers: usize) -> Result<()> {
        self.remove_manifest()?;
        self.list(columns, workers).iter().try_for_each(|path| remove(path))
    }

    /// Makes an earlier table in the folder no table any more.
    pub(super) fn remove_manifest(&self) -> Result<()> {
        remove(&self.manifest())?;
        if let Ok(folder) = File::open(&self.folder) {
            // Systems that cannot sync a folder need no such step.
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(problem) if problem.kind() != ErrorKind::NotFound => {
            Err(while_doing("remove", &path.display().to_string())(problem))
        }
        _ => Ok(()),
    }
}

/// A file of a spilled table is not what was written.
pub(super) fn damaged(path: &Path) -> Error {
    Error::content(&path.display().to_string(), None, "the encoded table is damaged")
}
