//! Where the bytes of records come from: a file, standard input, or a compressed file.

use crate::error::Result;
use crate::location::Compression;
use crate::opened::{LONGEST_WINDOW, open, unpacked};
use crate::pipe::Pipe;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, sink};
use std::path::{Path, PathBuf};

/// Bytes that can be read from any place on, where that is possible.
pub(super) trait Source: Read + Send {
    fn go_to(&mut self, offset: u64) -> std::io::Result<()>;
}

impl Source for File {
    fn go_to(&mut self, offset: u64) -> std::io::Result<()> {
        self.seek(SeekFrom::Start(offset)).map(drop)
    }
}

impl Source for Pipe {
    fn go_to(&mut self, _: u64) -> std::io::Result<()> {
        Err(std::io::ErrorKind::NotSeekable.into())
    }
}

/// The bytes of a pipe with their compression undone.
pub(super) struct Once(pub(super) Box<dyn Read + Send>);

impl Read for Once {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Source for Once {
    fn go_to(&mut self, _: u64) -> std::io::Result<()> {
        Err(std::io::ErrorKind::NotSeekable.into())
    }
}

/// A compressed file. Offsets are those of the text; going to one means reading all before it.
pub(super) struct Packed {
    path: PathBuf,
    compression: Compression,
    stream: Box<dyn Read + Send>,
    /// The length of the file.
    pub(super) length: u64,
}

impl Packed {
    pub(super) fn open(path: &Path, name: &str, compression: Compression) -> Result<Self> {
        let file = open(path, name)?;
        let length = file.metadata().map_err(crate::error::while_doing("read", name))?.len();
        let stream = unpacked(file, name, compression, LONGEST_WINDOW)?;
        Ok(Self { path: path.to_owned(), compression, stream, length })
    }
}

impl Read for Packed {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Source for Packed {
    fn go_to(&mut self, offset: u64) -> std::io::Result<()> {
        let name = self.path.display().to_string();
        *self = Self::open(&self.path, &name, self.compression).map_err(std::io::Error::other)?;
        let passed = std::io::copy(&mut self.stream.by_ref().take(offset), &mut sink())?;
        if passed == offset { Ok(()) } else { Err(std::io::ErrorKind::UnexpectedEof.into()) }
    }
}
