//! One door for every format: a location in, a table out.

use crate::arrow::{BatchReader, select};
use crate::csv;
use crate::error::{Error, Result, while_doing};
use crate::location::{Compression, Format, Location};
use crate::options::ReadOptions;
use crate::{progress::Metered, sqlite};
use ::arrow::ipc::reader::FileReader;
use lethe_data::{Context, Table};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

const BATCH_ROWS: usize = 65_536;
const PIPE_BUFFER: usize = 1 << 18;

/// Reads a whole table.
///
/// **Guarantee**: the same table for any number of threads.
/// **Cost**: one pass over the file; peak memory near the encoded size (codes and distinct values), not the text's.
pub fn read_table(location: &Location, options: &ReadOptions, context: &Context) -> Result<Table> {
    let file = location.name.as_str();
    let Some(path) = &location.path else {
        let Format::Delimited { delimiter, .. } = location.format else {
            return Err(Error::Request("only delimited text can be read from standard input".to_owned()));
        };
        let stream = sniff_compression(BufReader::with_capacity(PIPE_BUFFER, std::io::stdin()), file)?;
        return csv::read(file, stream, delimiter, options, context);
    };
    match &location.format {
        Format::Delimited { delimiter, compression } => {
            let metered = Metered::new(open(path, file)?, context, "reading");
            let stream: Box<dyn Read + Send> = match compression {
                Compression::None => Box::new(metered),
                Compression::Gzip => gunzip(metered),
                Compression::Zstd => unzstd(metered, file)?,
            };
            csv::read(file, stream, *delimiter, options, context)
        }
        Format::Parquet => guarded(file, || read_parquet(file, path, options, context)),
        Format::ArrowIpc => guarded(file, || read_ipc(file, path, options, context)),
        Format::Sqlite { table } => guarded(file, || sqlite::read(file, path, table, options, context)),
    }
}

/// Runs a reader of somebody else's; a damaged file that makes it panic is an error like any other.
fn guarded(file: &str, read: impl FnOnce() -> Result<Table>) -> Result<Table> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(Error::content(file, None, "the file is damaged")))
}

fn open(path: &Path, file: &str) -> Result<File> {
    let opened = File::open(path).map_err(while_doing("open", file))?;
    if opened.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::content(file, None, "it is a folder, not a table"));
    }
    Ok(opened)
}

fn gunzip(stream: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    let buffered = BufReader::with_capacity(PIPE_BUFFER, stream);
    Box::new(flate2::bufread::MultiGzDecoder::new(buffered))
}

fn unzstd(stream: impl Read + Send + 'static, file: &str) -> Result<Box<dyn Read + Send>> {
    Ok(Box::new(zstd::Decoder::new(stream).map_err(while_doing("read", file))?))
}

/// A pipe has no name that tells its compression; its first bytes do.
fn sniff_compression(
    mut stream: impl std::io::BufRead + Send + 'static,
    file: &str,
) -> Result<Box<dyn Read + Send>> {
    let start = stream.fill_buf().map_err(while_doing("read", file))?;
    match start {
        [0x1f, 0x8b, ..] => Ok(gunzip(stream)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => unzstd(stream, file),
        [b'P', b'A', b'R', b'1', ..] | [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Err(Error::content(
            file,
            None,
            "Parquet and Arrow cannot be read from a pipe; give the file's name",
        )),
        _ => Ok(Box::new(stream)),
    }
}

fn read_parquet(file: &str, path: &Path, options: &ReadOptions, context: &Context) -> Result<Table> {
    let problem = |error: &dyn std::fmt::Display| {
        Error::content(file, None, format!("not readable as Parquet: {error}"))
    };
    let options_ = ArrowReaderOptions::new();
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(open(path, file)?, options_)
        .map_err(|error| problem(&error))?;
    let rows = builder.metadata().file_metadata().num_rows();
    let task = context.task("reading", u64::try_from(rows).ok());
    let selection = select(file, builder.schema(), options)?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), selection.positions());
    let batches =
        builder.with_projection(mask).with_batch_size(BATCH_ROWS).build().map_err(|error| problem(&error))?;
    let mut reader = BatchReader::new(file, selection, context);
    for batch in batches {
        let batch = batch.map_err(|error| problem(&error))?;
        reader.push(&batch)?;
        task.advance(batch.num_rows() as u64);
    }
    reader.finish(options)
}

fn read_ipc(file: &str, path: &Path, options: &ReadOptions, context: &Context) -> Result<Table> {
    let problem =
        |error: &dyn std::fmt::Display| Error::content(file, None, format!("not readable as Arrow: {error}"));
    let batches = |projection| {
        let stream = BufReader::with_capacity(PIPE_BUFFER, open(path, file)?);
        FileReader::try_new(stream, projection).map_err(|error| problem(&error))
    };
    let whole = batches(None)?;
    let selection = select(file, &whole.schema(), options)?;
    let batches = if selection.is_whole() { whole } else { batches(Some(selection.positions()))? };
    let task = context.task("reading", Some(batches.num_batches() as u64));
    let mut reader = BatchReader::new(file, selection, context);
    for batch in batches {
        reader.push(&batch.map_err(|error| problem(&error))?)?;
        task.advance(1);
    }
    reader.finish(options)
}
