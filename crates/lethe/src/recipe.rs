//! Does this recipe say what it should?

use crate::Result;
use lethe_data::{Context, ValueType};
use lethe_io::recipe::Recipe;
use lethe_io::{Location, ReadOptions, read_table};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// Reads a recipe file.
///
/// **Errors**: the file cannot be read, or says something a recipe cannot say; the message names line and key.
pub fn load(file: &Path) -> Result<Recipe> {
    let name = file.display().to_string();
    let fail = |source| lethe_io::Error::File { file: name.clone(), action: "open", source };
    let text = std::fs::read_to_string(file).map_err(fail)?;
    Ok(Recipe::parse(&name, &text).map_err(lethe_io::Error::from)?)
}

/// The types a recipe declares, as reading a table takes them.
pub fn declared_types(recipe: &Recipe) -> Vec<(String, ValueType)> {
    let declared =
        recipe.columns.iter().filter_map(|(name, column)| Some((name.clone(), column.value_type?)));
    declared.collect()
}

/// A recipe that was understood.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckedRecipe {
    /// The columns it speaks of.
    pub columns: Vec<String>,
    /// The privacy models it demands.
    pub privacy: Vec<String>,
    /// The search it asks for.
    pub method: String,
    /// The recipe as it was understood, defaults included.
    pub recipe: serde_json::Value,
}

/// Reads a recipe and, where a table is given, checks that the table has its columns and their types.
pub fn check(
    file: &Path,
    data: Option<(&Location, &ReadOptions)>,
    context: &Context,
) -> Result<CheckedRecipe> {
    let recipe = load(file)?;
    if let Some((location, options)) = data {
        let mut options = options.clone();
        options.types.extend(declared_types(&recipe));
        let table = read_table(location, &options, context)?;
        let models = recipe.privacy.iter().filter_map(|model| model.column());
        for name in recipe.columns.iter().map(|(name, _)| name.as_str()).chain(models) {
            table.position(name)?;
        }
    }
    Ok(CheckedRecipe {
        columns: recipe.columns.iter().map(|(name, _)| name.clone()).collect(),
        privacy: recipe.privacy.iter().map(|model| model.name().to_owned()).collect(),
        method: recipe.search.method.to_string(),
        // A recipe holds only text keys and finite numbers, so it always serialises.
        recipe: serde_json::to_value(&recipe).unwrap_or_default(),
    })
}
