//! Output files that appear whole or not at all.

use crate::durable::sync_folder;
use crate::error::{Result, while_doing};
use crate::private;
use crate::temporary::TemporaryFile;
use std::fs::{File, Permissions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file being written under a temporary name in the folder of its final one.
///
/// **Guarantee**: the final name shows the old content, or none, until [`Self::commit`] has returned; then all of the
/// new. Dropping without committing leaves no trace. Until then its owner alone can read it. A link is followed, and what is no regular file (a pipe, a
/// device) is written to as it is, because it cannot be replaced.
#[derive(Debug)]
pub struct AtomicFile {
    name: String,
    path: PathBuf,
    /// The only table of a database that is replaced; all others stay.
    table: Option<String>,
    file: BufWriter<Target>,
    permissions: Final,
}

/// Who may read the file under its final name.
#[derive(Debug)]
enum Final {
    /// Its owner alone.
    Private,
    /// Who may read any new file.
    Usual,
    /// Who could read the one that it replaces.
    As(Permissions),
}

#[derive(Debug)]
enum Target {
    Temporary(TemporaryFile),
    Special(File),
}

impl Final {
    /// Lets those read a complete file who may read it under its final name.
    fn grant(&self, file: &File, path: &Path) -> std::io::Result<()> {
        let permissions = match self {
            Self::Private => None,
            Self::Usual => private::usual_permissions(folder_of(path))?,
            Self::As(permissions) => Some(permissions.clone()),
        };
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))
    }
}

impl AtomicFile {
    /// Starts to write what will be `path`. An existing file keeps its permissions; a new one gets the usual ones.
    pub fn create(path: &Path) -> Result<Self> {
        Self::start(path, Final::Usual)
    }

    /// The same for what its owner alone may read, also under its final name.
    pub fn create_private(path: &Path) -> Result<Self> {
        Self::start(path, Final::Private)
    }

    fn start(path: &Path, mut permissions: Final) -> Result<Self> {
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
            found => {
                if let (Ok(found), Final::Usual) = (found, &permissions) {
                    permissions = Final::As(found.permissions());
                }
                Target::Temporary(temporary(&name, &path)?)
            }
        };
        Ok(Self { name, path, table: None, file: BufWriter::with_capacity(1 << 18, target), permissions })
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

    /// Makes the content durable, so that [`Self::commit`] has only the name to give.
    pub fn sync(&mut self) -> Result<()> {
        let flushed = self.file.flush();
        let synced = flushed.and_then(|()| match self.file.get_ref() {
            Target::Temporary(file) => file.as_file().sync_all(),
            Target::Special(_) => Ok(()),
        });
        synced.map_err(while_doing("write", &self.name))
    }

    /// Gives the file its final name, unless something has it already: then it is handed back.
    pub(crate) fn commit_new(self) -> Result<Option<Self>> {
        crate::inputs::check_replaceable(&self.path, self.table.as_deref())?;
        let Self { name, path, table, file, permissions } = self;
        let target = file.into_inner().map_err(|e| while_doing("write", &name)(e.into_error()))?;
        let Target::Temporary(file) = target else { return Ok(None) };
        file.as_file().sync_all().map_err(while_doing("write", &name))?;
        permissions.grant(file.as_file(), &path).map_err(while_doing("write", &name))?;
        let taken = file.persist_new(&path).map_err(while_doing("write", &name))?;
        if taken.is_none() {
            sync_folder(folder_of(&path));
        }
        Ok(taken.map(|file| {
            let file = BufWriter::new(Target::Temporary(file));
            Self { name, path, table, file, permissions }
        }))
    }

    /// Makes the content durable and gives it its final name.
    pub fn commit(self) -> Result<()> {
        let name = self.name;
        let target = self.file.into_inner().map_err(|e| while_doing("write", &name)(e.into_error()))?;
        let Target::Temporary(file) = target else { return Ok(()) };
        crate::inputs::check_replaceable(&self.path, self.table.as_deref())?;
        file.as_file().sync_all().map_err(while_doing("write", &name))?;
        // A lost power leaves it to its owner alone at worst.
        self.permissions.grant(file.as_file(), &self.path).map_err(while_doing("write", &name))?;
        file.persist(&self.path).map_err(while_doing("write", &name))?;
        sync_folder(folder_of(&self.path));
        Ok(())
    }
}

fn temporary(name: &str, path: &Path) -> Result<TemporaryFile> {
    TemporaryFile::create(folder_of(path)).map_err(|error| {
        // The temporary name says nothing to the user, so only the kind of failure is kept.
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => std::io::Error::new(error.kind(), "its folder does not exist"),
            kind => kind.into(),
        };
        while_doing("write", name)(reason)
    })
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

/// The same for what its owner alone may read.
pub fn write_privately(path: &Path, content: &[u8]) -> Result<()> {
    let mut file = AtomicFile::create_private(path)?;
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
    fn nobody_else_reads_a_file_before_it_is_complete() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let usual = folder.path().join("usual");
        std::fs::write(&usual, b"").unwrap();
        let path = folder.path().join("out.csv");
        for expected in [mode(&usual), 0o640] {
            let file = AtomicFile::create(&path).unwrap();
            assert_eq!(mode(file.temporary_path().unwrap()), 0o600);
            file.commit().unwrap();
            assert_eq!(mode(&path), expected);
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        }
        AtomicFile::create_private(&path).unwrap().commit().unwrap();
        assert_eq!(mode(&path), 0o600);
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
