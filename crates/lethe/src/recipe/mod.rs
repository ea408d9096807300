//! Recipes: loaded, checked against a table, or proposed for one.

mod init;
mod k;
mod nulls;
mod toml;

pub use init::{Init, ProposedColumn, ProposedRecipe, init};
pub use k::{USUAL_K, usual_k};
pub use toml::to_toml;

use crate::error::in_file;
use crate::hierarchy::build;
use crate::recipe_file::{HierarchyRecipe, PrivacyModel, Recipe};
use crate::solution::Solution;
use crate::{Error, Files, Result};
use lethe_data::hierarchy::UnknownValues;
use lethe_data::{Context, Table};
use lethe_io::{Location, ReadOptions, read_small_text, read_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A recipe of ten thousand columns is shorter.
const LONGEST_RECIPE: u64 = 4 << 20;

/// Reads a recipe file, or the recipe of a solution that was saved.
///
/// **Errors**: the file cannot be read, or says something a recipe cannot say; the message names line and key.
pub fn load(file: &Path) -> Result<Recipe> {
    let name = file.display().to_string();
    lethe_io::refuse_pipe(file, "a recipe is read more than once")?;
    let text = read_small_text(file, LONGEST_RECIPE)?;
    if text.trim_start().starts_with('{') {
        return Ok(Solution::load(file)?.recipe);
    }
    Ok(Recipe::parse(&name, &text)?)
}

/// Reading options with a recipe's words for missing values, for a file that need not be the recipe's table.
pub(crate) fn with_null_words(mut options: ReadOptions, recipe: &Recipe) -> ReadOptions {
    let new = recipe.data.null_words.iter().filter(|word| !options.null_words.contains(word));
    let new: Vec<String> = new.cloned().collect();
    options.null_words.extend(new);
    options
}

/// Reading options with what a recipe says about reading and types; what the options already say comes first.
pub fn with_recipe(mut options: ReadOptions, recipe: &Recipe) -> ReadOptions {
    let delimiter = recipe.data.delimiter.as_deref();
    options.delimiter = options.delimiter.or(delimiter.and_then(|text| lethe_io::parse_delimiter(text).ok()));
    options.header &= !recipe.data.no_header;
    options = with_null_words(options, recipe);
    let declared =
        recipe.columns.iter().filter_map(|(name, column)| Some((name.clone(), column.value_type?)));
    // Of two types for one column the last is used.
    options.types = declared.chain(options.types).collect();
    options
}

/// Refuses a key of a column that has no effect; see [`Recipe::idle_column_key`].
pub(crate) fn refuse_idle(idle: Option<(&str, &'static str, String)>) -> Result<()> {
    idle.map_or(Ok(()), |(name, key, problem)| {
        Err(Error::Request(format!("column '{name}': {key} {problem}")))
    })
}

/// What is to be said of columns that have a declared type and not one value that fits it, where records were read by themselves:
/// nothing else shows that the type is wrong.
pub(crate) fn without_values(table: &Table, options: &ReadOptions) -> Vec<String> {
    let is_declared = |name: &str| options.types.iter().any(|(declared, _)| declared == name);
    let columns =
        table.columns().iter().filter(|column| !column.is_empty() && column.nulls() == column.len());
    columns
        .filter(|column| is_declared(column.name()))
        .map(|column| format!("column '{}' has no value that fits its declared type", column.name()))
        .collect()
}

/// The files that a recipe names, looked for in `folder`: hierarchies and populations.
pub fn named_files(recipe: &Recipe, folder: &Path) -> Vec<PathBuf> {
    let hierarchies = recipe.columns.iter().filter_map(|(_, column)| match &column.hierarchy {
        Some(HierarchyRecipe::File(file)) => Some(folder.join(file)),
        _ => None,
    });
    let populations =
        recipe.privacy.iter().filter_map(PrivacyModel::population_file).flat_map(|population| {
            let place = folder.join(population);
            // A population may be a table of a database, or a folder of parts; what is no location is refused when it is read.
            match Location::parse(&place.display().to_string()) {
                Ok(location) => location.files().into_iter().map(Path::to_owned).collect(),
                Err(_) => vec![place],
            }
        });
    hierarchies.chain(populations).collect()
}

/// A recipe that is to be checked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// The recipe.
    pub recipe: PathBuf,
    /// A table that it should fit.
    #[serde(default)]
    pub data: Option<Location>,
    /// How to read the table.
    #[serde(flatten)]
    pub read: ReadOptions,
}

impl Check {
    /// The files that are read.
    pub fn files(&self) -> Files {
        Files::default().reads_recipe(self.recipe.as_path()).reads_table("the table", self.data.as_ref())
    }
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

/// Reads a recipe and, where a table is given, checks that it fits: the table has the columns it speaks of, in their
/// types, and each hierarchy can be had and covers its column. Hierarchy files are looked for beside the recipe.
pub fn check(request: &Check, context: &Context) -> Result<CheckedRecipe> {
    let recipe = load(&request.recipe)?;
    if let Some(location) = &request.data {
        let table = read_table(location, &with_recipe(request.read.clone(), &recipe), context)?;
        fits(&recipe, &table, request.recipe.parent().unwrap_or(Path::new(".")), location, context)?;
    }
    Ok(CheckedRecipe {
        columns: recipe.columns.iter().map(|(name, _)| name.clone()).collect(),
        privacy: recipe.privacy.iter().map(|model| model.name().to_owned()).collect(),
        method: recipe.search.method.name().to_string(),
        recipe: recipe.in_full().map_err(|error| Error::NoJson(error.to_string()))?,
    })
}

/// **Errors**: a column is missing, a hierarchy cannot be had or does not cover its column, or a level is beyond it.
fn fits(recipe: &Recipe, table: &Table, folder: &Path, location: &Location, context: &Context) -> Result<()> {
    let models = recipe.privacy.iter().filter_map(|model| model.column());
    let keys = recipe.search.method.keys();
    let searched = keys.levels.iter().map(|(name, _)| name.as_str());
    let shared = keys.shared.iter().flatten().map(String::as_str);
    for name in models.chain(searched).chain(shared) {
        table.position(name).map_err(in_file(location))?;
    }
    for (name, described) in &recipe.columns {
        let column = table.column(table.position(name).map_err(in_file(location))?);
        let hierarchy =
            described.hierarchy.as_ref().map(|how| build(how, column, folder, context)).transpose()?;
        if let Some(hierarchy) = &hierarchy {
            hierarchy.bind(column, UnknownValues::Refuse).map_err(in_file(location))?;
        }
        let searched = keys.levels.iter().filter(|(other, _)| other == name).map(|(_, level)| *level);
        let highest = searched.chain(described.max_level).chain(described.min_level).max();
        let top = hierarchy.map_or(1, |hierarchy| hierarchy.height() - 1);
        if let Some(level) = highest.filter(|&level| level as usize > top) {
            return Err(Error::Request(format!("column '{name}' has levels 0 to {top}, not {level}")));
        }
    }
    Ok(())
}
