//! One door out: blocks of a table into any format, whole or not at all.

use crate::arrow::Encoder;
use crate::atomic::AtomicFile;
use crate::csv::{CsvForm, CsvWriter};
use crate::error::{Error, Result, while_doing};
use crate::location::{Compression, Format, Location};
use crate::sqlite::{self, SqliteWriter};
use ::arrow::ipc::writer::FileWriter;
use lethe_data::{Context, Table};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression as ParquetCompression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::io::Write;

const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;
const BATCH_ROWS: usize = 1 << 18;

/// Writes a whole table.
///
/// **Guarantee**: the file appears under its name only when it is complete; reading it gives the same columns and
/// spellings back. Parquet and Arrow keep declared types too; text formats and `SQLite` have them inferred again.
pub fn write_table(table: &Table, location: &Location, context: &Context) -> Result<()> {
    let mut writer = TableWriter::create(location, table)?;
    let task = context.task("writing", Some(table.rows() as u64));
    if matches!(location.format, Format::Delimited { .. } | Format::Sqlite { .. }) {
        writer.write(table, context)?;
        task.advance(table.rows() as u64);
    } else {
        for start in (0..table.rows()).step_by(BATCH_ROWS) {
            let end = table.rows().min(start + BATCH_ROWS);
            writer.write(&table.slice(start..end), context)?;
            task.advance((end - start) as u64);
        }
    }
    writer.finish()
}

/// A table being written block by block. Dropped before [`Self::finish`], it leaves nothing behind.
pub struct TableWriter {
    file: String,
    sink: Sink,
}

enum Sink {
    Csv(CsvWriter<TextSink>),
    Parquet(Box<ArrowWriter<AtomicFile>>, Encoder),
    Ipc(Box<FileWriter<AtomicFile>>, Encoder),
    Sqlite(SqliteWriter, AtomicFile),
}

enum TextSink {
    File(AtomicFile),
    Stdout(std::io::BufWriter<std::io::Stdout>),
    Gzip(flate2::write::GzEncoder<AtomicFile>),
    Zstd(zstd::Encoder<'static, AtomicFile>),
}

impl TableWriter {
    /// Starts a file; names, types and form of the columns are those of `first`, which is not written yet.
    pub fn create(location: &Location, first: &Table) -> Result<Self> {
        let file = location.name.clone();
        let form = |delimiter| CsvForm { delimiter, escape_formulas: location.escape_formulas };
        let Some(path) = &location.path else {
            let stdout = TextSink::Stdout(std::io::BufWriter::new(std::io::stdout()));
            let names = first.columns().iter().map(lethe_data::Column::name);
            return Ok(Self { sink: Sink::Csv(CsvWriter::new(&file, stdout, form(b','), names)?), file });
        };
        let output = AtomicFile::create(path)?;
        let sink = match &location.format {
            Format::Delimited { delimiter, compression } => {
                let stream = match compression {
                    Compression::None => TextSink::File(output),
                    Compression::Gzip => TextSink::Gzip(flate2::write::GzEncoder::new(
                        output,
                        flate2::Compression::new(GZIP_LEVEL),
                    )),
                    Compression::Zstd => TextSink::Zstd(
                        zstd::Encoder::new(output, ZSTD_LEVEL).map_err(while_doing("write", &file))?,
                    ),
                };
                let names = first.columns().iter().map(lethe_data::Column::name);
                Sink::Csv(CsvWriter::new(&file, stream, form(delimiter.unwrap_or(b',')), names)?)
            }
            Format::Parquet => {
                let encoder = Encoder::new(first, true);
                let properties = WriterProperties::builder()
                    .set_compression(ParquetCompression::ZSTD(ZstdLevel::default()))
                    .build();
                let writer = ArrowWriter::try_new(output, encoder.schema(), Some(properties))
                    .map_err(|error| failed(&file, error))?;
                Sink::Parquet(Box::new(writer), encoder)
            }
            Format::ArrowIpc => {
                let encoder = Encoder::new(first, false);
                let writer =
                    FileWriter::try_new(output, &encoder.schema()).map_err(|error| failed(&file, error))?;
                Sink::Ipc(Box::new(writer), encoder)
            }
            Format::Sqlite { table } => {
                // Other tables of an existing database stay: the new file starts as a copy of it.
                let Some(copy) = output.temporary_path() else {
                    return Err(Error::content(&file, None, "a database must be a regular file"));
                };
                if path.exists() {
                    sqlite::check_at_rest(&file, path)?;
                    std::fs::copy(path, copy).map_err(while_doing("copy", &file))?;
                }
                let writer = SqliteWriter::new(&file, copy, table, first)?;
                Sink::Sqlite(writer, output.of_table(table))
            }
        };
        Ok(Self { file, sink })
    }

    /// Appends rows; columns are those of the first block.
    pub fn write(&mut self, table: &Table, context: &Context) -> Result<()> {
        context.check_cancelled()?;
        let file = &self.file;
        match &mut self.sink {
            Sink::Csv(writer) => writer.write(table, context),
            Sink::Parquet(writer, encoder) => {
                let batch = encoder.encode(file, table)?;
                writer.write(&batch).map_err(|error| failed(file, error))
            }
            Sink::Ipc(writer, encoder) => {
                let batch = encoder.encode(file, table)?;
                writer.write(&batch).map_err(|error| failed(file, error))
            }
            Sink::Sqlite(writer, _) => writer.write(table, context),
        }
    }

    /// Completes the file and gives it its name.
    pub fn finish(self) -> Result<()> {
        let file = self.file;
        match self.sink {
            Sink::Csv(writer) => match writer.into_stream() {
                TextSink::File(output) => output.commit(),
                TextSink::Stdout(mut stream) => stream.flush().map_err(while_doing("write", &file)),
                TextSink::Gzip(encoder) => encoder.finish().map_err(while_doing("write", &file))?.commit(),
                TextSink::Zstd(encoder) => encoder.finish().map_err(while_doing("write", &file))?.commit(),
            },
            Sink::Parquet(writer, _) => writer.into_inner().map_err(|error| failed(&file, error))?.commit(),
            Sink::Ipc(writer, _) => {
                let mut writer = writer;
                writer.finish().map_err(|error| failed(&file, error))?;
                writer.into_inner().map_err(|error| failed(&file, error))?.commit()
            }
            Sink::Sqlite(writer, output) => {
                writer.finish()?;
                output.commit()
            }
        }
    }
}

/// A writer's failure; a full disk inside it keeps its meaning.
fn failed(file: &str, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if let Some(system) = inner.downcast_ref::<std::io::Error>() {
            return while_doing("write", file)(std::io::Error::new(system.kind(), system.to_string()));
        }
        cause = inner.source();
    }
    while_doing("write", file)(std::io::Error::other(error))
}

impl Write for TextSink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Self::File(stream) => stream.write(bytes),
            Self::Stdout(stream) => stream.write(bytes),
            Self::Gzip(stream) => stream.write(bytes),
            Self::Zstd(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Self::File(stream) => stream.flush(),
            Self::Stdout(stream) => stream.flush(),
            Self::Gzip(stream) => stream.flush(),
            Self::Zstd(stream) => stream.flush(),
        }
    }
}
