//! Blocks of the formats that one worker reads, passed on as they come.

use super::block::block_table;
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake, Knowledge};
use crate::opened::Rows;
use crate::options::ReadOptions;
use crate::read::take_in_rows;
use lethe_data::{Context, Interner, Reservation, Table};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Streams a table that is not text.
pub(super) fn stream<E: From<Error>>(
    file: &str,
    rows: &Rows<'_>,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    mut each: impl FnMut(&Table) -> Result<(), E>,
) -> Result<(), E> {
    let mut stop = None;
    let outcome = take_in_rows(file, rows, options, context, size, |selection| {
        Ok(Relay {
            file,
            options,
            columns: selection.columns.clone(),
            interners: vec![Interner::default(); selection.len()],
            blocks: 0,
            memory: context.memory().reserve("reading the table"),
            each: &mut each,
            stop: &mut stop,
        })
    })
    .and_then(|(_, relay)| relay.finish());
    match stop {
        Some(Stop::Error(error)) => Err(error),
        Some(Stop::Panic(payload)) => resume_unwind(payload),
        None => outcome.map_err(E::from),
    }
}

/// Why the receiver wants no more.
enum Stop<E> {
    Error(E),
    /// The readers' own panics mean a damaged file; the receiver's must not be taken for one.
    Panic(Box<dyn Any + Send>),
}

struct Relay<'a, E, F> {
    file: &'a str,
    options: &'a ReadOptions,
    columns: Vec<(String, Knowledge)>,
    interners: Vec<Interner>,
    blocks: usize,
    /// For texts that are longer than the working space of a block.
    memory: Reservation,
    each: &'a mut F,
    stop: &'a mut Option<Stop<E>>,
}

impl<E, F: FnMut(&Table) -> Result<(), E>> Relay<'_, E, F> {
    /// A table without rows is one block without rows.
    fn finish(mut self) -> Result<()> {
        let no_rows = vec![Vec::new(); self.columns.len()];
        if self.blocks == 0 { self.push_block(0, &no_rows) } else { Ok(()) }
    }
}

impl<E, F: FnMut(&Table) -> Result<(), E>> Intake for Relay<'_, E, F> {
    fn interners(&mut self) -> &mut [Interner] {
        &mut self.interners
    }

    fn expect(&mut self, bytes: usize) -> Result<()> {
        Ok(self.memory.try_grow(bytes)?)
    }

    fn push_block(&mut self, _: usize, codes: &[Vec<u32>]) -> Result<()> {
        let held = self.memory.held();
        self.memory.shrink(usize::try_from(held).unwrap_or(usize::MAX));
        let table = block_table(self.file, &self.columns, &mut self.interners, codes, self.options)?;
        self.blocks += 1;
        let each = &mut *self.each;
        *self.stop = match catch_unwind(AssertUnwindSafe(|| each(&table))) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => Some(Stop::Error(error)),
            Err(payload) => Some(Stop::Panic(payload)),
        };
        // Only ends the reading: the caller is told why it stopped.
        Err(Error::Data(lethe_data::Error::Cancelled))
    }
}
