//! Opening what is to be read: files, and streams of text with their compression undone.

use crate::csv::Text;
use crate::error::{Error, Result, while_doing};
use crate::location::{Compression, Format, Location};
use crate::memory::MemoryTable;
use crate::pipe::{Pipe, is_pipe, refuse_pipe};
use crate::progress::Metered;
use lethe_data::Context;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

const PIPE_BUFFER: usize = 1 << 18;

/// A table ready to be read.
pub(crate) enum Opened<'a> {
    /// Delimited text, which several workers can read.
    Text(Text<'a, Box<dyn Read + Send>>),
    /// A format that gives its rows one after the other.
    Rows(Rows<'a>),
}

/// A table that is not text.
pub(crate) enum Rows<'a> {
    Parquet(&'a Path),
    ArrowIpc(&'a Path),
    Sqlite { path: &'a Path, table: &'a str },
    Memory(&'a MemoryTable),
}

impl<'a> Opened<'a> {
    /// **Errors**: a text cannot be opened, or standard input is to be read as another format.
    pub(crate) fn new(location: &'a Location, context: &Context) -> Result<Self> {
        let file = location.name.as_str();
        Ok(match (&location.format, &location.path) {
            (Format::Delimited { delimiter, .. }, None) => {
                crate::inputs::remember_stdin();
                let pipe = Pipe::standard_input(context.cancel_token());
                let stdin = BufReader::with_capacity(PIPE_BUFFER, pipe);
                let stream = sniff_compression(stdin, file, window(context))?;
                Self::Text(Text { file, stream, hint: *delimiter })
            }
            (Format::Memory(table), _) => Self::Rows(Rows::Memory(table)),
            (Format::Parts(_), _) => {
                return Err(Error::Request(format!("{file}: a table in several files is read part by part")));
            }
            (_, None) => {
                return Err(Error::Request("only delimited text can be read from standard input".to_owned()));
            }
            (Format::Delimited { delimiter, compression }, Some(path)) => {
                let window = window(context);
                let stream = if is_pipe(path) {
                    unpacked(Pipe::open(path, context.cancel_token()), file, *compression, window)?
                } else {
                    let metered = Metered::new(open(path, file)?, context, "reading");
                    unpacked(metered, file, *compression, window)?
                };
                Self::Text(Text { file, stream, hint: *delimiter })
            }
            (Format::Parquet, Some(path)) => Self::Rows(Rows::Parquet(path)),
            (Format::ArrowIpc, Some(path)) => Self::Rows(Rows::ArrowIpc(path)),
            (Format::Sqlite { table }, Some(path)) => Self::Rows(Rows::Sqlite { path, table }),
        })
    }
}

/// Opens a file for reading; `file` is its name for messages.
///
/// **Errors**: it cannot be opened, or is a folder or a pipe: its reader goes back and forth.
pub(crate) fn open(path: &Path, file: &str) -> Result<File> {
    refuse_pipe(path, "only delimited text can be read from one")?;
    crate::inputs::remember(path, None);
    let opened = File::open(path).map_err(while_doing("open", file))?;
    if opened.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(Error::content(file, None, "it is a folder, not a table"));
    }
    Ok(opened)
}

/// How far back a Zstandard text may refer, as a power of two: it is held in memory.
pub(crate) const LONGEST_WINDOW: u32 = 27;
/// What every level but those for extreme compression uses.
const USUAL_WINDOW: u32 = 23;

fn window(context: &Context) -> u32 {
    (context.memory().left() / 4).checked_ilog2().unwrap_or(0).clamp(USUAL_WINDOW, LONGEST_WINDOW)
}

/// Undoes the compression of a text.
pub(crate) fn unpacked(
    stream: impl Read + Send + 'static,
    file: &str,
    compression: Compression,
    window: u32,
) -> Result<Box<dyn Read + Send>> {
    Ok(match compression {
        Compression::None => Box::new(stream),
        Compression::Gzip => gunzip(stream),
        Compression::Zstd => unzstd(stream, file, window)?,
    })
}

fn gunzip(stream: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    let buffered = BufReader::with_capacity(PIPE_BUFFER, stream);
    Box::new(flate2::bufread::MultiGzDecoder::new(buffered))
}

fn unzstd(stream: impl Read + Send + 'static, file: &str, window: u32) -> Result<Box<dyn Read + Send>> {
    let mut decoder = zstd::Decoder::new(stream).map_err(while_doing("read", file))?;
    decoder.window_log_max(window).map_err(while_doing("read", file))?;
    Ok(Box::new(decoder))
}

/// A pipe has no name that tells its compression; its first bytes do.
fn sniff_compression(
    mut stream: impl std::io::BufRead + Send + 'static,
    file: &str,
    window: u32,
) -> Result<Box<dyn Read + Send>> {
    let start = stream.fill_buf().map_err(while_doing("read", file))?;
    match start {
        [0x1f, 0x8b, ..] => Ok(gunzip(stream)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => unzstd(stream, file, window),
        [b'P', b'A', b'R', b'1', ..] | [b'A', b'R', b'R', b'O', b'W', b'1', ..] => Err(Error::content(
            file,
            None,
            "Parquet and Arrow cannot be read from a pipe; give the file's name",
        )),
        _ => Ok(Box::new(stream)),
    }
}
