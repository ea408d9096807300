//! One door out: blocks of a table into any format, whole or not at all.

use crate::arrow::Encoder;
use crate::atomic::AtomicFile;
use crate::csv::{CsvForm, CsvWriter};
use crate::document::DocumentWriter;
use crate::error::{Error, Result, while_doing};
use crate::location::{Compression, Format, Location};
use crate::memory::{Batches, MemoryTable};
use crate::ready::Ready;
use crate::sqlite::SqliteWriter;
use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use lethe_data::{Context, Reservation, Table};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression as ParquetCompression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::io::Write;
use std::sync::Arc;

const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;
const BATCH_ROWS: usize = 1 << 18;
/// A batch of a wide table has fewer rows, and so has one for which there is little memory.
const BATCH_CELLS: usize = 1 << 23;
const LEAST_BATCH_CELLS: usize = 1 << 18;
/// What a cell occupies while it is encoded.
const CELL_BYTES: u64 = 16;
/// What the writer of a Parquet file holds for each column: the state of its compression, and pages.
const PARQUET_COLUMN_BYTES: usize = 1 << 16;
/// Columns whose writers are working space that is not asked for.
const FREE_COLUMNS: usize = 64;

/// Writes a whole table.
///
/// **Guarantee**: the file appears under its name only when it is complete; reading it gives the same columns and
/// spellings back. Parquet and Arrow keep declared types too; text formats and `SQLite` have them inferred again.
pub fn write_table(table: &Table, location: &Location, context: &Context) -> Result<()> {
    let mut writer = TableWriter::create(location, table, context)?;
    let task = context.task("writing", Some(table.rows() as u64));
    if matches!(location.format, Format::Delimited { .. } | Format::Sqlite { .. }) {
        writer.write(table, context)?;
        task.advance(table.rows() as u64);
    } else {
        let batch_rows = batch_rows(table.columns().len(), context);
        for start in (0..table.rows()).step_by(batch_rows) {
            let end = table.rows().min(start + batch_rows);
            writer.write(&table.slice(start..end), context)?;
            task.advance((end - start) as u64);
        }
    }
    context.check_cancelled()?;
    writer.finish()
}

/// How many rows are encoded at once.
fn batch_rows(columns: usize, context: &Context) -> usize {
    let affordable = usize::try_from(context.memory().left() / 4 / CELL_BYTES).unwrap_or(usize::MAX);
    let cells = affordable.clamp(LEAST_BATCH_CELLS, BATCH_CELLS);
    (cells / columns.max(1)).clamp(1, BATCH_ROWS)
}

/// A table being written block by block. Dropped before [`Self::finish`], it leaves nothing behind.
pub struct TableWriter {
    file: String,
    sink: Sink,
}

enum Sink {
    Csv(Box<CsvWriter<TextSink>>),
    Parquet(Box<ParquetSink>),
    Ipc(Box<FileWriter<AtomicFile>>, Encoder),
    Sqlite(Box<SqliteWriter>),
    Memory(MemorySink),
}

struct MemorySink {
    place: MemoryTable,
    encoder: Encoder,
    batches: Vec<RecordBatch>,
    /// For what is handed over in the end.
    memory: Reservation,
}

impl MemorySink {
    fn new(place: &MemoryTable, first: &Table, context: &Context) -> Self {
        let memory = context.memory().reserve("the table that is handed over");
        Self { place: place.clone(), encoder: Encoder::new(first, false), batches: Vec::new(), memory }
    }

    fn write(&mut self, name: &str, table: &Table) -> Result<()> {
        let batch = self.encoder.encode(name, table)?;
        self.memory.try_grow(batch.get_array_memory_size())?;
        self.batches.push(batch);
        Ok(())
    }

    fn close(self) -> (MemoryTable, Arc<Batches>) {
        (self.place, Arc::new(Batches { schema: self.encoder.schema(), batches: self.batches }))
    }
}

struct ParquetSink {
    writer: ArrowWriter<AtomicFile>,
    encoder: Encoder,
    /// For the writers of the columns.
    _columns: Reservation,
    /// For the rows that are not written yet.
    pending: Reservation,
}

impl ParquetSink {
    fn new(file: &str, output: AtomicFile, first: &Table, context: &Context) -> Result<Self> {
        let mut columns = context.memory().reserve("writing Parquet");
        let asked = first.columns().len().saturating_sub(FREE_COLUMNS);
        columns.try_grow(asked.saturating_mul(PARQUET_COLUMN_BYTES))?;
        let encoder = Encoder::new(first, true);
        let properties = WriterProperties::builder()
            .set_compression(ParquetCompression::ZSTD(ZstdLevel::default()))
            .build();
        let writer = ArrowWriter::try_new(output, encoder.schema(), Some(properties))
            .map_err(|error| failed(file, error))?;
        let pending = context.memory().reserve("rows that are not written yet");
        Ok(Self { writer, encoder, _columns: columns, pending })
    }

    fn write(&mut self, file: &str, table: &Table) -> Result<()> {
        let batch = self.encoder.encode(file, table)?;
        self.writer.write(&batch).map_err(|error| failed(file, error))?;
        let held = usize::try_from(self.pending.held()).unwrap_or(usize::MAX);
        let grown = self.writer.in_progress_size().saturating_sub(held);
        if self.pending.try_grow(grown).is_err() {
            // Where memory is short, the group of rows ends here.
            self.writer.flush().map_err(|error| failed(file, error))?;
            self.pending.shrink(held);
        }
        Ok(())
    }
}

