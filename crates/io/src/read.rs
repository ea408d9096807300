//! One door for every format: a location in, a table out.

use crate::arrow::{take_in_batches, take_in_ipc, take_in_parquet};
use crate::assemble::{Share, assemble};
use crate::csv;
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake};
use crate::location::{Format, Location};
use crate::opened::{Opened, Rows};
use crate::options::ReadOptions;
use crate::parts::{Later, agree};
use crate::pipe::refuse_pipe;
use crate::selection::Selection;
use crate::sqlite;
use crate::weights::weighted;
use lethe_data::{Context, Table};

/// Reads a whole table.
///
/// **Guarantee**: the same table for any number of threads.
/// **Cost**: one pass over the file; peak memory near the encoded size (codes and distinct values), not the text's.
pub fn read_table(location: &Location, options: &ReadOptions, context: &Context) -> Result<Table> {
    let open = |selection: &Selection| Ok(Share::new(selection.len(), context));
    let (selection, shares) = take_in(location, options, context, BlockSize::default(), open)?;
    let table = assemble(&location.name, selection.columns, shares, options, context)?;
    match &options.weights {
        Some(weights) => weighted(table, weights, &location.name),
        None => Ok(table),
    }
}

/// Reads the kept columns of a table into intakes, one a worker, that `start` makes.
pub(crate) fn take_in<I: Intake + Send>(
    location: &Location,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    mut start: impl FnMut(&Selection) -> Result<I>,
) -> Result<(Selection, Vec<I>)> {
    let Format::Parts(parts) = &location.format else {
        return take_in_one(location, options, context, size, start);
    };
    let (mut all, mut intakes, mut first) = (None, Vec::new(), 0);
    for part in parts {
        let later = |selection: &Selection| Ok(Later { inner: start(selection)?, first, end: first });
        let (selection, taken) = take_in_one(part, options, context, size, later)?;
        agree(&mut all, selection, part)?;
        first = taken.iter().map(|part| part.end).max().unwrap_or(first);
        intakes.extend(taken.into_iter().map(|part| part.inner));
    }
    // A location has at least one part.
    let selection = all.ok_or_else(|| Error::content(&location.name, None, "it has no parts"))?;
    Ok((selection, intakes))
}

fn take_in_one<I: Intake + Send>(
    location: &Location,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnMut(&Selection) -> Result<I>,
) -> Result<(Selection, Vec<I>)> {
    match Opened::new(location, context)? {
        Opened::Text(text) => csv::take_in(text, options, context, size.bytes, start),
        Opened::Rows(rows) => {
            let (selection, intake) = take_in_rows(&location.name, &rows, options, context, size, start)?;
            Ok((selection, vec![intake]))
        }
    }
}

/// Reads the kept columns of a table that is not text, by one worker in row order.
pub(crate) fn take_in_rows<I: Intake>(
    file: &str,
    rows: &Rows<'_>,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    if let Rows::Parquet(path) | Rows::ArrowIpc(path) | Rows::Sqlite { path, .. } = *rows {
        refuse_pipe(path, "only delimited text can be read from one")?;
    }
    guarded(file, || match *rows {
        Rows::Parquet(path) => take_in_parquet(file, path, options, context, size, start),
        Rows::ArrowIpc(path) => take_in_ipc(file, path, options, context, size, start),
        Rows::Sqlite { path, table } => {
            sqlite::take_in(&sqlite::Source { file, path, table }, options, context, size, start)
        }
        Rows::Memory(table) => take_in_batches(file, table, options, context, size, start),
    })
}

/// Runs a reader of somebody else's; a damaged file that makes it panic is an error like any other.
pub(crate) fn guarded<T>(file: &str, read: impl FnOnce() -> Result<T>) -> Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(Error::content(file, None, "the file is damaged")))
}
