//! Locks on files. The system releases them when the process that holds them ends, however it ends.

use crate::error::{Error, Result, while_doing};
use crate::identity::FileIdentity;
use crate::private::private_file;
use lethe_data::Context;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

const POLL: Duration = Duration::from_millis(20);
/// How often a lock is tried: whoever lists what was left behind holds it for a moment.
const TRIES: usize = 25;

/// Holds other processes off until it is dropped.
#[derive(Debug)]
pub struct FileLock(#[expect(dead_code, reason = "the lock is held until it is dropped")] File);

impl FileLock {
    /// Takes the lock of a file that is nothing but a lock, made for its owner alone where there is none; `None` where another
    /// process has it for longer than a moment.
    ///
    /// **Errors**: the file cannot be opened or locked.
    pub fn take(path: &Path) -> Result<Option<Self>> {
        let name = path.display().to_string();
        for _ in 0..TRIES {
            let file = private_file().write(true).create(true).truncate(false).open(path);
            let file = file.map_err(while_doing("open", &name))?;
            // Whoever had it may have removed the file.
            if try_lock(&file, &name)? && still_has_name(&file, path) {
                return Ok(Some(Self(file)));
            }
            std::thread::sleep(POLL);
        }
        Ok(None)
    }

    /// Waits for the lock of `FILE.lock`, which is made where there is none and stays, so that `FILE` may be made or replaced
    /// meanwhile.
    ///
    /// **Errors**: the file cannot be opened or locked.
    pub fn wait_beside(path: &Path) -> Result<Self> {
        let mut beside = OsString::from(path);
        beside.push(".lock");
        let name = Path::new(&beside).display().to_string();
        let file = File::options().create(true).truncate(false).write(true).open(&beside);
        let file = file.map_err(while_doing("write", &name))?;
        file.lock().map_err(while_doing("lock", &name))?;
        Ok(Self(file))
    }

    /// Waits until nobody else holds the file of a name.
    ///
    /// **Guarantee**: until the drop no other holder has read the file of this name or given it another content.
    /// The lock is on the file itself and not on its name, so that nothing is left behind: whoever waited while the file
    /// was replaced notices it and waits for the new one.
    ///
    /// **Errors**: there is no such file, it cannot be locked, or the run was cancelled.
    pub fn wait(path: &Path, context: &Context) -> Result<Self> {
        let name = path.display().to_string();
        loop {
            let file = File::open(path).map_err(while_doing("read", &name))?;
            if !try_lock(&file, &name)? {
                std::thread::sleep(POLL);
            } else if still_has_name(&file, path) {
                return Ok(Self(file));
            }
            context.check_cancelled().map_err(Error::from)?;
        }
    }
}

/// Whether an open file is the one under its name, as far as the system tells.
fn still_has_name(file: &File, path: &Path) -> bool {
    FileIdentity::of_open(file).is_none_or(|open| FileIdentity::of(path) == Some(open))
}

/// Locks an open file until it is closed; `false` while another process holds it.
///
/// **Errors**: it cannot be locked.
pub(crate) fn try_lock(file: &File, name: &str) -> Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(problem)) => Err(while_doing("lock", name)(problem)),
    }
}

/// Locks an open file that others may read, where the system and the file's place know such locks; `false` while another process holds
/// it.
///
/// **Errors**: it cannot be locked.
#[cfg(unix)]
pub fn lock_where_known(file: &File, name: &str) -> Result<bool> {
    match try_lock(file, name) {
        Err(Error::File { source, .. }) if source.kind() == std::io::ErrorKind::Unsupported => Ok(true),
        outcome => outcome,
    }
}

/// A lock would keep readers out on other systems.
#[cfg(not(unix))]
pub fn lock_where_known(_: &File, _: &str) -> Result<bool> {
    Ok(true)
}

/// Whose lock a file or folder has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// Ours, and what is locked still has its name.
    Here,
    /// Another process's, or something else has the name by now.
    Elsewhere,
    /// The system knows no locks.
    Nowhere,
}

/// Takes the lock of something that was opened under a name. It lasts until it is closed.
#[cfg(unix)]
pub(crate) fn hold(file: &File, path: &Path) -> Held {
    use std::os::unix::fs::MetadataExt;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Held::Elsewhere,
        Err(TryLockError::Error(_)) => return Held::Nowhere,
    }
    match (file.metadata(), path.symlink_metadata()) {
        (Ok(one), Ok(other)) if (one.dev(), one.ino()) == (other.dev(), other.ino()) => Held::Here,
        _ => Held::Elsewhere,
    }
}

/// A lock would keep readers out on other systems.
#[cfg(not(unix))]
pub(crate) fn hold(_: &File, _: &Path) -> Held {
    Held::Nowhere
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_atomically;

    #[test]
    fn changes_of_several_at_once_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("count");
        write_atomically(&path, b"0").unwrap();
        let context = Context::new(1).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let _lock = FileLock::wait(&path, &context).unwrap();
                        let count: u32 = std::fs::read_to_string(&path).unwrap().parse().unwrap();
                        write_atomically(&path, (count + 1).to_string().as_bytes()).unwrap();
                    }
                });
            }
        });
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "100");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_wait_can_be_cancelled_and_a_missing_file_is_told() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let context = Context::new(1).unwrap();
        let _held = FileLock::wait(file.path(), &context).unwrap();
        context.cancel_token().cancel();
        assert!(FileLock::wait(file.path(), &context).is_err());
        assert!(FileLock::wait(Path::new("/no/such/file"), &context).is_err());
    }
}
