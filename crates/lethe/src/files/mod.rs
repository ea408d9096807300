//! The files of a call, each with its role: nothing that is read is written over, and no two outputs are one file.
//!
//! Every request lists its files, whoever calls it adds its own (the file of a report, standard output), and one rule is
//! asked before any work begins. It looks at files and not at names: links, hard links, other spellings, a file inside a
//! folder, standard input from a file and the other files of a database are all seen through.

mod place;
#[cfg(test)]
mod tests;

use crate::{Error, Result, recipe};
use lethe_io::{Format, Location};
use place::Place;
use std::path::Path;

/// The files of a call. Begin with [`Files::default`], add what is read and written, and [`Files::check`].
#[derive(Clone, Debug, Default)]
pub struct Files(Vec<Role>);

#[derive(Clone, Debug)]
struct Role {
    called: &'static str,
    place: Place,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Read,
    Written,
    /// Read and written on purpose, such as a ledger.
    Changed,
}

impl Files {
    /// A table that is read; standard input may come from a file.
    #[must_use]
    pub fn reads_table<'a>(self, called: &'static str, table: impl Into<Option<&'a Location>>) -> Self {
        let Some(location) = table.into() else { return self };
        if location.is_standard_stream() {
            return self.with(called, Kind::Read, Place::Stdin);
        }
        if let Some(place) = Place::of(location) {
            return self.with(called, Kind::Read, place);
        }
        location.files().into_iter().fold(self, |all, file| all.reads(called, file))
    }

    /// A file that is read.
    #[must_use]
    pub fn reads<'a>(self, called: &'static str, file: impl Into<Option<&'a Path>>) -> Self {
        self.with_file(called, Kind::Read, file.into())
    }

    /// A file, a folder of files, or `-`: whatever there is under this name.
    #[must_use]
    pub fn reads_any(self, called: &'static str, name: &str) -> Self {
        let path = Path::new(name);
        match Location::parse(name) {
            _ if path.is_dir() => self.with(called, Kind::Read, Place::Folder(path.to_owned())),
            Ok(location) => self.reads_table(called, &location),
            Err(_) => self.reads(called, path),
        }
    }

    /// A recipe and the files that it names. What cannot be loaded is reported by whoever needs it.
    #[must_use]
    pub fn reads_recipe<'a>(self, file: impl Into<Option<&'a Path>>) -> Self {
        let Some(file) = file.into() else { return self };
        // What comes through a pipe can be read once only.
        let loaded = file.is_file().then(|| recipe::load(file).ok()).flatten();
        let folder = file.parent().unwrap_or(Path::new(""));
        let named = loaded.map_or_else(Vec::new, |recipe| recipe::named_files(&recipe, folder));
        let all = self.reads("the recipe", file);
        named.iter().fold(all, |all, path| all.reads("a file that the recipe names", path.as_path()))
    }

    /// A file that is written as a whole.
    #[must_use]
    pub fn writes<'a>(self, called: &'static str, file: impl Into<Option<&'a Path>>) -> Self {
        self.with_file(called, Kind::Written, file.into())
    }

    /// A table that is written; of a database the other tables stay, but none of them may be read.
    #[must_use]
    pub fn writes_table<'a>(self, called: &'static str, table: impl Into<Option<&'a Location>>) -> Self {
        match table.into().and_then(|location| location.path.as_deref()) {
            Some(path) => self.with(called, Kind::Written, Place::Database(path.to_owned())),
            None => self,
        }
    }

    /// The same, where another table of the same database may be read.
    #[must_use]
    pub fn writes_beside<'a>(self, called: &'static str, table: impl Into<Option<&'a Location>>) -> Self {
        match table.into() {
            Some(location) if matches!(location.format, Format::Sqlite { .. }) => {
                let place = Place::of(location);
                place.map_or(self.clone(), |place| self.with(called, Kind::Written, place))
            }
            other => self.writes_table(called, other),
        }
    }

    /// A folder of our own: nothing else of the call may be in it.
    #[must_use]
    pub fn writes_folder<'a>(self, called: &'static str, folder: impl Into<Option<&'a Path>>) -> Self {
        match folder.into() {
            Some(folder) => self.with(called, Kind::Written, Place::Folder(folder.to_owned())),
            None => self,
        }
    }

    /// A file that is read and changed on purpose.
    #[must_use]
    pub fn changes<'a>(self, called: &'static str, file: impl Into<Option<&'a Path>>) -> Self {
        self.with_file(called, Kind::Changed, file.into())
    }

    /// Standard output, which may go to a file.
    #[must_use]
    pub fn writes_stdout(self) -> Self {
        self.with("standard output", Kind::Written, Place::Stdout)
    }

    /// These files and those.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    fn with_file(self, called: &'static str, kind: Kind, file: Option<&Path>) -> Self {
        match file {
            Some(file) => self.with(called, kind, Place::File(file.to_owned())),
            None => self,
        }
    }

    fn with(mut self, called: &'static str, kind: Kind, place: Place) -> Self {
        self.0.push(Role { called, place, kind });
        self
    }

    /// Every file and folder of the call, and whether it is written; of a standard stream there is no path.
    pub fn paths(&self) -> impl Iterator<Item = (Option<&Path>, bool)> {
        self.0.iter().map(|role| (role.place.path(), role.kind != Kind::Read))
    }

    /// **Guarantee**: when it returns, nothing that the call names as written is also read, or written twice.
    /// **Errors**: a file would be overwritten, or cannot be written.
    pub fn check(&self) -> Result<()> {
        for (index, written) in self.0.iter().enumerate().filter(|(_, role)| role.kind != Kind::Read) {
            let read = self.0.iter().filter(|role| role.kind == Kind::Read);
            let earlier = self.0[..index].iter().filter(|role| role.kind != Kind::Read);
            if let Some(other) = read.chain(earlier).find(|other| written.overwrites(other)) {
                return Err(refusal(written, other));
            }
        }
        for role in self.0.iter().filter(|role| role.kind == Kind::Written) {
            if let Place::File(path) | Place::Database(path) | Place::Table { path, .. } = &role.place {
                lethe_io::check_writable(path)?;
            }
        }
        Ok(())
    }
}

impl Role {
    fn overwrites(&self, other: &Self) -> bool {
        match (&self.place, &other.place) {
            // A report may go to standard output under another name of it.
            (Place::Stdout, _) | (_, Place::Stdout) if other.kind == Kind::Written => false,
            (Place::Folder(folder), other) => place::is_within(other, folder),
            (file, Place::Folder(folder)) if other.kind == Kind::Read => place::is_of_folder(file, folder),
            (file, Place::Folder(folder)) => place::is_within(file, folder),
            (one, other) => place::is_same(one, other),
        }
    }
}

fn refusal(written: &Role, other: &Role) -> Error {
    // A standard stream has no name of its own that would tell the user which file is meant.
    let named = if matches!(written.place, Place::Stdout) { other } else { written };
    let name = named.place.name();
    let (called, advice) = match written.place {
        Place::Folder(_) => (written.called, "name another folder"),
        Place::Stdout => (written.called, "send it elsewhere"),
        _ => (written.called, "name another file"),
    };
    Error::Request(format!("{name}: {called} would overwrite {}; {advice}", other.called))
}
