//! Which file a name stands for, whatever the name looks like.

use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

/// A regular file or a folder, told apart from others by what the system knows it by: two names of one file (links, hard links,
/// detours, another case where that does not matter) have equal identities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileIdentity(Known);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Known {
    #[cfg(unix)]
    Number { device: u64, inode: u64 },
    #[cfg(not(unix))]
    Path(PathBuf),
}

impl FileIdentity {
    /// The file of this name; `None` where there is none, or where it is no file or folder: a device or a pipe cannot be
    /// replaced and may be named twice.
    pub fn of(path: &Path) -> Option<Self> {
        let found = std::fs::metadata(path).ok()?;
        known(&found, || std::fs::canonicalize(path).ok()).map(Self)
    }

    /// The file that is open, where the system tells.
    pub fn of_open(file: &File) -> Option<Self> {
        known(&file.metadata().ok()?, || None).map(Self)
    }

    /// The file that standard input comes from, where it does.
    pub fn of_stdin() -> Option<Self> {
        #[cfg(unix)]
        return of_stream(&std::io::stdin());
        #[cfg(not(unix))]
        return None;
    }

    /// The file that standard output goes to, where it does.
    pub fn of_stdout() -> Option<Self> {
        #[cfg(unix)]
        return of_stream(&std::io::stdout());
        #[cfg(not(unix))]
        return None;
    }
}

#[cfg(unix)]
fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<FileIdentity> {
    FileIdentity::of_open(&File::from(stream.as_fd().try_clone_to_owned().ok()?))
}

#[cfg(unix)]
fn known(found: &Metadata, _path: impl FnOnce() -> Option<PathBuf>) -> Option<Known> {
    use std::os::unix::fs::MetadataExt;
    let is_kept = found.is_file() || found.is_dir();
    is_kept.then(|| Known::Number { device: found.dev(), inode: found.ino() })
}

#[cfg(not(unix))]
fn known(found: &Metadata, path: impl FnOnce() -> Option<PathBuf>) -> Option<Known> {
    if found.is_file() || found.is_dir() { path().map(Known::Path) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn every_name_of_a_file_is_that_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "x").unwrap();
        std::fs::write(at("b"), "x").unwrap();
        std::os::unix::fs::symlink(at("a"), at("link")).unwrap();
        std::fs::hard_link(at("a"), at("hard")).unwrap();
        let a = FileIdentity::of(&at("a")).unwrap();
        for name in ["link", "hard", "./a", "../a"] {
            let path = if name == "../a" { folder.path().join("x/..").join("a") } else { at(name) };
            std::fs::create_dir_all(at("x")).unwrap();
            assert_eq!(FileIdentity::of(&path).as_ref(), Some(&a), "{name}");
        }
        assert_eq!(FileIdentity::of_open(&File::open(at("hard")).unwrap()), Some(a.clone()));
        assert_ne!(FileIdentity::of(&at("b")), Some(a));
        assert_eq!(FileIdentity::of(&at("missing")), None);
        assert_eq!(FileIdentity::of(Path::new("/dev/null")), None);
    }
}
