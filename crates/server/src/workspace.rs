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

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether a path without links and detours is in the workspace.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
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

    /// Removes what was left behind: folders of projects that are deleted, of jobs and uploads that never became one, and what jobs
    /// that did not end well have written.
    pub(crate) fn remove_leftovers(&self, known: &Known) -> io::Result<()> {
        for folder in entries(&self.root.join("projects"))? {
            if !known.projects.contains(&name_of(&folder)) {
                std::fs::remove_dir_all(&folder)?;
                continue;
            }
            for item in [DATASETS, JOBS]
                .iter()
                .map(|kind| entries(&folder.join(kind)))
                .collect::<io::Result<Vec<_>>>()?
                .concat()
            {
                let id = name_of(&item);
                if known.unfinished.contains(&id) {
                    clear_job(&item)?;
                } else if !known.items.contains(&id) {
                    std::fs::remove_dir_all(&item)?;
                }
            }
            // Drafts have names that no hierarchy has.
            for file in entries(&folder.join(FILES))? {
                let name = name_of(&file);
                if name != RECIPE && !is_file_name(&name) {
                    if file.is_dir() { std::fs::remove_dir_all(&file)? } else { std::fs::remove_file(&file)? }
                }
            }
        }
        Ok(())
    }
}

/// What the database knows.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) projects: HashSet<String>,
    /// Datasets and jobs.
    pub(crate) items: HashSet<String>,
    /// Jobs without a report.
    pub(crate) unfinished: HashSet<String>,
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What is in a folder, which may be missing.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Removes what a job has written, but for the recipe that it began with.
pub(crate) fn clear_job(folder: &Path) -> io::Result<()> {
    for entry in entries(folder)?.into_iter().filter(|entry| name_of(entry) != FILES) {
        if entry.is_dir() { std::fs::remove_dir_all(&entry)? } else { std::fs::remove_file(&entry)? }
    }
    Ok(())
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
