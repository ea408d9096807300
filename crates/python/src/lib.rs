//! `lethe._lethe`: what the package `lethe` needs from Rust, and no more. Words, defaults and classes are in `python/lethe`.
//!
//! A verb is called with the JSON of its request, in which tables in memory stand by their names, and answers with the JSON of its
//! report: what the command of the same name prints.

mod answer;
mod errors;
mod recipes;
mod solution;
mod table;

use pyo3::prelude::*;

#[pymodule]
fn _lethe(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<table::Table>()?;
    module.add_class::<solution::Solution>()?;
    module.add_function(wrap_pyfunction!(answer::answer, module)?)?;
    module.add_function(wrap_pyfunction!(answer::verbs, module)?)?;
    module.add_function(wrap_pyfunction!(answer::command_line, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe_from_toml, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe_to_toml, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe_with_models, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::model_flags, module)?)?;
    Ok(())
}
