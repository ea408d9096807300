//! Output files that appear whole or not at all.

use crate::error::{Result, while_doing};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file being written under a temporary name in the folder of its final one.
///
/// **Guarantee**: the final name shows the old content, or none, until [`Self::commit`] has returned; then all of the
/// new. Dropping without committing leaves no trace. A link is followed, and what is no regular file (a pipe, a
/// device) is written to as it is, because it cannot be replaced.
#[derive(Debug)]
pub struct AtomicFile {
    name: String,
    path: PathBuf,
    /// The only table of a database that is replaced; all others stay.
    table: Option<String>,
    file: BufWriter<Target>,
}

#[derive(Debug)]
enum Target {
    Temporary(NamedTempFile),
    Special(File),
}

impl AtomicFile {
    /// Starts to write what will be `path`.
    pub fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        if path.is_dir() {
            let problem = std::io::Error::new(std::io::ErrorKind::IsADirectory, "it is a folder");
            return Err(while_doing("write", &name)(problem));
        }
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let target = match std::fs::metadata(&path) {
            Ok(metadata) if !metadata.is_file() => {
                let opened = File::options().write(true).open(&path);
                Target::Special(opened.map_err(while_doing("write", &name))?)
            }
            // An existing file keeps its permissions; a new one gets the usual ones, less the user's mask.
            Ok(metadata) => Target::Temporary(temporary(&name, &path, Some(metadata.permissions()))?),
            Err(_) => Target::Temporary(temporary(&name, &path, None)?),
        };
        Ok(Self { name, path, table: None, file: BufWriter::with_capacity(1 << 18, target) })
    }

    /// The same file, a database of which one table is replaced and all others stay.
    pub(crate) fn of_table(self, table: &str) -> Self {
        Self { table: Some(table.to_owned()), ..self }
    }

    /// The temporary file's path, for libraries that open files by name; `None` where there is none.
    pub(crate) fn temporary_path(&self) -> Option<&Path> {
        match self.file.get_ref() {
            Target::Temporary(file) => Some(file.path()),
            Target::Special(_) => None,
        }
    }

    /// The same, unless something has the final name already: then it is handed back.
    pub(crate) fn commit_new(self) -> Result<Option<Self>> {
        crate::inputs::check_replaceable(&self.path, self.table.as_deref())?;
        let Self { name, path, table, file } = self;
        let target = file.into_inner().map_err(|e| while_doing("write", &name)(e.into_error()))?;
        let Target::Temporary(file) = target else { return Ok(None) };
        file.as_file().sync_all().map_err(while_doing("write", &name))?;
        match file.persist_noclobber(&path) {
            Ok(_) => {
                sync_folder(&path);
                Ok(None)
            }
            Err(taken) if taken.error.kind() == std::io::ErrorKind::AlreadyExists => {
                let file = BufWriter::new(Target::Temporary(taken.file));
                Ok(Some(Self { name, path, table, file }))
            }
            Err(failed) => Err(while_doing("write", &name)(failed.error)),
        }
    }

    /// Makes the content durable and gives it its final name.
    pub fn commit(self) -> Result<()> {
        let name = self.name;
        let target = self.file.into_inner().map_err(|e| while_doing("write", &name)(e.into_error()))?;
        let Target::Temporary(file) = target else { return Ok(()) };
        crate::inputs::check_replaceable(&self.path, self.table.as_deref())?;
        file.as_file().sync_all().map_err(while_doing("write", &name))?;
        file.persist(&self.path).map_err(|e| while_doing("write", &name)(e.error))?;
        sync_folder(&self.path);
        Ok(())
    }
}

/// A new name is durable once its folder is; systems that cannot sync a folder need no such step.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty())
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

fn temporary(name: &str, path: &Path, permissions: Option<std::fs::Permissions>) -> Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lethe-").suffix(".tmp");
    let file = match permissions {
        Some(permissions) => builder.permissions(permissions).tempfile_in(folder),
        None => usual_permissions(&mut builder).tempfile_in(folder),
    };
    file.map_err(|error| {
        // The temporary name says nothing to the user, so only the kind of failure is kept.
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => std::io::Error::new(error.kind(), "its folder does not exist"),
            kind => kind.into(),
        };
        while_doing("write", name)(reason)
    })
}

#[cfg(unix)]
fn usual_permissions<'a, 'b>(
    builder: &'b mut tempfile::Builder<'a, 'a>,
) -> &'b mut tempfile::Builder<'a, 'a> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions<'a, 'b>(
    builder: &'b mut tempfile::Builder<'a, 'a>,
) -> &'b mut tempfile::Builder<'a, 'a> {
    builder
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::Temporary(file) => file.write(bytes),
            Self::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::Temporary(file) => file.flush(),
            Self::Special(file) => file.flush(),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Finds out whether a file can be written, before work is done for it. What it holds stays as it is.
///
/// **Errors**: it is a folder, or its folder does not exist or cannot be written to.
pub fn check_writable(path: &Path) -> Result<()> {
    // Opening a pipe and closing it again would tell its reader that all was said.
    let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_special { Ok(()) } else { AtomicFile::create(path).map(drop) }
}

/// Writes a small file whole or not at all.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(content).map_err(while_doing("write", &path.display().to_string()))?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_content_stays_until_commit_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        write_atomically(&path, b"old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.flush().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        write_atomically(&path, b"newer").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"newer");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_told_before_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        write_atomically(&path, b"old").unwrap();
        check_writable(&path).unwrap();
        check_writable(&folder.path().join("new.csv")).unwrap();
        assert!(check_writable(folder.path()).is_err());
        assert!(check_writable(&folder.path().join("no/out.csv")).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        std::fs::write(&target, b"old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&target).unwrap(), b"new");
        write_atomically(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let error = write_atomically(Path::new("/no/such/folder/x.csv"), b"").unwrap_err();
        assert!(error.to_string().starts_with("/no/such/folder/x.csv: cannot write"), "{error}");
        assert!(!error.to_string().contains(".tmp"), "{error}");
    }
}
