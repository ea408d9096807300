//! Parquet and Arrow IPC files, batch by batch.

use super::decode::{BatchReader, select};
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake};
use crate::opened::open;
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow::ipc::reader::FileReader;
use lethe_data::Context;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use std::io::BufReader;
use std::path::Path;

const BUFFER: usize = 1 << 18;

/// Reads the kept columns of a Parquet file into what `start` makes.
pub(crate) fn take_in_parquet<I: Intake>(
    file: &str,
    path: &Path,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    let problem = |error: &dyn std::fmt::Display| {
        Error::content(file, None, format!("not readable as Parquet: {error}"))
    };
    let reader_options = ArrowReaderOptions::new();
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(open(path, file)?, reader_options)
        .map_err(|error| problem(&error))?;
    let rows = builder.metadata().file_metadata().num_rows();
    let task = context.task("reading", u64::try_from(rows).ok());
    let selection = select(file, builder.schema(), options)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), selection.positions());
    let batches = builder.with_projection(mask).with_batch_size(size.rows).build();
    let intake = start(&selection)?;
    let mut reader = BatchReader::new(file, selection, options, intake, context);
    for batch in batches.map_err(|error| problem(&error))? {
        let batch = batch.map_err(|error| problem(&error))?;
        reader.push(&batch, size.rows)?;
        task.advance(batch.num_rows() as u64);
    }
    Ok(reader.finish())
}

/// Reads the kept columns of an Arrow file into what `start` makes.
pub(crate) fn take_in_ipc<I: Intake>(
    file: &str,
    path: &Path,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    let problem =
        |error: &dyn std::fmt::Display| Error::content(file, None, format!("not readable as Arrow: {error}"));
    let batches = |projection| {
        let stream = BufReader::with_capacity(BUFFER, open(path, file)?);
        FileReader::try_new(stream, projection).map_err(|error| problem(&error))
    };
    let whole = batches(None)?;
    let selection = select(file, &whole.schema(), options)?;
    let batches = if selection.is_whole() { whole } else { batches(Some(selection.positions()))? };
    let task = context.task("reading", Some(batches.num_batches() as u64));
    let intake = start(&selection)?;
    let mut reader = BatchReader::new(file, selection, options, intake, context);
    for batch in batches {
        reader.push(&batch.map_err(|error| problem(&error))?, size.rows)?;
        task.advance(1);
    }
    Ok(reader.finish())
}
