//! Saved solutions, applied to tables.

use crate::answer::{Resources, waiting};
use crate::errors::raise;
use crate::table::Table;
use lethe::io::MemoryTable;
use lethe::io::arrow_array::RecordBatch;
use lethe::solution::Solution as Saved;
use pyo3::prelude::*;
use std::sync::Arc;

/// A solution of `anonymize`: what it did to the values of a record, whatever the table.
#[pyclass(name = "Solution", module = "lethe._lethe", frozen)]
pub(crate) struct Solution(Arc<Saved>);

#[pymethods]
impl Solution {
    /// A solution from the JSON that `anonymize --freeze` writes; messages call it `name`.
    #[staticmethod]
    fn from_json(py: Python<'_>, name: &str, json: &str) -> PyResult<Self> {
        let saved = Saved::from_json(name, json).map_err(|error| raise(py, error))?;
        Ok(Self(Arc::new(saved)))
    }

    /// The JSON that `anonymize --freeze` writes.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.0.to_json().map_err(|error| raise(py, error))
    }

    /// Applies it to a table; the result is not judged.
    fn apply(&self, py: Python<'_>, table: &Table, resources: Resources) -> PyResult<Table> {
        let (saved, from) = (Arc::clone(&self.0), table.content());
        let applied = waiting(py, &resources, None, move |context| {
            let batches = from.batches().unwrap_or_default();
            let applied = batches.iter().map(|batch| saved.apply_batch(batch, context));
            let applied = applied.collect::<lethe::Result<Vec<_>>>()?;
            let schema = applied.first().map(RecordBatch::schema).or_else(|| from.schema());
            let empty = || lethe::Error::Request("the table has no content yet".to_owned());
            Ok(MemoryTable::new(schema.ok_or_else(empty)?, applied)?)
        })?;
        Ok(Table::from_memory("the result", applied))
    }
}
