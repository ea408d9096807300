//! The register of temporary files and folders, so that a program that must end at once leaves none behind.
//!
//! Making one, removing one and giving one its final name happen under one lock. Whoever ends the program takes that lock and
//! keeps it: what is registered then is removed, and nothing is made or renamed afterwards.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

static REGISTER: Mutex<Register> = Mutex::new(Register { paths: BTreeSet::new(), commits: 0 });
static COMMITTED: Condvar = Condvar::new();

/// `SQLite` keeps these beside a database that it writes.
const COMPANIONS: [&str; 3] = ["-journal", "-wal", "-shm"];
/// A folder may get a file while it is removed.
const TRIES: usize = 20;

pub(crate) struct Register {
    paths: BTreeSet<PathBuf>,
    /// How many outputs of several files are getting their names.
    commits: usize,
}

pub(crate) fn register() -> MutexGuard<'static, Register> {
    // What is registered stays true when a thread panics.
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every temporary file and folder of this process, for a program that ends at once.
///
/// **Guarantee**: an output of several files that is getting its names has all of them before this returns, unless that takes
/// longer than `patience`. Afterwards no temporary file is made and no file gets its final name: threads that try to wait
/// for ever, so the caller must end the program.
pub fn abandon_temporaries(patience: Duration) {
    let waited = COMMITTED.wait_timeout_while(register(), patience, |register| register.commits > 0);
    let (register, _) = waited.unwrap_or_else(PoisonError::into_inner);
    for path in &register.paths {
        remove(path);
        for companion in COMPANIONS {
            let mut name = path.clone().into_os_string();
            name.push(companion);
            remove(Path::new(&name));
        }
    }
    std::mem::forget(register);
}

fn remove(path: &Path) {
    for _ in 0..TRIES {
        let removed = match std::fs::symlink_metadata(path) {
            Ok(found) if found.is_dir() => std::fs::remove_dir_all(path),
            Ok(_) => std::fs::remove_file(path),
            Err(_) => return,
        };
        if removed.is_ok_and(|()| !path.exists()) {
            return;
        }
    }
}

/// Gives several files their names: a program that ends at once waits until all of them have theirs.
///
/// Only renaming belongs in `work`; content is made durable before.
pub fn commit_together<R>(work: impl FnOnce() -> R) -> R {
    struct Committing;
    impl Drop for Committing {
        fn drop(&mut self) {
            register().commits -= 1;
            COMMITTED.notify_all();
        }
    }
    register().commits += 1;
    let committing = Committing;
    let result = work();
    drop(committing);
    result
}

/// A path that is removed if the program ends at once. Dropping it only forgets the path.
#[derive(Debug)]
pub struct Registered(PathBuf);

impl Registered {
    /// Registers what is, or is about to be, made under this name.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self::with(&mut register(), path.into())
    }

    pub(crate) fn with(register: &mut Register, path: PathBuf) -> Self {
        register.paths.insert(path.clone());
        Self(path)
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        register().paths.remove(&self.0);
    }
}

/// Gives a file another name, unless the program is about to end.
pub(crate) fn rename(from: &Path, to: &Path) -> std::io::Result<()> {
    let _held = register();
    std::fs::rename(from, to)
}

/// Gives a folder a name that another may have, which is kept as `former`. Both happen, or neither.
pub(crate) fn replace_folder(from: &Path, to: &Path, former: &Path) -> std::io::Result<()> {
    let _held = register();
    let had_former = to.exists();
    if had_former {
        std::fs::rename(to, former)?;
    }
    std::fs::rename(from, to).inspect_err(|_| {
        if had_former {
            // The former one gets its name back; that this fails, too, cannot be helped.
            drop(std::fs::rename(former, to));
        }
    })
}
