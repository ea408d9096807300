//! What runs that were killed have left behind, and how to be sure that nobody needs it.
//!
//! Whatever belongs to a running process is locked by it; a lock goes with its process, however that ends. Something is removed
//! only while it is locked here, so that nobody can begin to use it meanwhile. Links are never followed.

use crate::durable::{Held, hold};
use crate::error::{Error, Result, while_doing};
use crate::temporary::is_temporary;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Something that is not needed any more, unless a running process holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: PathBuf,
    /// The bytes of it and of everything in it.
    pub bytes: u64,
    /// Whether a running process holds it, or may do so.
    pub in_use: bool,
}

/// The temporary files and folders in a folder; with `remove`, those that no running process holds are removed.
///
/// **Errors**: the folder cannot be read, or something in it cannot be removed.
pub fn temporary_leftovers(folder: &Path, remove: bool) -> Result<Vec<Leftover>> {
    let mut found = Vec::new();
    for path in temporary_in(folder)? {
        let lock = claim(&path);
        let bytes = size(&path);
        if remove && lock.is_some() {
            // A database that was being written may have files of its own beside it.
            for ending in ["-journal", "-wal", "-shm"] {
                let mut beside = path.clone().into_os_string();
                beside.push(ending);
                remove_any(beside.as_ref())?;
            }
            remove_any(&path)?;
        }
        found.push(Leftover { path, bytes, in_use: lock.is_none() });
    }
    Ok(found)
}

/// The files and folders, not the links, with temporary names.
fn temporary_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let name = folder.display().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(while_doing("read", &name))? {
        let entry = entry.map_err(while_doing("read", &name))?;
        let is_ours = entry.file_name().to_str().is_some_and(is_temporary);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_dir()) {
            found.push(entry.path());
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Removes a file, or a folder with everything in it. Links are removed, not followed; what is gone already is no error.
pub(crate) fn remove_any(path: &Path) -> Result<()> {
    let is_folder = path.symlink_metadata().is_ok_and(|found| found.is_dir());
    match if is_folder { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) } {
        Err(problem) if problem.kind() != std::io::ErrorKind::NotFound => {
            Err(while_doing("remove", &path.display().to_string())(problem))
        }
        _ => Ok(()),
    }
}

/// Locks a folder that belongs to a process by one of its files, lists it, and with `remove` removes the files in it that are such, `lock`
/// last, and then the folder, unless it holds something else.
///
/// **Errors**: it cannot be read, or something in it cannot be removed.
pub fn folder_leftover(
    folder: &Path,
    lock: &str,
    remove: bool,
    is_own: impl Fn(&str) -> bool,
) -> Result<Leftover> {
    let held = claim(&folder.join(lock));
    let found = Leftover { path: folder.to_owned(), bytes: size(folder), in_use: held.is_none() };
    if !remove || found.in_use {
        return Ok(found);
    }
    let name = folder.display().to_string();
    let entries = || -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    for path in entries().map_err(while_doing("read", &name))? {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        if file != lock && (is_own(file) || is_temporary(file)) {
            remove_any(&path)?;
        }
    }
    remove_any(&folder.join(lock))?;
    if entries().map_err(while_doing("read", &name))?.is_empty() {
        std::fs::remove_dir(folder).map_err(while_doing("remove", &name))?;
    }
    Ok(found)
}

/// The bytes of a file, or of all files in a folder; links count nothing.
fn size(path: &Path) -> u64 {
    let Ok(found) = path.symlink_metadata() else { return 0 };
    if found.is_file() {
        return found.len();
    }
    let entries = if found.is_dir() { std::fs::read_dir(path).ok() } else { None };
    entries.into_iter().flatten().flatten().map(|entry| size(&entry.path())).sum()
}

/// The lock of a file or a folder that no running process holds; `None` when one does, or when that cannot be known.
fn claim(path: &Path) -> Option<File> {
    let found = path.symlink_metadata().ok()?;
    // Whatever else there is, opening it might wait for somebody, or lead elsewhere.
    let file = if found.is_file() || found.is_dir() { File::open(path).ok()? } else { return None };
    (hold(&file, path) == Held::Here).then_some(file)
}

/// **Errors**: there is no such folder.
pub fn check_folder(folder: &Path) -> Result<()> {
    let name = folder.display().to_string();
    let found = std::fs::metadata(folder).map_err(while_doing("open", &name))?;
    if found.is_dir() { Ok(()) } else { Err(Error::Request(format!("{name} is no folder; name one"))) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::temporary::{TemporaryFile, TemporaryFolder};

    #[test]
    fn what_a_process_holds_stays_and_what_none_holds_goes() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        // An open file has a lock of its own, whichever process opened it.
        let (file, inner) = (
            TemporaryFile::create(folder.path()).unwrap(),
            TemporaryFolder::create(Some(folder.path())).unwrap(),
        );
        std::fs::write(at(".lethe-aaaaaa.tmp"), "12345").unwrap();
        std::fs::create_dir(at(".lethe-bbbbbb.tmp")).unwrap();
        std::fs::write(at(".lethe-bbbbbb.tmp/table.csv"), "123").unwrap();
        std::fs::write(at("diary.txt"), "mine").unwrap();
        std::fs::create_dir(at("elsewhere")).unwrap();
        std::fs::write(at("elsewhere/kept"), "mine").unwrap();
        std::os::unix::fs::symlink(at("elsewhere"), at(".lethe-cccccc.tmp")).unwrap();
        std::os::unix::fs::symlink(at("elsewhere"), at(".lethe-bbbbbb.tmp/link")).unwrap();
        let listed = temporary_leftovers(folder.path(), false).unwrap();
        assert_eq!(listed.iter().filter(|found| found.in_use).count(), 2);
        assert_eq!(listed.iter().map(|found| found.bytes).sum::<u64>(), 8);
        assert_eq!(listed.len(), 4);
        assert_eq!(temporary_leftovers(folder.path(), true).unwrap(), listed);
        assert!(file.path().exists() && inner.path().exists());
        assert!(!at(".lethe-aaaaaa.tmp").exists() && !at(".lethe-bbbbbb.tmp").exists());
        assert!(at("diary.txt").exists() && at("elsewhere/kept").exists());
        assert!(at(".lethe-cccccc.tmp").symlink_metadata().is_ok());
        drop((file, inner));
        assert_eq!(temporary_leftovers(folder.path(), false).unwrap(), []);
    }

    #[test]
    fn the_next_file_in_a_folder_takes_the_place_of_what_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".lethe-aaaaaa.tmp");
        std::fs::write(&left, "original values").unwrap();
        crate::write_atomically(&folder.path().join("out.csv"), b"a\n").unwrap();
        assert!(!left.exists());
    }
}
