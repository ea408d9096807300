//! Errors as Python exceptions with `.code`, `.hint` and `.place`.

use lethe::{Error, Fault};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The exception of an error: the class of `lethe.errors` that its fault names.
pub(crate) fn raise(py: Python<'_>, error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let problem = error.problem();
    let class = match error.fault() {
        _ if problem.code == "interrupted" => "Interrupted",
        Fault::Input => "InputError",
        Fault::Request => "RequestError",
        Fault::Limit => "LimitError",
        Fault::Bug => "InternalError",
    };
    let made = || -> PyResult<Bound<'_, PyAny>> {
        let place = PyDict::new(py);
        place.set_item("file", problem.file)?;
        place.set_item("line", problem.line)?;
        place.set_item("column", problem.column)?;
        let classes = py.import("lethe.errors")?;
        classes.getattr(class)?.call1((problem.message, problem.code, problem.hint, place))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}
