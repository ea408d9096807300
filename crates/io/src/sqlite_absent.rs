//! What stands in for `SQLite` where Lethe is built without it: every use is refused with a message.

use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake};
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::{Context, Table};
use std::convert::Infallible;
use std::path::Path;

fn absent() -> Error {
    Error::Request(
        "this Lethe is built without SQLite; use another format, or build it with the feature sqlite"
            .to_owned(),
    )
}

/// A table of a database.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) path: &'a Path,
    pub(crate) table: &'a str,
}

/// **Errors**: always.
pub(crate) fn take_in<I: Intake>(
    _source: &Source<'_>,
    _options: &ReadOptions,
    _context: &Context,
    _size: BlockSize,
    _start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    Err(absent())
}

/// There is none.
pub(crate) struct SqliteWriter(Infallible);

impl SqliteWriter {
    /// **Errors**: always.
    pub(crate) fn new(_: &str, _: &Path, _: &str, _: &Table, _: &Context) -> Result<Self> {
        Err(absent())
    }

    pub(crate) fn write(&mut self, _: &Table, _: &Context) -> Result<()> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> Result<()> {
        match self.0 {}
    }
}

/// There is none.
#[derive(Debug)]
pub struct CountingDatabase(Infallible);

impl CountingDatabase {
    /// The name of the table.
    pub const TABLE: &str = "people";
    /// The name of the column with row weights.
    pub const WEIGHT: &str = "weight";

    /// The name of a column by its position in the original table.
    pub fn column_name(position: usize) -> String {
        format!("c{position}")
    }

    /// **Errors**: always.
    pub fn load(_: &Table, _: &[usize], _: u64, _: &Context) -> Result<Self> {
        Err(absent())
    }

    /// Never called: there is no database to ask.
    pub fn number(&self, _: &str) -> Result<u64> {
        match self.0 {}
    }
}

/// A database that cannot be read has no view.
pub fn is_view(_: &Path, _: &str) -> bool {
    false
}
