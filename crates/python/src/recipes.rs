//! Recipes between TOML and JSON.

use crate::errors::raise;
use lethe::recipe;
use lethe::recipe_file::Recipe;
use lethe::requirements::flags;
use pyo3::prelude::*;

/// A recipe file's text as JSON; messages call the file `name`.
#[pyfunction]
pub(crate) fn recipe_from_toml(py: Python<'_>, name: &str, text: &str) -> PyResult<String> {
    let recipe = Recipe::parse(name, text).map_err(|error| raise(py, error))?;
    lethe::json::value(&recipe).map(|value| value.to_string()).map_err(|error| raise(py, error))
}

/// A recipe in JSON as the text of a file that says the same.
#[pyfunction]
pub(crate) fn recipe_to_toml(py: Python<'_>, json: &str) -> PyResult<String> {
    recipe::to_toml(&parsed(py, json)?).map_err(|error| raise(py, error))
}

/// The flags of models, with underscores.
#[pyfunction]
pub(crate) fn model_flags() -> Vec<String> {
    flags::judged().map(|flag| flag.name.replace('-', "_")).collect()
}

/// A recipe in JSON with models as flags write them: pairs of a flag's name and value.
#[pyfunction]
pub(crate) fn recipe_with_models(
    py: Python<'_>,
    json: &str,
    models: Vec<(String, String)>,
) -> PyResult<String> {
    let mut recipe = parsed(py, json)?;
    let models =
        models.iter().map(|(flag, text)| flags::parse(flag, text)).collect::<lethe::Result<Vec<_>>>();
    let added = models.and_then(|models| flags::add_to(&mut recipe, &models));
    let written = added.and_then(|()| lethe::json::value(&recipe));
    written.map(|value| value.to_string()).map_err(|error| raise(py, error))
}

fn parsed(py: Python<'_>, json: &str) -> PyResult<Recipe> {
    let refuse = |error: serde_json::Error| {
        let problem = error.to_string();
        raise(py, lethe::Error::Request(format!("the recipe: {problem}")))
    };
    serde_json::from_str(json).map_err(refuse)
}
