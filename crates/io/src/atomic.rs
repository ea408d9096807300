//! Output files that appear whole or not at all.

use crate::error::{Result, while_doing};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file being written under a temporary name in the folder of its final one.
///
/// **Guarantee**: the final name shows the old content, or none, until [`Self::commit`] has returned; then all of the
/// new. Dropping without committing leaves no trace.
pub struct AtomicFile {
    name: String,
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl AtomicFile {
    /// Starts to write what will be `path`.
    pub fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if path.is_dir() {
            let problem = std::io::Error::new(std::io::ErrorKind::IsADirectory, "it is a folder");
            return Err(while_doing("write", &name)(problem));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".lethe-").suffix(".tmp");
        let file = match std::fs::metadata(path) {
            // An existing file keeps its permissions; a new one gets the usual ones, less the user's mask.
            Ok(metadata) => builder.permissions(metadata.permissions()).tempfile_in(folder),
            Err(_) => usual_permissions(&mut builder).tempfile_in(folder),
        };
        let file = file.map_err(while_doing("write", &name))?;
        Ok(Self { name, path: path.to_owned(), file: BufWriter::with_capacity(1 << 18, file) })
    }

    /// The temporary file's path, for libraries that open files by name.
    pub(crate) fn temporary_path(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Makes the content durable and gives it its final name.
    pub fn commit(self) -> Result<()> {
        let name = self.name;
        let file = self.file.into_inner().map_err(|e| while_doing("write", &name)(e.into_error()))?;
        file.as_file().sync_all().map_err(while_doing("write", &name))?;
        file.persist(&self.path).map_err(|e| while_doing("write", &name)(e.error))?;
        if let Some(folder) = self.path.parent().filter(|p| !p.as_os_str().is_empty())
            && let Ok(folder) = File::open(folder)
        {
            // The rename is durable once the folder is; systems that cannot sync a folder need no such step.
            let _ = folder.sync_all();
        }
        Ok(())
    }
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

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
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
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let error = write_atomically(Path::new("/no/such/folder/x.csv"), b"").unwrap_err();
        assert!(error.to_string().starts_with("/no/such/folder/x.csv: cannot write"), "{error}");
    }
}
