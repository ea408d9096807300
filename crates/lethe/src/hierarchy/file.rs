//! Files of hierarchies.

use super::ColumnOf;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::Hierarchy;
use lethe_data::{Column, Context, Reservation};
use lethe_io::hierarchy::{Format, Header, HierarchyFileError, Loaded, ReadOptions, read};
use lethe_io::read_whole;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a label of a file takes while it is looked at, and in the hierarchy that is made of it, besides its text.
const BYTES_OF_READ_LABEL: usize = 64;
const BYTES_OF_LABEL: usize = 32;

/// A hierarchy file in memory.
pub(super) struct Held {
    pub(super) bytes: Vec<u8>,
    memory: Reservation,
    /// What the hierarchy made of it takes.
    built: usize,
}

impl Held {
    /// The memory that the hierarchy keeps when its file is pruned.
    fn for_hierarchy(mut self) -> Reservation {
        let rest = self.memory.held() as usize - self.built;
        self.memory.shrink(rest);
        self.memory
    }
}

/// A hierarchy file, and the column it should fit where one is named.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HierarchyFile {
    /// The file.
    pub file: String,
    /// Its format; found out from its content when not given.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub format: Option<Format>,
    /// Whether a CSV file's first line names its columns.
    #[serde(default)]
    #[schemars(with = "String")]
    pub header: Header,
    /// The separator of a CSV file; found out when not given.
    #[serde(default)]
    pub delimiter: Option<char>,
    /// Which hierarchy is meant, where the file holds several.
    #[serde(default)]
    pub name: Option<String>,
    /// The column it is for.
    #[serde(default)]
    pub of: Option<ColumnOf>,
}

impl HierarchyFile {
    /// A file whose format is found out, for no column in particular.
    pub fn named(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            format: None,
            header: Header::default(),
            delimiter: None,
            name: None,
            of: None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Files {
        let table = self.of.as_ref().map(|of| &of.data);
        Files::default().reads("the hierarchy", Path::new(&self.file)).reads_table("the table", table)
    }

    /// The file's bytes, and the memory that they and what is made of them take.
    pub(super) fn bytes(&self, context: &Context) -> Result<Held> {
        let (bytes, mut memory) = read_whole(Path::new(&self.file), "a hierarchy file", context)?;
        let ends = |byte: &&u8| matches!(byte, b';' | b',' | b'\t' | b'|' | b'"' | b'\n' | b' ');
        let labels = 1 + bytes.iter().filter(ends).count();
        let text = bytes.len();
        memory.try_grow(text.saturating_add(labels.saturating_mul(BYTES_OF_READ_LABEL)))?;
        let built = text.saturating_add(labels.saturating_mul(BYTES_OF_LABEL));
        memory.try_grow(built)?;
        Ok(Held { bytes, memory, built })
    }

    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            format: self.format,
            header: self.header,
            delimiter: self.delimiter,
            name: self.name.clone(),
        }
    }

    pub(super) fn column(&self, context: &Context) -> Result<Option<Column>> {
        self.of.as_ref().map(|of| of.load(context)).transpose()
    }

    pub(super) fn broken(&self, source: HierarchyFileError) -> Error {
        Error::HierarchyFile { file: self.file.clone(), source }
    }

    /// Reads a hierarchy that must be valid; one of ranges needs the column it is for.
    pub fn load(&self, context: &Context) -> Result<Hierarchy> {
        let column = self.column(context)?;
        self.loaded(column.as_ref(), context)
    }

    /// As [`Self::load`], for a column that is at hand.
    pub fn load_for(&self, column: &Column, context: &Context) -> Result<Hierarchy> {
        self.loaded(Some(column), context)
    }

    fn loaded(&self, column: Option<&Column>, context: &Context) -> Result<Hierarchy> {
        let held = self.bytes(context)?;
        let loaded = read(&held.bytes, &self.options()).map_err(|source| self.broken(source))?;
        Ok(self.with_leaves(loaded, column)?.holding(held.for_hierarchy()))
    }

    /// Whether the file lists its leaves, so that what it says of a value does not depend on a column.
    pub(crate) fn lists_leaves(&self) -> Result<bool> {
        lethe_io::refuse_pipe(Path::new(&self.file), "it is read more than once")?;
        let fail = |source| lethe_io::Error::File { file: self.file.clone(), action: "open", source };
        let bytes = std::fs::read(&self.file).map_err(fail)?;
        let loaded = read(&bytes, &self.options()).map_err(|source| self.broken(source))?;
        Ok(matches!(loaded, Loaded::Levels(_)))
    }

    pub(super) fn with_leaves(&self, loaded: Loaded, column: Option<&Column>) -> Result<Hierarchy> {
        match (loaded, column) {
            (Loaded::Levels(hierarchy), _) => Ok(hierarchy),
            (ranges, Some(column)) => ranges.for_column(column).map_err(|source| self.broken(source)),
            (_, None) => Err(Error::Request(format!(
                "{}: a hierarchy of ranges has no leaves of its own; name the data and column it is for",
                self.file
            ))),
        }
    }
}
