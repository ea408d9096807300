//! Recipes: what a release must satisfy and how it is made, written down in a TOML file.
//!
//! A recipe is read whole or not at all. Whatever it says is checked here, where the line is still known, so that
//! the rest of the program gets values of the right type in the right range; whether columns exist and hierarchies
//! fit is for those who hold the data. Unknown keys are errors, because a misspelled key that is ignored would
//! publish data under weaker rules than its owner wrote down.

mod algorithm;
mod columns;
mod diversity;
mod elimination;
mod error;
mod fitting;
mod grouping;
mod hierarchy;
mod idle_columns;
mod privacy;
mod reader;
mod safepub;
mod scalars;
mod search;
mod words;

pub use algorithm::Algorithm;
pub use columns::{ColumnRecipe, ValueOrder};
pub use diversity::{Diversity, EntropyEstimator};
pub use elimination::{Alone, CompartmentMode, Composition, Cover, Perturbation};
pub use error::RecipeError;
pub use grouping::{Center, Recode, Split};
pub use hierarchy::HierarchyRecipe;
pub use privacy::{Attacker, Distance, Population, PrivacyModel};
pub use safepub::{Budget, Final, Sampling, Score};
pub use scalars::{parse_time, parse_time_or_none};
pub use search::{Aggregate, Method, Quality, Search, Suppressed};

use error::Result;
use lethe_data::Role;
use reader::Node;
use serde::Serialize;

/// What a recipe file says. The default is the empty recipe, to be filled by flags.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Recipe {
    /// What is said about columns, in the order of the file.
    #[serde(serialize_with = "scalars::named")]
    pub columns: Vec<(String, ColumnRecipe)>,
    /// The models that must hold, all of them.
    pub privacy: Vec<PrivacyModel>,
    /// How a solution is searched for.
    pub search: Search,
}

impl Recipe {
    /// Reads the text of a recipe; `file_name` is what errors call it.
    ///
    /// **Guarantee**: every key of the text was understood, and every parameter lies in the range its model allows.
    ///
    /// **Errors**: the first problem, with its line and the path of its key.
    pub fn parse(file_name: &str, text: &str) -> Result<Self, RecipeError> {
        let document = reader::parse(file_name, text)?;
        let root =
            Node::root(file_name, text, &document).table("a recipe", &["columns", "privacy", "search"])?;
        let columns = root.get("columns").map_or_else(|| Ok(Vec::new()), |node| columns::read(&node))?;
        let privacy =
            root.get("privacy").map_or_else(|| Ok(Vec::new()), |node| read_models(&node, &columns))?;
        let search = root.get("search").map_or_else(|| Ok(Search::default()), |node| search::read(&node))?;
        let recipe = Self { columns, privacy, search };
        match recipe.idle_column_key() {
            Some((column, key, problem)) => {
                // The key was read from this place.
                let place = root.get("columns").and_then(|columns| columns.get(column)?.get(key));
                Err(place.map_or_else(|| root.error_at("columns", &problem), |found| found.error(&problem)))
            }
            None => Ok(recipe),
        }
    }

    /// What is said about a column.
    pub fn column(&self, name: &str) -> Option<&ColumnRecipe> {
        find(&self.columns, name)
    }

    /// What is said about a column, to be added to.
    pub fn column_mut(&mut self, name: &str) -> &mut ColumnRecipe {
        let at = self.columns.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.columns.push((name.to_owned(), ColumnRecipe::default()));
            self.columns.len() - 1
        });
        &mut self.columns[at].1
    }
}

fn find<'a>(columns: &'a [(String, ColumnRecipe)], name: &str) -> Option<&'a ColumnRecipe> {
    columns.iter().find(|(known, _)| known == name).map(|(_, column)| column)
}

fn read_models(node: &Node<'_>, columns: &[(String, ColumnRecipe)]) -> Result<Vec<PrivacyModel>> {
    if node.value().is_table() {
        return Err(node.expected("a list of models, each headed [[privacy]]"));
    }
    let read = |node: &Node<'_>| {
        let model = privacy::read(node)?;
        check_role(node, &model, columns)?;
        Ok(model)
    };
    node.items()?.iter().map(read).collect()
}

/// A model that protects a column which the same recipe calls something else than sensitive is a contradiction.
fn check_role(node: &Node<'_>, model: &PrivacyModel, columns: &[(String, ColumnRecipe)]) -> Result<()> {
    let Some(column) = model.column() else { return Ok(()) };
    match find(columns, column).and_then(|column| column.role) {
        Some(role) if role != Role::Sensitive => {
            let problem =
                format!("{} protects a sensitive column, but this one's role is {role}", model.name());
            Err(node.get("column").unwrap_or_else(|| node.clone()).error(problem))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