enum TextSink {
    File(AtomicFile),
    Stdout(std::io::BufWriter<std::io::Stdout>),
    Gzip(flate2::write::GzEncoder<AtomicFile>),
    Zstd(zstd::Encoder<'static, AtomicFile>),
}

impl TableWriter {
    /// Starts a file; names, types and form of the columns are those of `first`, which is not written yet.
    pub fn create(location: &Location, first: &Table, context: &Context) -> Result<Self> {
        let file = location.name.clone();
        let form = |delimiter| CsvForm { delimiter, escape_formulas: location.escape_formulas };
        if let Format::Memory(place) = &location.format {
            return Ok(Self { file, sink: Sink::Memory(MemorySink::new(place, first, context)) });
        }
        let Some(path) = &location.path else {
            if !location.is_standard_stream() {
                return Err(location.is_not_one_file());
            }
            let stdout = TextSink::Stdout(std::io::BufWriter::new(std::io::stdout()));
            let names = first.columns().iter().map(lethe_data::Column::name);
            return Ok(Self {
                sink: Sink::Csv(Box::new(CsvWriter::new(&file, stdout, form(b','), names)?)),
                file,
            });
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
                Sink::Csv(Box::new(CsvWriter::new(&file, stream, form(delimiter.unwrap_or(b',')), names)?))
            }
            Format::Parquet => Sink::Parquet(Box::new(ParquetSink::new(&file, output, first, context)?)),
            Format::ArrowIpc => {
                let encoder = Encoder::new(first, false);
                let writer =
                    FileWriter::try_new(output, &encoder.schema()).map_err(|error| failed(&file, error))?;
                Sink::Ipc(Box::new(writer), encoder)
            }
            Format::Sqlite { table } => {
                Sink::Sqlite(Box::new(SqliteWriter::new(&file, path, table, first, context)?))
            }
            Format::Memory(_) | Format::Parts(_) => return Err(location.is_not_one_file()),
        };
        Ok(Self { file, sink })
    }

    /// Appends rows; columns are those of the first block.
    pub fn write(&mut self, table: &Table, context: &Context) -> Result<()> {
        context.check_cancelled()?;
        let file = &self.file;
        let sink = &mut self.sink;
        guarded(file, || match sink {
            Sink::Csv(writer) => writer.write(table, context),
            Sink::Parquet(sink) => sink.write(file, table),
            Sink::Ipc(writer, encoder) => {
                let batch = encoder.encode(file, table)?;
                writer.write(&batch).map_err(|error| failed(file, error))
            }
            Sink::Sqlite(writer) => writer.write(table, context),
            Sink::Memory(sink) => sink.write(file, table),
        })
    }

    /// Completes the file and gives it its name.
    pub fn finish(self) -> Result<()> {
        match self.close()? {
            Closed::File(output) => output.commit(),
            Closed::Table(writer) => writer.finish(),
            Closed::Printed => Ok(()),
            Closed::Memory(place, content) => {
                place.put(content);
                Ok(())
            }
        }
    }

    /// Completes the file, which gets its name later.
    pub fn complete(self) -> Result<Ready> {
        match self.close()? {
            Closed::File(output) => Ready::document(DocumentWriter::of_file(output)),
            Closed::Table(writer) => Ok(Ready::table(writer)),
            Closed::Printed => Ok(Ready::printed()),
            Closed::Memory(place, content) => Ok(Ready::memory(place, content)),
        }
    }

    /// Writes what is still held back.
    fn close(self) -> Result<Closed> {
        let Self { file, sink } = self;
        guarded(&file, || {
            let output = match sink {
                Sink::Csv(writer) => match writer.into_stream() {
                    TextSink::File(output) => output,
                    TextSink::Stdout(mut stream) => {
                        stream.flush().map_err(while_doing("write", &file))?;
                        return Ok(Closed::Printed);
                    }
                    TextSink::Gzip(encoder) => encoder.finish().map_err(while_doing("write", &file))?,
                    TextSink::Zstd(encoder) => encoder.finish().map_err(while_doing("write", &file))?,
                },
                Sink::Parquet(sink) => sink.writer.into_inner().map_err(|error| failed(&file, error))?,
                Sink::Ipc(mut writer, _) => {
                    writer.finish().map_err(|error| failed(&file, error))?;
                    writer.into_inner().map_err(|error| failed(&file, error))?
                }
                Sink::Sqlite(writer) => return Ok(Closed::Table(writer)),
                Sink::Memory(sink) => {
                    let (place, content) = sink.close();
                    return Ok(Closed::Memory(place, content));
                }
            };
            Ok(Closed::File(Box::new(output)))
        })
    }
}

/// What is complete but for its name.
enum Closed {
    File(Box<AtomicFile>),
    Table(Box<SqliteWriter>),
    /// All of it went to standard output.
    Printed,
    Memory(MemoryTable, Arc<Batches>),
}

/// Runs a writer of somebody else's; where it panics, which it does when it cannot get memory, that is an error.
fn guarded<T>(file: &str, write: impl FnOnce() -> Result<T>) -> Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(write)).unwrap_or_else(|_| {
        let problem = std::io::Error::new(std::io::ErrorKind::OutOfMemory, "its writer has failed");
        Err(while_doing("write", file)(problem))
    })
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
