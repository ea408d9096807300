//! Where the files of the story are.

use crate::{Error, Result};
use lethe_io::{Location, Registered};
use std::path::{Path, PathBuf};

/// What the story puts into its folder.
const NAMES: [&str; 8] = [
    "health.csv",
    "hierarchies",
    "health.toml",
    "release.csv",
    "release.html",
    "compartments.toml",
    "compartments",
    "compartments.html",
];

/// The folder of the story. What is new in it, the folder itself or its files, is removed unless the story is reported to its end.
pub(super) struct Folder {
    path: PathBuf,
    new: Vec<Registered>,
}

impl Folder {
    /// This folder, made if need be, or a new temporary one.
    pub(super) fn open(folder: Option<PathBuf>) -> Result<Self> {
        let Some(path) = folder else {
            let path = temporary()?;
            return Ok(Self { new: vec![Registered::new(&path)], path });
        };
        let first_missing = path.ancestors().take_while(|folder| is_missing(folder)).last();
        let new = if let Some(folder) = first_missing {
            vec![Registered::new(folder)]
        } else {
            let files = NAMES.iter().map(|name| path.join(name));
            files.filter(|file| is_missing(file)).map(Registered::new).collect()
        };
        let folder = Self { path, new };
        let fail = |source| lethe_io::Error::File { file: folder.shown(), action: "create", source };
        std::fs::create_dir_all(&folder.path).map_err(fail)?;
        Ok(folder)
    }

    /// A file in it; the folder itself for an empty name.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.path.clone() } else { self.path.join(name) }
    }

    /// The name of a file in it.
    pub(super) fn name(&self, name: &str) -> Result<String> {
        let path = self.path(name).into_os_string().into_string();
        path.map_err(|_| Error::Request("the folder's name is not UTF-8".to_owned()))
    }

    /// A table in it.
    pub(super) fn table(&self, name: &str) -> Result<Location> {
        Ok(Location::parse(&self.name(name)?)?)
    }

    /// As records read it.
    pub(super) fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Keeps everything.
    pub(super) fn keep(mut self) {
        self.new.clear();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for new in &self.new {
            // What cannot be removed was never made, or is beyond us.
            let path = new.path();
            drop(if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) });
        }
    }
}

fn is_missing(path: &Path) -> bool {
    !path.as_os_str().is_empty() && std::fs::symlink_metadata(path).is_err()
}

fn temporary() -> Result<PathBuf> {
    let fail = |source| lethe_io::Error::File { file: "(temporary folder)".into(), action: "create", source };
    Ok(tempfile::Builder::new().prefix("lethe-demo-").tempdir().map_err(fail)?.keep())
}
