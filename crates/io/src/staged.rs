//! A table that is looked at before it takes its name.

use crate::error::{Error, Result, while_doing};
use crate::location::{Format, Location};
use crate::memory::MemoryTable;
use crate::temporary::{TemporaryFolder, move_file};
use crate::write::{TableWriter, write_table};
use lethe_data::{Context, Table};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A table in a file of its own beside the one it is to become.
///
/// **Guarantee**: the final name shows the old content, or none, until [`Self::commit`] has returned. Dropping without
/// committing leaves no trace. What a reader finds at [`Self::location`] is, byte for byte, what takes the final name;
/// only a table of a database, a pipe or a device is written once more, because it cannot be replaced as a file.
#[derive(Debug)]
pub struct Staged {
    #[expect(dead_code, reason = "the folder is removed when it is dropped")]
    folder: Option<TemporaryFolder>,
    location: Location,
    target: Location,
    goal: Goal,
}

/// A table that is staged block by block. Dropped before [`Self::finish`], it leaves nothing behind.
pub struct Staging {
    staged: Staged,
    writer: Option<TableWriter>,
}

/// How the table gets its name.
#[derive(Debug)]
enum Goal {
    /// Its file becomes this one, links followed.
    Replace(PathBuf),
    /// It is written once more: this table, once it is there.
    Write(Option<Table>),
    /// Its bytes go to standard output.
    Print,
    /// Its batches are handed over in memory.
    Hand(MemoryTable),
}

impl Staged {
    /// Writes the table where it can be read back; `target` is where it will go.
    pub fn write(table: Table, target: &Location, context: &Context) -> Result<Self> {
        let mut staged = Self::prepare(target, None)?;
        write_table(&table, &staged.location, context)?;
        if let Goal::Write(held) = &mut staged.goal {
            *held = Some(table);
        }
        Ok(staged)
    }

    /// Starts a table that is given block by block, in a file of `folder`, which is the caller's to remove.
    ///
    /// **Errors**: the target is not a file that can be replaced, or standard output: a table of a database, a pipe or a
    /// device would have to be written twice.
    pub fn begin(target: &Location, folder: &Path) -> Result<Staging> {
        Self::start(target, Some(folder), "a table larger than memory")
    }

    /// The same in a folder of its own beside the target, which is removed in the end.
    ///
    /// **Errors**: the same.
    pub fn begin_beside(target: &Location) -> Result<Staging> {
        Self::start(target, None, "what is checked before it appears")
    }

    fn start(target: &Location, folder: Option<&Path>, what: &str) -> Result<Staging> {
        let staged = Self::prepare(target, folder)?;
        if matches!(staged.goal, Goal::Write(_)) {
            let problem = "can only be written to a file of its own: CSV, Parquet or Arrow";
            return Err(Error::Request(format!("{}: {what} {problem}", target.name)));
        }
        Ok(Staging { staged, writer: None })
    }

    fn prepare(target: &Location, folder: Option<&Path>) -> Result<Self> {
        if let Format::Memory(place) = &target.format {
            let location = Location::memory(&target.name, MemoryTable::default());
            return Ok(Self {
                folder: None,
                location,
                target: target.clone(),
                goal: Goal::Hand(place.clone()),
            });
        }
        if target.path.is_none() && !target.is_standard_stream() {
            return Err(target.is_not_one_file());
        }
        let replaced = replaced_file(target);
        let own = match (folder, &replaced) {
            (Some(_), _) => None,
            (None, replaced) => Some(TemporaryFolder::create(replaced.as_deref().map(folder_of))),
        };
        let own = own.transpose().map_err(while_doing("write", &target.name))?;
        let folder = own.as_ref().map_or(folder.unwrap_or(Path::new(".")), TemporaryFolder::path);
        let name = target.path.as_deref().and_then(Path::file_name).unwrap_or("table.csv".as_ref());
        let location = Location { path: Some(folder.join(name)), ..target.clone() };
        let goal = match (replaced, &target.path) {
            (Some(path), _) => Goal::Replace(path),
            (None, Some(_)) => Goal::Write(None),
            (None, None) => Goal::Print,
        };
        Ok(Self { folder: own, location, target: target.clone(), goal })
    }

    /// Where the table can be read until it is committed; messages call it by its final name.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Gives the table its final name.
    pub fn commit(self, context: &Context) -> Result<()> {
        if let (Goal::Hand(place), Format::Memory(staged)) = (&self.goal, &self.location.format) {
            if let Some(content) = staged.content() {
                place.put(content);
            }
            return Ok(());
        }
        // A staged table that is not in memory has a file.
        let Some(staged) = &self.location.path else { return Ok(()) };
        let fail = |action| while_doing(action, &self.target.name);
        let path = match &self.goal {
            Goal::Replace(path) => path,
            Goal::Write(table) => {
                let written = table.as_ref().map(|table| write_table(table, &self.target, context));
                return written.unwrap_or(Ok(()));
            }
            Goal::Hand(_) => return Ok(()),
            Goal::Print => {
                let mut file = File::open(staged).map_err(fail("read"))?;
                let mut stdout = std::io::stdout().lock();
                return std::io::copy(&mut file, &mut stdout)
                    .and_then(|_| stdout.flush())
                    .map_err(fail("write"));
            }
        };
        crate::inputs::check_replaceable(path, None)?;
        if let Ok(existing) = std::fs::metadata(path) {
            std::fs::set_permissions(staged, existing.permissions()).map_err(fail("write"))?;
        }
        move_file(staged, path, folder_of(path)).map_err(fail("write"))?;
        if let Ok(folder) = File::open(folder_of(path)) {
            // The rename is durable once the folder is; systems that cannot sync a folder need no such step.
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Staging {
    /// Appends rows; columns are those of the first block.
    pub fn write(&mut self, block: &Table, context: &Context) -> Result<()> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(TableWriter::create(&self.staged.location, block, context)?),
        };
        writer.write(block, context)
    }

    /// Completes the file, which can then be read.
    ///
    /// **Errors**: no block was written, not even one without rows, so that the columns are not known.
    pub fn finish(self) -> Result<Staged> {
        let nothing = || Error::content(&self.staged.target.name, None, "there is nothing to write");
        self.writer.ok_or_else(nothing)?.finish()?;
        Ok(self.staged)
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
        let mut staging = Staged::begin_beside(&target).unwrap();
        staging.write(&table(), &context).unwrap();
        drop(staging.finish().unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
