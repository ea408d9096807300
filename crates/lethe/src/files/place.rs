//! Where a file of a call is, and whether two places are one.

use lethe_io::{FileIdentity, Format, Location};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Files that a database keeps beside its own while it is in use.
const BESIDE_A_DATABASE: [&str; 3] = ["-wal", "-journal", "-shm"];

#[derive(Clone, Debug)]
pub(super) enum Place {
    File(PathBuf),
    /// A file, or a database as a whole.
    Database(PathBuf),
    /// One table of a database.
    Table {
        path: PathBuf,
        table: String,
    },
    Folder(PathBuf),
    Stdin,
    Stdout,
}

impl Place {
    /// The place of a table; `None` where it is not one file.
    pub(super) fn of(location: &Location) -> Option<Self> {
        let path = location.path.clone()?;
        Some(match &location.format {
            Format::Sqlite { table } => Self::Table { path, table: table.clone() },
            _ => Self::File(path),
        })
    }

    pub(super) fn name(&self) -> String {
        match self.path() {
            Some(path) => path.display().to_string(),
            None if matches!(self, Self::Stdin) => "standard input".to_owned(),
            None => "standard output".to_owned(),
        }
    }

    /// The file or folder; a standard stream has none.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Database(path) | Self::Table { path, .. } | Self::Folder(path) => {
                Some(path)
            }
            Self::Stdin | Self::Stdout => None,
        }
    }

    /// The files it consists of, the first being what the user named.
    fn paths(&self) -> Vec<PathBuf> {
        match self {
            Self::File(path) | Self::Folder(path) => vec![path.clone()],
            Self::Database(path) | Self::Table { path, .. } => {
                let beside = BESIDE_A_DATABASE.iter().map(|ending| {
                    let mut name = OsString::from(path);
                    name.push(ending);
                    PathBuf::from(name)
                });
                let beside = beside.filter(|_| is_database(path));
                std::iter::once(path.clone()).chain(beside).collect()
            }
            Self::Stdin | Self::Stdout => Vec::new(),
        }
    }

    fn identities(&self) -> Vec<FileIdentity> {
        match self {
            Self::Stdin => FileIdentity::of_stdin().into_iter().collect(),
            Self::Stdout => FileIdentity::of_stdout().into_iter().collect(),
            _ => self.paths().iter().filter_map(|path| FileIdentity::of(path)).collect(),
        }
    }
}

fn is_database(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|ending| matches!(ending.as_str(), "sqlite" | "sqlite3" | "db"))
}

/// Whether two places share a file, as far as that can be reported.
pub(super) fn is_same(one: &Place, other: &Place) -> bool {
    if let (Place::Table { path, table: written }, Place::Table { table: read, .. }) = (one, other)
        && !written.eq_ignore_ascii_case(read)
        && FileIdentity::of(path).is_some_and(|identity| other.identities().first() == Some(&identity))
    {
        // A view may show what is replaced.
        return lethe_io::is_view(path, read);
    }
    let others = other.identities();
    let share = one.identities().iter().any(|identity| others.contains(identity));
    share || {
        let others: Vec<PathBuf> = other.paths().iter().filter_map(|path| to_be(path)).collect();
        one.paths().iter().filter_map(|path| to_be(path)).any(|path| others.contains(&path))
    }
}

/// Whether a place is a folder or lies somewhere in it.
pub(super) fn is_within(place: &Place, folder: &Path) -> bool {
    let Ok(folder) = std::fs::canonicalize(folder) else { return false };
    place.paths().iter().any(|path| resolved(path).starts_with(&folder))
}

/// Whether a place lies in a folder, or is one of its files by another name.
pub(super) fn is_of_folder(place: &Place, folder: &Path) -> bool {
    let is_listed = || {
        let identities = place.identities();
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        !identities.is_empty()
            && entries
                .filter_map(|entry| FileIdentity::of(&entry.path()))
                .any(|found| identities.contains(&found))
    };
    is_within(place, folder) || is_listed()
}

/// The path of a file that is not there yet, without links and detours; `None` of one that is there, which has an identity,
/// and of a device or a pipe, which may be named twice.
fn to_be(path: &Path) -> Option<PathBuf> {
    std::fs::metadata(path).is_err().then(|| resolved(path))
}

/// The path without links and detours; of a file that does not exist yet, that of its folder and its name.
fn resolved(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(std::fs::canonicalize(folder).ok()?.join(path.file_name().unwrap_or(OsStr::new(""))));
    std::fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned())
}
