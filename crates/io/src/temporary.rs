//! What has no name of its own yet: temporary files and folders beside what they are to become.
//!
//! They are for their owner alone, and locked as long as the process lives that made them. A process that is killed leaves them behind
//! without a lock: the next one that writes into the folder removes them, and so does `lethe clean`.

use crate::durable::{Held, hold};
use crate::leftovers::temporary_leftovers;
use crate::register::{Registered, register, rename};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::{NamedTempFile, TempDir};

pub(crate) const PREFIX: &str = ".lethe-";
pub(crate) const SUFFIX: &str = ".tmp";
/// How many letters and digits stand between.
const RANDOM: usize = 6;
/// Whoever removes leftovers may take hold of a file right after it was made; then another is made.
const TRIES: usize = 16;

/// A temporary folder for its owner alone, removed when dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    // Removed before its lock is, and registered as long as it exists.
    folder: TempDir,
    _lock: Option<File>,
    _registered: Registered,
}

impl TemporaryFolder {
    /// Makes a folder in another one, or where the system keeps temporary files.
    ///
    /// **Errors**: it cannot be made.
    pub fn create(parent: Option<&Path>) -> std::io::Result<Self> {
        let parent = parent.map_or_else(std::env::temp_dir, Path::to_owned);
        sweep_once(&parent);
        for _ in 0..TRIES {
            let (folder, registered) = registered(|| private_builder().tempdir_in(&parent), TempDir::path)?;
            let lock = match File::open(folder.path()) {
                Ok(lock) if hold(&lock, folder.path()) == Held::Elsewhere => continue,
                Ok(lock) => Some(lock),
                Err(problem) if problem.kind() == ErrorKind::NotFound => continue,
                // Systems that cannot open a folder know no leftovers either.
                Err(_) => None,
            };
            return Ok(Self { folder, _lock: lock, _registered: registered });
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A temporary file, removed when dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    // Dropped before it is no longer registered.
    file: NamedTempFile,
    registered: Registered,
}

impl TemporaryFile {
    /// Makes a file in a folder.
    pub(crate) fn create(folder: &Path) -> std::io::Result<Self> {
        sweep_once(folder);
        for _ in 0..TRIES {
            let (file, registered) = registered(|| builder().tempfile_in(folder), NamedTempFile::path)?;
            if hold(file.as_file(), file.path()) != Held::Elsewhere {
                return Ok(Self { file, registered });
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(crate) fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives the file its final name, in place of a file that has it.
    pub(crate) fn persist(self, path: &Path) -> std::io::Result<()> {
        let Self { file, registered } = self;
        let held = register();
        let named = file.persist(path);
        drop(held);
        drop(registered);
        named.map(drop).map_err(|failed| failed.error)
    }

    /// Gives the file its final name, unless something has it: then it is handed back.
    pub(crate) fn persist_new(self, path: &Path) -> std::io::Result<Option<Self>> {
        let Self { file, registered } = self;
        let held = register();
        let named = file.persist_noclobber(path);
        drop(held);
        match named {
            Ok(_) => Ok(None),
            Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => {
                Ok(Some(Self { file: taken.file, registered }))
            }
            Err(failed) => Err(failed.error),
        }
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// Makes something and registers it before the program can be ended at once.
fn registered<T>(
    make: impl FnOnce() -> std::io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> std::io::Result<(T, Registered)> {
    let mut register = register();
    let made = make()?;
    let registered = Registered::with(&mut register, path(&made).to_owned());
    Ok((made, registered))
}

/// Gives a file another name, which may be on another device: then a copy takes the name, whole or not at all.
pub(crate) fn move_file(from: &Path, to: &Path, folder: &Path) -> std::io::Result<()> {
    match rename(from, to) {
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            // The owner alone reads the copy until it is complete.
            let mut copy = TemporaryFile::create(folder)?;
            let mut original = File::open(from)?;
            std::io::copy(&mut original, &mut copy)?;
            copy.as_file().set_permissions(original.metadata()?.permissions())?;
            copy.as_file().sync_all()?;
            copy.persist(to)?;
            std::fs::remove_file(from)
        }
        other => other,
    }
}

/// What makes folders that their owner alone can look into; files are their owner's anyway.
fn private_builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = builder();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    builder
}

/// Whether a name is one that is given here.
pub fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes what killed processes left in a folder, the first time that this process writes there.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    // A panic elsewhere leaves a set of names, which is as good as before.
    let is_new = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned());
    if is_new {
        // What cannot be removed now may be later; the work does not depend on it.
        let _ = temporary_leftovers(folder, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_not_temporary() {
        let folder = tempfile::tempdir().unwrap();
        let file = TemporaryFile::create(folder.path()).unwrap();
        assert!(is_temporary(file.path().file_name().unwrap().to_str().unwrap()));
        for name in [
            ".lethe-.tmp",
            ".lethe-abc.tmp",
            ".lethe-abcde/.tmp",
            ".lethe-abcdefg.tmp",
            "lethe-abcdef.tmp",
            ".tmp",
        ] {
            assert!(!is_temporary(name), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_temporary_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(TemporaryFile::create(folder.path()).unwrap().path()), 0o600);
        assert_eq!(mode(TemporaryFolder::create(Some(folder.path())).unwrap().path()), 0o700);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
