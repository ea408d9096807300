//! The folders of a service. Users never name a path in them: names are made here, from identifiers.

use lethe::io::create_private_folder;
use lethe::io::durable::FileLock;
use lethe::{Error, Result};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a service; one service at a time has it.
#[derive(Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    _lock: FileLock,
}

/// The folder of a project: the recipe with its hierarchies, the tables, and a folder a job.
#[derive(Clone, Debug)]
pub(crate) struct ProjectFolder(PathBuf);

/// The name of a recipe among the files of a project or a job.
pub(crate) const RECIPE: &str = "recipe.toml";

impl Workspace {
    /// Opens a workspace, or makes one that its owner alone can read.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let fail = |error: io::Error| {
            Error::Request(format!(
                "{}: the workspace cannot be used ({}); name another folder with `workspace`",
                root.display(),
                error.kind()
            ))
        };
        if !root.is_dir() {
            if let Some(parent) = root.parent() {
                std::fs::create_dir_all(parent).map_err(fail)?;
            }
            create_private_folder(root).map_err(fail)?;
        }
        let root = std::fs::canonicalize(root).map_err(fail)?;
        let lock = FileLock::take(&root.join("lock"))?;
        let in_use = || {
            let problem =
                "another `lethe serve` uses this workspace; stop it, or name another folder with `workspace`";
            Error::Request(format!("{}: {problem}", root.display()))
        };
        let lock = lock.ok_or_else(in_use)?;
        let projects = root.join("projects");
        if !projects.is_dir() {
            create_private_folder(&projects).map_err(fail)?;
        }
        Ok(Self { root, _lock: lock })
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.root.join("state.sqlite")
    }

    pub(crate) fn audit_log(&self) -> PathBuf {
        self.root.join("audit.jsonl")
    }

    pub(crate) fn project(&self, id: &str) -> ProjectFolder {
        ProjectFolder(self.root.join("projects").join(id))
    }

    /// Removes the folders of projects that are deleted, and of jobs and uploads that never became one.
    pub(crate) fn remove_leftovers(
        &self,
        projects: &HashSet<String>,
        items: &HashSet<String>,
    ) -> io::Result<()> {
        for folder in std::fs::read_dir(self.root.join("projects"))? {
            let folder = folder?;
            let name = folder.file_name().to_string_lossy().into_owned();
            if !projects.contains(&name) {
                std::fs::remove_dir_all(folder.path())?;
                continue;
            }
            for kind in [DATASETS, JOBS] {
                for item in std::fs::read_dir(folder.path().join(kind))? {
                    let item = item?;
                    if !items.contains(&*item.file_name().to_string_lossy()) {
                        std::fs::remove_dir_all(item.path())?;
                    }
                }
            }
        }
        Ok(())
    }
}

const DATASETS: &str = "datasets";
const JOBS: &str = "jobs";
const FILES: &str = "recipe";

impl ProjectFolder {
    /// Makes the folders of a new project.
    pub(crate) fn create(&self) -> io::Result<()> {
        create_private_folder(&self.0)?;
        for folder in [DATASETS, JOBS, FILES] {
            create_private_folder(&self.0.join(folder))?;
        }
        Ok(())
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    /// Where the recipe and the hierarchies are.
    pub(crate) fn files(&self) -> PathBuf {
        self.0.join(FILES)
    }

    pub(crate) fn recipe(&self) -> PathBuf {
        self.files().join(RECIPE)
    }

    pub(crate) fn dataset(&self, id: &str) -> PathBuf {
        self.0.join(DATASETS).join(id)
    }

    pub(crate) fn job(&self, id: &str) -> PathBuf {
        self.0.join(JOBS).join(id)
    }

    pub(crate) fn remove(&self) -> io::Result<()> {
        remove_folder(&self.0)
    }
}

/// Removes a folder that may be gone.
pub(crate) fn remove_folder(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether a text can be the name of a hierarchy of a project: one plain file name.
pub(crate) fn is_file_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '(' | ')');
    !name.is_empty()
        && name.len() <= 200
        && !name.starts_with('.')
        && name != RECIPE
        && name.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_lead_nowhere_else() {
        for name in ["age.csv", "marital-status.csv", "größe (cm).txt"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in
            ["", ".", "..", "../x.csv", "a/b.csv", "a\\b.csv", ".hidden", "recipe.toml", "a\0.csv", "a\n.csv"]
        {
            assert!(!is_file_name(name), "{name:?}");
        }
    }

    #[test]
    fn a_workspace_serves_one_service_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("new/workspace");
        let first = Workspace::open(&root).unwrap();
        assert!(Workspace::open(&root).unwrap_err().to_string().contains("another `lethe serve`"));
        drop(first);
        Workspace::open(&root).unwrap();
    }
}
