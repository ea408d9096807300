//! Parquet files, batch by batch. Every size that a file declares is held against the file and the memory budget before
//! the reader of the format allocates it.

mod expansion;
mod pages;
mod thrift;

use super::decode::BatchReader;
use super::select::select;
use crate::allowance::Allowance;
use crate::error::{Error, Result, while_doing};
use crate::intake::{BlockSize, Intake};
use crate::opened::open;
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::Context;
use pages::{Chunk, Demand};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::ParquetMetaData;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use thrift::Thrift;

const MAGIC: &[u8] = b"PAR1";
/// The length of the metadata and the magic word.
const CLOSING: u64 = 8;
/// What a byte of the metadata, and a structure in one of its lists, becomes when it is read.
const METADATA_GROWTH: u64 = 4;
const ELEMENT_BYTES: u64 = 512;
/// A batch takes no more memory than this, nor more than this share of what is left, unless a single row does.
const MOST_BATCH_BYTES: u64 = 1 << 28;
const BATCH_SHARE: u64 = 4;

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
    let stream = Arc::new(open(path, file)?);
    let mut held = Allowance::new(file, "a Parquet file", context);
    let length = check_metadata(file, &stream, &mut held)?;
    let again = stream.try_clone().map_err(while_doing("read", file))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(again, ArrowReaderOptions::new())
        .map_err(|error| problem(&error))?;
    let rows = builder.metadata().file_metadata().num_rows();
    let task = context.task("reading", u64::try_from(rows).ok());
    let selection = select(file, builder.schema(), options)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), selection.positions());
    let measured = Measured { file, stream: &stream, length, context };
    let demand = measured.demand(builder.metadata(), &mask)?;
    held.grow(demand.pages)?;
    let share = (context.memory().left() / BATCH_SHARE).min(MOST_BATCH_BYTES);
    let batch_rows = (share / demand.row.max(1)).clamp(1, size.rows as u64);
    held.grow(batch_rows.saturating_mul(demand.row))?;
    let batches = builder.with_projection(mask).with_batch_size(batch_rows as usize).build();
    let intake = start(&selection)?;
    let mut reader = BatchReader::new(file, selection, options, intake, context, size);
    for batch in batches.map_err(|error| problem(&error))? {
        let batch = batch.map_err(|_| problem(&"a page is damaged"))?;
        reader.push(&batch)?;
        task.advance(batch.num_rows() as u64);
    }
    Ok(reader.finish())
}

/// Looks through the metadata before it is read, and returns the length of the file.
///
/// **Errors**: they are longer than the file, or damaged, or there is not enough memory for them.
fn check_metadata(file: &str, stream: &File, held: &mut Allowance<'_>) -> Result<u64> {
    let damaged = |problem: &str| Error::content(file, None, format!("not readable as Parquet: {problem}"));
    let mut stream = stream;
    let unreadable = || while_doing("read", file);
    let length = stream.seek(SeekFrom::End(0)).map_err(unreadable())?;
    let end = length.checked_sub(CLOSING).filter(|&end| end >= MAGIC.len() as u64);
    let end = end.ok_or_else(|| damaged("it is no Parquet file, or cut off"))?;
    let mut closing = [0; CLOSING as usize];
    stream.seek(SeekFrom::Start(end)).and_then(|_| stream.read_exact(&mut closing)).map_err(unreadable())?;
    let (size, magic) = closing.split_at(4);
    if magic != MAGIC {
        return Err(damaged("it is no Parquet file, or cut off"));
    }
    let size = size.first_chunk::<4>().map_or(0, |size| u64::from(u32::from_le_bytes(*size)));
    let start = end.checked_sub(size).ok_or_else(|| damaged("its metadata are longer than the file"))?;
    held.grow(size.saturating_mul(METADATA_GROWTH))?;
    let mut metadata = vec![0; size as usize];
    stream
        .seek(SeekFrom::Start(start))
        .and_then(|_| stream.read_exact(&mut metadata))
        .map_err(unreadable())?;
    let elements =
        Thrift::new(&metadata).count_elements().map_err(|_| damaged("its metadata are damaged"))?;
    held.grow(elements.saturating_mul(ELEMENT_BYTES))?;
    Ok(length)
}

/// A file whose pages are measured.
struct Measured<'a> {
    file: &'a str,
    stream: &'a Arc<File>,
    length: u64,
    context: &'a Context,
}

impl Measured<'_> {
    /// What decoding takes for all kept columns together, in the row group that takes most.
    fn demand(&self, metadata: &ParquetMetaData, kept: &ProjectionMask) -> Result<Demand> {
        let mut largest = vec![Demand::default(); metadata.file_metadata().schema_descr().num_columns()];
        let mut memory = Allowance::new(self.file, "a page of a Parquet file", self.context);
        for group in metadata.row_groups() {
            self.context.check_cancelled()?;
            for (place, column) in group.columns().iter().enumerate() {
                if !kept.leaf_included(place) {
                    continue;
                }
                let chunk = Chunk {
                    name: self.file,
                    file: self.stream,
                    length: self.length,
                    column,
                    rows: group.num_rows(),
                };
                let demand = chunk.demand(&mut memory)?;
                // The metadata are read by their schema: a group has no more columns than it.
                largest[place] = largest[place].largest(demand);
            }
        }
        Ok(largest.into_iter().fold(Demand::default(), |sum, column| Demand {
            pages: sum.pages.saturating_add(column.pages),
            row: sum.row.saturating_add(column.row),
        }))
    }
}
