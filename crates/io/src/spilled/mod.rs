//! A table whose codes are on disk: only the distinct values are in memory.
//!
//! Workers number values as for a table in memory, but write the codes of their blocks, in their own numbering, into
//! files of their own. When all is read, the numberings are merged as always; what each worker's codes became is kept,
//! and applied whenever the blocks are read back in the order of the file.

mod column;
mod create;
mod cursor;
mod files;
mod manifest;
mod spill;
#[cfg(test)]
mod tests;
mod texts;

pub use column::SpilledColumn;

use crate::error::{Error, Result};
use crate::intake::BlockSize;
use crate::location::Location;
use crate::options::ReadOptions;
use cursor::Cursor;
use files::Files;
use lethe_data::{Codes, Column, Context, Reservation, Table};
use manifest::{Block, Manifest};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table with its dictionaries in memory and its codes in files.
///
/// **Guarantee**: names, dictionaries and codes are those of [`read_table`](crate::read_table) with the same options,
/// for any number of threads. A file that was cut or changed is an error before a row of the damaged part is given.
///
/// **Cost**: memory for the distinct values of the kept columns, and four bytes for each of them a worker, both asked
/// of the memory budget; buffers of about 2 MiB a worker while blocks are read. On disk four bytes a cell.
#[derive(Debug)]
pub struct SpilledTable {
    files: Files,
    columns: Vec<SpilledColumn>,
    /// For each worker and column: the code of each of the worker's own numbers.
    translations: Vec<Vec<Vec<u32>>>,
    blocks: Vec<Block>,
    rows: u64,
    /// What dictionaries and translations occupy; given back with the table.
    memory: Reservation,
}

impl SpilledTable {
    /// Reads a table, or the columns of it that the options keep, into files in `folder`, which must exist. Files of an
    /// earlier spilled table there are replaced.
    ///
    /// **Guarantee**: when it returns, everything that [`Self::open`] needs is durable. When it fails, or the process
    /// dies, there is no table to open.
    ///
    /// **Errors**: those of reading; even the distinct values do not fit the memory budget; the disk is full.
    pub fn create(
        location: &Location,
        options: &ReadOptions,
        folder: &Path,
        context: &Context,
    ) -> Result<Self> {
        create::create(location, options, folder, context, BlockSize::default())
    }

    /// Opens what [`Self::create`] left in `folder`.
    ///
    /// Names, dictionaries and the sizes of the code files are checked now, the codes when they are read.
    ///
    /// **Errors**: there is none, it is damaged, or its distinct values do not fit the memory budget.
    pub fn open(folder: &Path, context: &Context) -> Result<Self> {
        let files = Files::new(folder);
        let manifest = Manifest::read(&files.manifest())?;
        let mut memory = context.memory().reserve("the distinct values");
        let mut columns = Vec::with_capacity(manifest.columns.len());
        for (index, column) in manifest.columns.iter().enumerate() {
            let column = column.open(&files.dictionary(index))?;
            memory.try_grow(column.dictionary().bytes())?;
            columns.push(column);
        }
        let mut translations = Vec::with_capacity(manifest.workers.len());
        for (index, worker) in manifest.workers.iter().enumerate() {
            memory.try_grow(worker.translation_bytes())?;
            translations.push(worker.open(&files.translations(index))?);
        }
        let rows = manifest.rows();
        let opened = Self { files, columns, translations, blocks: manifest.blocks, rows, memory };
        opened.cursors()?;
        Ok(opened)
    }

    /// The columns in file order.
    pub fn columns(&self) -> &[SpilledColumn] {
        &self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Gives `each` the rows in order, a block at a time with the number of its first row. All blocks share the
    /// table's dictionaries.
    ///
    /// **Errors**: a file cannot be read or is damaged, the run was cancelled, or the first one that `each` returns.
    pub fn for_each_block<E: From<Error>>(
        &self,
        context: &Context,
        mut each: impl FnMut(u64, &Table) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut cursors = self.cursors()?;
        let mut records = Vec::new();
        let mut first_row = 0;
        for block in &self.blocks {
            context.check_cancelled().map_err(Error::from)?;
            let worker = block.worker as usize;
            cursors[worker].read(block.rows as usize, &mut records)?;
            each(first_row, &self.table(worker, &records)?)?;
            first_row += u64::from(block.rows);
        }
        for cursor in &mut cursors {
            cursor.expect_end()?;
        }
        Ok(())
    }

    /// The files that the table consists of.
    pub fn files(&self) -> Vec<PathBuf> {
        self.files.list(self.columns.len(), self.translations.len())
    }

    /// Removes the files.
    pub fn remove(self) -> Result<()> {
        self.files.remove(self.columns.len(), self.translations.len())
    }

    /// One cursor a worker, at the start of its codes.
    fn cursors(&self) -> Result<Vec<Cursor>> {
        let mut expected = vec![0u64; self.translations.len()];
        for block in &self.blocks {
            // The manifest was checked to name only workers that there are.
            expected[block.worker as usize] += u64::from(block.rows);
        }
        let open = |(worker, rows)| Cursor::open(&self.files.codes(worker), self.columns.len(), rows);
        expected.into_iter().enumerate().map(open).collect()
    }

    /// A block of a worker's records as a table.
    fn table(&self, worker: usize, records: &[u32]) -> Result<Table> {
        let width = self.columns.len();
        let mut columns = Vec::with_capacity(width);
        for (index, (column, translation)) in self.columns.iter().zip(&self.translations[worker]).enumerate()
        {
            let local = records.iter().skip(index).step_by(width);
            if local.clone().any(|&code| code as usize >= translation.len()) {
                return Err(files::damaged(&self.files.codes(worker)));
            }
            let codes = local.map(|&code| translation[code as usize]);
            let codes = Codes::from_iter_within(column.dictionary().len() + 1, codes);
            columns.push(Column::new(column.name(), Arc::clone(column.dictionary()), codes));
        }
        Ok(Table::new(columns)?)
    }
}
