//! Solutions in files.

use super::Solution;
use crate::recipe_file::Recipe;
use crate::{Error, Result, json};
use lethe_data::hierarchy::Hierarchy;
use lethe_transform::rule::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

const VERSION: u32 = 2;
/// It holds whole hierarchies.
const LONGEST: u64 = 256 << 20;

#[derive(Serialize, Deserialize)]
struct File {
    /// The version of this format.
    lethe_frozen: u32,
    recipe: Value,
    hierarchies: Vec<SavedHierarchy>,
    rule: Rule,
    hidden: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct SavedHierarchy {
    column: String,
    /// One path a leaf, from the leaf to the root. Leaves are values that a column may have.
    paths: Vec<Vec<String>>,
}

impl Solution {
    /// The solution written down.
    ///
    /// **Errors**: it has no form in JSON: a fault of Lethe's own.
    pub fn to_json(&self) -> Result<String> {
        let hierarchies = self.hierarchies.iter().map(|(column, hierarchy)| SavedHierarchy {
            column: column.clone(),
            paths: hierarchy.paths().map(|path| path.into_iter().map(str::to_owned).collect()).collect(),
        });
        let file = File {
            lethe_frozen: VERSION,
            recipe: self.recipe.in_full().map_err(|error| Error::NoJson(error.to_string()))?,
            hierarchies: hierarchies.collect(),
            rule: self.rule.clone(),
            hidden: self.hidden.clone(),
        };
        Ok(json::line(&file)? + "\n")
    }

    /// Writes the solution to a file that is its owner's only: it holds values of the table.
    ///
    /// **Errors**: the file cannot be written.
    pub fn save(&self, file: &Path) -> Result<()> {
        Ok(lethe_io::write_privately(file, self.to_json()?.as_bytes())?)
    }

    /// Reads a solution.
    ///
    /// **Errors**: the file cannot be read or is no solution.
    pub fn load(file: &Path) -> Result<Self> {
        Self::from_json(&file.display().to_string(), &lethe_io::read_small_text(file, LONGEST)?)
    }

    /// The solution that was written down as this text; messages call it `name`.
    ///
    /// **Errors**: it is no solution.
    pub fn from_json(name: &str, text: &str) -> Result<Self> {
        let broken = |problem: &str| Error::Request(format!("{name}: {problem}; `freeze` writes such files"));
        let Ok(Version { lethe_frozen }) = serde_json::from_str(text) else {
            return Err(broken("this is no frozen solution"));
        };
        if lethe_frozen != VERSION {
            return Err(broken("this frozen solution is of another version of Lethe"));
        }
        let saved: File = serde_json::from_str(text).map_err(|_| broken("this is no frozen solution"))?;
        if !saved.recipe.is_object() {
            return Err(broken("the recipe is missing"));
        }
        let recipe = Recipe::from_json(name, &saved.recipe).map_err(|error| {
            let key = error.key.as_deref().unwrap_or("recipe");
            broken(&format!("{key}: {}", error.problem))
        })?;
        let hierarchies = saved.hierarchies.into_iter().map(|SavedHierarchy { column, paths }| {
            let hierarchy = Hierarchy::from_paths(&paths)
                .map_err(|_| broken(&format!("the hierarchy of column '{column}' is broken")))?;
            Ok((column, hierarchy))
        });
        let hierarchies = hierarchies.collect::<Result<_>>()?;
        let solution = Self { recipe, hierarchies, rule: saved.rule, hidden: saved.hidden };
        solution.check().map_err(broken)?;
        Ok(solution)
    }
}

/// What is read first: another version may say everything else in another way.
#[derive(Deserialize)]
struct Version {
    lethe_frozen: u32,
}
