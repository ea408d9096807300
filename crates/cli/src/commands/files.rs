//! The files of a call: no two may be the same, and what is written must be writable, before any work is done.

use crate::exit::Failure;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A file that is read or written, and how messages call it.
pub(crate) struct Role<'a> {
    pub(crate) called: &'static str,
    pub(crate) path: &'a Path,
}

/// **Errors**: a file to be written is also read or written otherwise, or cannot be written.
pub(crate) fn check(read: &[Role<'_>], written: &[Role<'_>]) -> Result<(), Failure> {
    for (index, role) in written.iter().enumerate() {
        let mut others = read.iter().chain(&written[..index]);
        if let Some(other) = others.find(|other| is_same(other.path, role.path)) {
            let file = role.path.display();
            let problem =
                format!("{file}: {} would overwrite {}; name another file", role.called, other.called);
            return Err(lethe::Error::Request(problem).into());
        }
    }
    for role in written {
        lethe::io::check_writable(role.path)?;
    }
    Ok(())
}

/// Whether two names are of one file, as far as that can be told. A device or a pipe may be named twice.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_special = std::fs::metadata(one).is_ok_and(|found| !found.is_file());
    !is_special && resolved(one) == resolved(other)
}

/// The path without links and detours; of a file that does not exist yet, that of its folder and its name.
fn resolved(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(std::fs::canonicalize(folder).ok()?.join(path.file_name().unwrap_or(OsStr::new(""))));
    std::fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned())
}
