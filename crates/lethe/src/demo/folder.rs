//! Where the files of the story are.

use crate::{Error, Result};
use lethe_io::Location;
use std::path::PathBuf;

/// The folder of the story.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// This folder, made if need be, or a new temporary one that stays.
    pub(super) fn open(folder: Option<PathBuf>) -> Result<Self> {
        let folder = match folder {
            Some(folder) => folder,
            None => temporary()?,
        };
        let fail =
            |source| lethe_io::Error::File { file: folder.display().to_string(), action: "create", source };
        std::fs::create_dir_all(&folder).map_err(fail)?;
        Ok(Self(folder))
    }

    /// A file in it; the folder itself for an empty name.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.0.clone() } else { self.0.join(name) }
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

    /// As people read it.
    pub(super) fn shown(&self) -> String {
        self.0.display().to_string()
    }
}

fn temporary() -> Result<PathBuf> {
    let fail = |source| lethe_io::Error::File { file: "(temporary folder)".into(), action: "create", source };
    Ok(tempfile::Builder::new().prefix("lethe-demo-").tempdir().map_err(fail)?.keep())
}
