//! Tables in memory, as Arrow record batches: what a caller hands in, and what is handed back.

use crate::arrow::Encoder;
use crate::error::{Error, Result};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::SchemaRef;
use lethe_data::Table;
use std::sync::{Arc, Mutex, PoisonError};

/// A table in memory, or the place for one. Clones share it.
///
/// Reading it is reading an Arrow file with the same batches: the same options, types and errors. As a place for a result it is empty
/// until the call that fills it has proven and returned what it holds: the verifier reads these batches, and no others.
#[derive(Clone, Debug, Default)]
pub struct MemoryTable(Arc<Mutex<Option<Arc<Batches>>>>);

/// The batches of a table and what they have in common.
#[derive(Debug)]
pub(crate) struct Batches {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

impl MemoryTable {
    /// A table of these batches.
    ///
    /// **Errors**: a batch has another schema.
    pub fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Result<Self> {
        if batches.iter().any(|batch| batch.schema().fields() != schema.fields()) {
            return Err(Error::Request("the batches of a table have different columns".to_owned()));
        }
        Ok(Self::filled(Batches { schema, batches }))
    }

    /// A table of all batches that a reader gives.
    ///
    /// **Errors**: the reader fails, or its batches do not fit its schema.
    pub fn from_reader(reader: impl RecordBatchReader) -> Result<Self> {
        let schema = reader.schema();
        // Arrow's messages may quote values.
        let failed = |_| Error::Request("the reader of record batches has failed".to_owned());
        let batches = reader.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        Self::new(schema, batches)
    }

    /// A table of codes as one batch of plain arrays.
    ///
    /// **Errors**: a column has more text than one Arrow array can hold.
    pub fn from_table(table: &Table) -> Result<Self> {
        let encoder = Encoder::new(table, false);
        let batch = encoder.encode("a table in memory", table)?;
        Ok(Self::filled(Batches { schema: encoder.schema(), batches: vec![batch] }))
    }

    fn filled(batches: Batches) -> Self {
        Self(Arc::new(Mutex::new(Some(Arc::new(batches)))))
    }

    /// The schema; `None` where nothing was put yet.
    pub fn schema(&self) -> Option<SchemaRef> {
        self.content().map(|content| Arc::clone(&content.schema))
    }

    /// The batches, which share their buffers; `None` where nothing was put yet.
    pub fn batches(&self) -> Option<Vec<RecordBatch>> {
        self.content().map(|content| content.batches.clone())
    }

    pub(crate) fn content(&self) -> Option<Arc<Batches>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn put(&self, content: Arc<Batches>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(content);
    }
}

/// The same place.
impl PartialEq for MemoryTable {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for MemoryTable {}
