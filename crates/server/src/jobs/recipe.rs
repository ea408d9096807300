//! The recipe that a job works with: a copy, so that what was done can be repeated whatever becomes of the project's.

use crate::problem::{Problem, Result};
use crate::workspace::{RECIPE, is_file_name};
use lethe::recipe_file::{HierarchyRecipe, Recipe};
use std::path::Path;

/// **Errors**: the recipe names a file that is not one of the project's.
pub(crate) fn named_files_are_ours(recipe: &Recipe, folder: &Path) -> Result<()> {
    for (column, described) in &recipe.columns {
        if let Some(HierarchyRecipe::File(name)) = &described.hierarchy
            && !(is_file_name(name) && folder.join(name).is_file())
        {
            let problem = format!("column '{column}': the project has no hierarchy of this name");
            return Err(Problem::recipe(problem).hint("add the hierarchy to the project first"));
        }
    }
    if recipe.privacy.iter().any(|model| model.population_file().is_some()) {
        let problem = "a model names a population by its file, which the service does not read";
        return Err(Problem::recipe(problem).hint("give the size of the population as a number"));
    }
    Ok(())
}

/// Copies the recipe and the hierarchies of a project into a folder. Files are never changed in place, so links will do.
pub(crate) fn copy_recipe(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name == RECIPE || is_file_name(name));
        let target = to.join(&name);
        if is_ours && std::fs::hard_link(entry.path(), &target).is_err() {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
