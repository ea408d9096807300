//! A table that is looked at before it takes its name.

use crate::error::{Result, while_doing};
use crate::location::{Format, Location};
use crate::write::write_table;
use lethe_data::{Context, Table};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A table in a file of its own beside the one it is to become.
///
/// **Guarantee**: the final name shows the old content, or none, until [`Self::commit`] has returned. Dropping without
/// committing leaves no trace. What a reader finds at [`Self::location`] is, byte for byte, what takes the final name;
/// only a table of a database, a pipe or a device is written once more, because it cannot be replaced as a file.
#[derive(Debug)]
pub struct Staged {
    #[expect(dead_code, reason = "the folder is removed when it is dropped")]
    folder: TempDir,
    location: Location,
    target: Location,
    goal: Goal,
}

/// How the table gets its name.
#[derive(Debug)]
enum Goal {
    /// Its file becomes this one, links followed.
    Replace(PathBuf),
    /// It is written once more.
    Write(Table),
    /// Its bytes go to standard output.
    Print,
}

impl Staged {
    /// Writes the table where it can be read back; `target` is where it will go.
    pub fn write(table: Table, target: &Location, context: &Context) -> Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".lethe-").suffix(".tmp");
        let replaced = replaced_file(target);
        let folder = match &replaced {
            Some(path) => builder.tempdir_in(folder_of(path)),
            None => builder.tempdir(),
        };
        let folder = folder.map_err(while_doing("write", &target.name))?;
        let name = target.path.as_deref().and_then(Path::file_name).unwrap_or("table.csv".as_ref());
        let location = Location { path: Some(folder.path().join(name)), ..target.clone() };
        write_table(&table, &location, context)?;
        let goal = match (replaced, &target.path) {
            (Some(path), _) => Goal::Replace(path),
            (None, Some(_)) => Goal::Write(table),
            (None, None) => Goal::Print,
        };
        Ok(Self { folder, location, target: target.clone(), goal })
    }

    /// Where the table can be read until it is committed; messages call it by its final name.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Gives the table its final name.
    pub fn commit(self, context: &Context) -> Result<()> {
        // A staged table always has a file.
        let Some(staged) = &self.location.path else { return Ok(()) };
        let fail = |action| while_doing(action, &self.target.name);
        let path = match &self.goal {
            Goal::Replace(path) => path,
            Goal::Write(table) => return write_table(table, &self.target, context),
            Goal::Print => {
                let bytes = std::fs::read(staged).map_err(fail("read"))?;
                let mut stdout = std::io::stdout().lock();
                return stdout.write_all(&bytes).and_then(|()| stdout.flush()).map_err(fail("write"));
            }
        };
        if let Ok(existing) = std::fs::metadata(path) {
            std::fs::set_permissions(staged, existing.permissions()).map_err(fail("write"))?;
        }
        std::fs::rename(staged, path).map_err(fail("write"))?;
        if let Ok(folder) = File::open(folder_of(path)) {
            // The rename is durable once the folder is; systems that cannot sync a folder need no such step.
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// The file that the table replaces as a whole, links followed; `None` where there is none to replace.
fn replaced_file(target: &Location) -> Option<PathBuf> {
    let path = target.path.as_deref().filter(|_| !matches!(target.format, Format::Sqlite { .. }))?;
    let is_special = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    (!is_special).then(|| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read_table};
    use lethe_data::{Column, TypeChoice};

    fn table() -> Table {
        let cells = [Some("x"), None, Some("y")];
        Table::new(vec![Column::from_texts("a", cells, TypeChoice::Infer).unwrap()]).unwrap()
    }

    #[test]
    fn a_name_shows_the_table_only_after_the_commit_and_nothing_else_stays() {
        let context = Context::new(1).unwrap();
        for name in ["t.csv", "t.tsv.gz", "t.parquet", "t.arrow", "t.sqlite#people"] {
            let folder = tempfile::tempdir().unwrap();
            let target = Location::parse(folder.path().join(name).to_str().unwrap()).unwrap();
            let staged = Staged::write(table(), &target, &context).unwrap();
            assert!(!target.path.as_ref().unwrap().exists(), "{name}");
            let read = read_table(staged.location(), &ReadOptions::default(), &context).unwrap();
            assert_eq!(read.column(0).text(2), Some("y"), "{name}");
            staged.commit(&context).unwrap();
            assert_eq!(read_table(&target, &ReadOptions::default(), &context).unwrap().rows(), 3);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
        }
    }

    #[test]
    fn what_is_not_committed_leaves_the_old_file_as_it_was() {
        let context = Context::new(1).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.csv");
        std::fs::write(&path, "old").unwrap();
        let target = Location::parse(path.to_str().unwrap()).unwrap();
        drop(Staged::write(table(), &target, &context).unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
