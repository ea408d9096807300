//! What all targets share: a folder, a small memory budget, and a file with the bytes to be tried.

#![allow(dead_code, reason = "each target uses its own part")]

use lethe::data::{ByteSize, MemoryBudget};
use lethe::io::read_table;
use lethe::{Context, Location, ReadOptions};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// More than a file of a fuzzer ever needs.
const MEMORY: ByteSize = ByteSize(64 << 20);

pub struct Place {
    folder: tempfile::TempDir,
    pub context: Context,
}

impl Place {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the bytes to a file of this name.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("the file can be written");
        path
    }
}

/// The folder of this run.
pub fn place() -> &'static Place {
    static PLACE: OnceLock<Place> = OnceLock::new();
    PLACE.get_or_init(|| {
        // Panics of the readers of others are caught and told as damage; those that are not caught still end the run.
        std::panic::set_hook(Box::new(|_| {}));
        let context = Context::new(1).expect("one thread can be had");
        let context = context.with_memory(MemoryBudget::limited(MEMORY));
        Place { folder: tempfile::tempdir().expect("there is a place for files"), context }
    })
}

/// Reads the bytes as a table: its rows are whole, or there is an error of one line.
pub fn try_table(file: &str, location: &str, bytes: &[u8]) {
    let place = place();
    let path = place.file(file, bytes);
    read(&path.with_file_name(location), &place.context);
    assert_eq!(place.context.memory().left(), MEMORY.0, "all memory is given back");
}

fn read(path: &Path, context: &Context) {
    let location = Location::parse(&path.display().to_string()).expect("the name is one of ours");
    match read_table(&location, &ReadOptions::default(), context) {
        Ok(table) => assert!(table.columns().iter().all(|column| column.codes().len() == table.rows())),
        // A column's name may hold a line break, which is shown escaped.
        Err(error) => assert_eq!(lethe::data::visible(&error.to_string()).lines().count(), 1, "{error}"),
    }
}
