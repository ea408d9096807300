//! Tables that Python hands in and gets back, over the Arrow C stream interface.

use crate::errors;
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::Field;
use lethe::io::{MemoryTable, NamedTable};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::PyRecordBatchReader;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use std::sync::Arc;

/// A table in memory with a name that requests can use.
#[pyclass(name = "Table", module = "lethe._lethe", frozen)]
pub(crate) struct Table(NamedTable);

impl Table {
    pub(crate) fn from_memory(label: &str, table: MemoryTable) -> Self {
        Self(NamedTable::new(label, table))
    }

    pub(crate) fn content(&self) -> MemoryTable {
        self.0.table().clone()
    }
}

#[pymethods]
impl Table {
    /// The batches of anything with `__arrow_c_stream__`; their buffers are shared, not copied.
    #[staticmethod]
    fn of(label: &str, stream: PyRecordBatchReader, py: Python<'_>) -> PyResult<Self> {
        let reader = stream.into_reader()?;
        let table =
            py.detach(|| MemoryTable::from_reader(reader)).map_err(|error| errors::raise(py, error))?;
        Ok(Self(NamedTable::new(label, table)))
    }

    /// A place for a result.
    #[staticmethod]
    fn empty(label: &str) -> Self {
        Self(NamedTable::new(label, MemoryTable::default()))
    }

    /// What stands for it in a request.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Whether there are batches.
    #[getter]
    fn is_filled(&self) -> bool {
        self.0.table().schema().is_some()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let table = self.0.table();
        let (Some(schema), Some(batches)) = (table.schema(), table.batches()) else {
            return Err(pyo3::exceptions::PyValueError::new_err("the table has no content yet"));
        };
        let field =
            Field::new_struct("", schema.fields().clone(), false).with_metadata(schema.metadata().clone());
        let arrays = batches.into_iter().map(|batch| Ok(Arc::new(StructArray::from(batch)) as ArrayRef));
        let reader = Box::new(ArrayIterator::new(arrays, field.into()));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }
}
