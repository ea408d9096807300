//! Files that are no tables: models, solutions, pictures, reports.

use crate::atomic::AtomicFile;
use crate::error::{Error, Result, while_doing};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Deserializer;
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Where such a file is, or goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// Under a name.
    File(PathBuf),
    /// In memory.
    Memory(MemoryFile),
}

/// Bytes in memory, or the place for them. Clones share it.
///
/// As a place for a result it is empty until the call that fills it has returned.
#[derive(Clone, Debug, Default)]
pub struct MemoryFile(Arc<Mutex<Option<Arc<[u8]>>>>);

impl MemoryFile {
    /// A file with these bytes.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self(Arc::new(Mutex::new(Some(bytes.into()))))
    }

    /// The bytes; `None` where nothing was put yet.
    pub fn bytes(&self) -> Option<Arc<[u8]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, bytes: Vec<u8>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes.into());
    }
}

/// The same place.
impl PartialEq for MemoryFile {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for MemoryFile {}

impl Document {
    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Memory(_) => "a file in memory".to_owned(),
        }
    }

    /// Its path, where it has one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Memory(_) => None,
        }
    }

    /// How many bytes there are to read.
    ///
    /// **Errors**: it is not there, or no regular file.
    pub fn length(&self) -> Result<u64> {
        match self {
            Self::File(path) => {
                let found = std::fs::metadata(path).map_err(while_doing("read", &self.name()))?;
                let refused = || Error::content(&self.name(), None, "it must be a regular file");
                found.is_file().then_some(found.len()).ok_or_else(refused)
            }
            Self::Memory(file) => Ok(file.bytes().map_or(0, |bytes| bytes.len() as u64)),
        }
    }

    /// All its bytes.
    ///
    /// **Errors**: it cannot be read, or nothing was put into memory yet.
    pub fn read(&self) -> Result<Vec<u8>> {
        match self {
            Self::File(path) => crate::read_file(path).map_err(while_doing("read", &self.name())),
            Self::Memory(file) => {
                let empty = || Error::content(&self.name(), None, "there is nothing in it yet");
                file.bytes().map(|bytes| bytes.to_vec()).ok_or_else(empty)
            }
        }
    }

    /// Starts to write it; who may read it is settled as by [`AtomicFile::create`].
    pub fn create(&self) -> Result<DocumentWriter> {
        self.start(AtomicFile::create)
    }

    /// Starts to write what its owner alone may read.
    pub fn create_private(&self) -> Result<DocumentWriter> {
        self.start(AtomicFile::create_private)
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        let mut writer = self.create()?;
        writer.write_all(bytes).map_err(while_doing("write", &self.name()))?;
        writer.commit()
    }

    fn start(&self, create: fn(&Path) -> Result<AtomicFile>) -> Result<DocumentWriter> {
        Ok(DocumentWriter(match self {
            Self::File(path) => Target::File(Box::new(create(path)?)),
            Self::Memory(file) => Target::Memory(Vec::new(), file.clone()),
        }))
    }
}

impl From<PathBuf> for Document {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl From<&Path> for Document {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<MemoryFile> for Document {
    fn from(file: MemoryFile) -> Self {
        Self::Memory(file)
    }
}

/// A document being written; dropped before [`Self::commit`], it leaves no trace.
pub struct DocumentWriter(Target);

enum Target {
    File(Box<AtomicFile>),
    Memory(Vec<u8>, MemoryFile),
}

impl DocumentWriter {
    pub(crate) fn of_file(file: Box<AtomicFile>) -> Self {
        Self(Target::File(file))
    }

    /// Makes what was written durable.
    pub fn sync(&mut self) -> Result<()> {
        match &mut self.0 {
            Target::File(file) => file.sync(),
            Target::Memory(..) => Ok(()),
        }
    }

    /// Gives the document its name, or hands its bytes over.
    pub fn commit(self) -> Result<()> {
        match self.0 {
            Target::File(file) => file.commit(),
            Target::Memory(bytes, place) => {
                place.put(bytes);
                Ok(())
            }
        }
    }
}

impl Write for DocumentWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::File(file) => file.write(bytes),
            Target::Memory(held, _) => held.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::File(file) => file.flush(),
            Target::Memory(..) => Ok(()),
        }
    }
}

impl Serialize for Document {
    /// **Errors**: a file in memory has no name that others could find it by.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::File(path) => path.serialize(serializer),
            Self::Memory(_) => Err(S::Error::custom("a file in memory cannot be written down")),
        }
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PathBuf::deserialize(deserializer).map(Self::File)
    }
}

impl JsonSchema for Document {
    fn schema_name() -> Cow<'static, str> {
        "Document".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_files_hold_what_was_committed_and_nothing_before() {
        let folder = tempfile::tempdir().unwrap();
        let memory = MemoryFile::default();
        for document in [Document::from(folder.path().join("a.bin")), Document::from(memory.clone())] {
            assert!(document.read().is_err());
            let mut dropped = document.create().unwrap();
            dropped.write_all(b"lost").unwrap();
            drop(dropped);
            assert!(document.read().is_err());
            document.write(b"first").unwrap();
            document.write(b"second").unwrap();
            assert_eq!((document.read().unwrap(), document.length().unwrap()), (b"second".to_vec(), 6));
        }
        assert_eq!(memory.bytes().as_deref(), Some(&b"second"[..]));
        assert!(serde_json::to_string(&Document::from(memory)).is_err());
        let written = serde_json::to_string(&Document::from(Path::new("a/b.svg"))).unwrap();
        assert_eq!(serde_json::from_str::<Document>(&written).unwrap(), Document::from(Path::new("a/b.svg")));
    }
}
