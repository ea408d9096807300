//! Recipes: what a release must satisfy and how it is made, written down in a TOML file.
//!
//! A recipe is read whole or not at all. Whatever it says is checked here, where the line is still known, so that
//! the rest of the program gets values of the right type in the right range; whether columns exist and hierarchies
//! fit is for those who hold the data. Unknown keys are errors, because a misspelled key that is ignored would
//! publish data under weaker rules than its owner wrote down.
//!
//! # Where is what?
//!
//! `recipe/src/document.rs` turns TOML, or any serde format, into values that know where they stand; `reader.rs` walks
//! them. A `Recipe<M, Q>` is generic over the family of privacy models and that of quality measures, because `recipe`
//! is below `models`: it knows how models are written (`model/`: keys, flags, parameters), not which there are.
//! `models/src/privacy/registry.rs` and `models/src/quality/registry.rs` list these, and `lethe/src/recipe_file.rs`
//! names the types that the rest uses. A constructor asks a `Site` for what needs the data
//! (`lethe/src/requirements/models.rs`).

mod algorithm;
mod columns;
mod data;
mod document;
mod elimination;
mod error;
mod fitting;
mod grouping;
mod hierarchy;
mod idle_columns;
mod method;
pub mod model;
mod reader;
mod safepub;
mod scalars;
mod schema;
mod search;
mod words;
mod write;

pub use algorithm::Algorithm;
pub use columns::{ColumnRecipe, ValueOrder};
pub use data::DataRecipe;
pub use elimination::{Alone, CompartmentMode, Composition, Cover, Perturbation};
pub use error::RecipeError;
pub use grouping::{Center, Recode, Split};
pub use hierarchy::HierarchyRecipe;
pub use method::{
    ClusterOptions, CompositionOptions, LevelOptions, LevelSearch, Method, MethodKeys, MethodName,
    PerturbationOptions, SafepubOptions, SplitOptions,
};
pub use model::{ModelFamily, Population};
pub use reader::Rule;
pub use safepub::{Budget, Final, Sampling, Score};
pub use scalars::{PART, POSITIVE, SHARE, at_least_one, at_least_two, parse_time, parse_time_or_none};
pub use search::{Aggregate, Search, Suppressed};
#[doc(hidden)]
pub use serde;
pub use words::{Word, names};

use error::Result;
use lethe_data::Role;
use reader::Node;

/// What a recipe file says, for privacy models `M` and quality measures `Q`. The default is the empty recipe, to be
/// filled by flags.
///
/// Which models and measures there are is known to whoever defines them, in one place; here it is only known how they
/// are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe<M, Q> {
    /// How the table is read.
    pub data: DataRecipe,
    /// What is said about columns, in the order of the file.
    pub columns: Vec<(String, ColumnRecipe)>,
    /// The models that must hold, all of them.
    pub privacy: Vec<M>,
    /// How a solution is searched for.
    pub search: Search<Q>,
}

impl<M, Q: Default> Default for Recipe<M, Q> {
    fn default() -> Self {
        Self {
            data: DataRecipe::default(),
            columns: Vec::new(),
            privacy: Vec::new(),
            search: Search::default(),
        }
    }
}

impl<M: ModelFamily, Q: Word + Default> Recipe<M, Q> {
    /// Reads the text of a recipe; `file_name` is what errors call it.
    ///
    /// **Guarantee**: every key of the text was understood, and every parameter lies in the range its model allows.
    ///
    /// **Errors**: the first problem, with its line and the path of its key.
    pub fn parse(file_name: &str, text: &str) -> Result<Self, RecipeError> {
        let document = document::parse(file_name, text)?;
        Self::read(&Node::root(file_name, text, &document))
    }

    fn read(node: &Node<'_>) -> Result<Self> {
        let root = node.table("a recipe", &["data", "columns", "privacy", "search"])?;
        let data = root.get("data").map_or_else(|| Ok(DataRecipe::default()), |node| data::read(&node))?;
        let columns = root.get("columns").map_or_else(|| Ok(Vec::new()), |node| columns::read(&node))?;
        let privacy =
            root.get("privacy").map_or_else(|| Ok(Vec::new()), |node| read_models(&node, &columns))?;
        let search = root.get("search").map_or_else(|| Ok(Search::default()), |node| search::read(&node))?;
        let recipe = Self { data, columns, privacy, search };
        match recipe.idle_column_key() {
            Some((column, key, problem)) => {
                // The key was read from this place.
                let place = root.get("columns").and_then(|columns| columns.get(column)?.get(key));
                Err(place.map_or_else(|| root.error_at("columns", &problem), |found| found.error(&problem)))
            }
            None => Ok(recipe),
        }
    }
}

impl<M, Q> Recipe<M, Q> {
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

fn read_models<M: ModelFamily>(node: &Node<'_>, columns: &[(String, ColumnRecipe)]) -> Result<Vec<M>> {
    if matches!(node.content(), document::Content::Table(_)) {
        return Err(node.expected("a list of models, each headed [[privacy]]"));
    }
    let read = |node: &Node<'_>| {
        let model = model::read(node)?;
        check_role(node, &model, columns)?;
        Ok(model)
    };
    node.items()?.iter().map(read).collect()
}

/// A model that protects a column which the same recipe calls something else than sensitive is a contradiction.
fn check_role<M: ModelFamily>(node: &Node<'_>, model: &M, columns: &[(String, ColumnRecipe)]) -> Result<()> {
    let Some(column) = model.column() else { return Ok(()) };
    match find(columns, column).and_then(|column| column.role) {
        Some(role) if role != Role::Sensitive => {
            let name = model.spec().name;
            let problem = format!("{name} protects a sensitive column, but this one's role is {role}");
            Err(node.get("column").unwrap_or_else(|| node.clone()).error(problem))
        }
        _ => Ok(()),
    }
}
