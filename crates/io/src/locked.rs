//! A file that one process at a time reads, changes and replaces.

use crate::error::{Error, Result, while_doing};
use crate::identity::FileIdentity;
use lethe_data::Context;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

const POLL: Duration = Duration::from_millis(20);

/// Holds others off the file of a name until it is dropped.
///
/// **Guarantee**: between [`Self::wait`] and the drop no other holder has read the file of this name or given it another content.
/// The lock is on the file itself and not on its name, so that nothing is left behind: whoever waited while the file
/// was replaced notices it and waits for the new one.
#[derive(Debug)]
pub struct LockedFile(#[expect(dead_code, reason = "the lock is held until it is dropped")] File);

impl LockedFile {
    /// Waits until nobody else holds the file.
    ///
    /// **Errors**: there is no such file, it cannot be locked, or the run was cancelled.
    pub fn wait(path: &Path, context: &Context) -> Result<Self> {
        let name = path.display().to_string();
        loop {
            let file = File::open(path).map_err(while_doing("read", &name))?;
            match file.try_lock() {
                Ok(()) if FileIdentity::of_open(&file) == FileIdentity::of(path) => return Ok(Self(file)),
                // Replaced meanwhile.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => std::thread::sleep(POLL),
                Err(TryLockError::Error(problem)) => return Err(while_doing("lock", &name)(problem)),
            }
            context.check_cancelled().map_err(Error::from)?;
        }
    }
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
                        let _lock = LockedFile::wait(&path, &context).unwrap();
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
        let _held = LockedFile::wait(file.path(), &context).unwrap();
        context.cancel_token().cancel();
        assert!(LockedFile::wait(file.path(), &context).is_err());
        assert!(LockedFile::wait(Path::new("/no/such/file"), &context).is_err());
    }
}
