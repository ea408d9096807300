//! Models as flags spell them: `distinct:3@disease`, `0.2@salary:ordered`. Each model declares its own form.

use crate::recipe_file::{ColumnRecipe, PrivacyModel, Recipe};
use crate::verify::replace_models;
use crate::{Error, Result};
use lethe_models::privacy::registry::MODELS;
use lethe_recipe::model::{Flag, parse_flag};
use std::path::Path;

/// A model, and the hierarchy file that its flag names for its column.
#[derive(Clone, Debug, PartialEq)]
pub struct Flagged {
    /// The model.
    pub model: PrivacyModel,
    /// What the flag says about the model's column besides.
    pub column: Option<(String, ColumnRecipe)>,
}

/// The flags of all models that a table can be judged by, in the order of help.
pub fn judged() -> impl Iterator<Item = &'static Flag> {
    let judged = MODELS.iter().filter(|entry| !entry.judged.is_empty());
    judged.filter_map(|entry| entry.spec.flag.as_ref())
}

/// Adds models to a recipe; each replaces the recipe's of the same name and column.
///
/// **Errors**: a file that a model names cannot be found.
pub fn add_to(recipe: &mut Recipe, models: &[Flagged]) -> Result<()> {
    replace_models(recipe, models, Path::new(""))
}

/// Reads the model that a flag asks for.
///
/// **Errors**: the text has another form than the flag's, or a parameter is out of range.
pub fn parse(flag: &str, text: &str) -> Result<Flagged> {
    let of_flag = |own: &Flag| own.name == flag;
    let entry = MODELS.iter().find(|entry| entry.spec.flag.as_ref().is_some_and(of_flag));
    let entry = entry.ok_or_else(|| Error::Request(format!("no model has the flag --{flag}")))?;
    let wrong = |problem: String| Error::Request(format!("--{flag} {text}: {problem}"));
    let (model, column) = parse_flag(&entry.spec, text).map_err(wrong)?;
    Ok(Flagged { model, column })
}
