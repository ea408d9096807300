//! A solution kept for later tables.
//!
//! A frozen solution holds the recipe as it was understood, the levels, and the hierarchies as they were built, because
//! some of them depend on the data. It is applied like a recipe with fixed levels: the new table is generalized to the
//! same labels and judged anew, by itself.

use super::plan::Plan;
use super::{Anonymize, Identifying};
use crate::{Error, Result, json};
use lethe_data::Role;
use lethe_data::hierarchy::Hierarchy;
use lethe_io::Location;
use lethe_io::recipe::{ColumnRecipe, HierarchyRecipe, Method, Recipe};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

const VERSION: u32 = 1;
/// It holds whole hierarchies.
const LONGEST: u64 = 256 << 20;

#[derive(Serialize, Deserialize)]
struct File {
    /// The version of this format.
    lethe_frozen: u32,
    recipe: Value,
    hierarchies: Vec<FrozenHierarchy>,
}

#[derive(Serialize, Deserialize)]
struct FrozenHierarchy {
    column: String,
    /// One path a leaf, from the leaf to the root. Leaves are values that a column may have.
    paths: Vec<Vec<String>>,
}

/// **Errors**: a solution is to be kept, and it is of a kind that cannot be applied to other tables.
pub(super) fn check(plan: &Plan<'_>) -> Result<()> {
    if plan.request.freeze.is_none() {
        return Ok(());
    }
    let search = &plan.request.recipe.search;
    let problem = match search.method {
        Method::Mondrian | Method::Cluster | Method::DiskCluster => {
            format!("groups of records, which the method '{}' makes,", search.method)
        }
        method if method.eliminates() => format!("what the method '{method}' makes of single records"),
        _ if search.local => "a solution of local recoding".to_owned(),
        _ if plan.demand.population.is_some() => "a solution whose models look at a population".to_owned(),
        _ => return Ok(()),
    };
    Err(Error::Request(format!("{problem} cannot be applied to other tables; leave out `freeze`")))
}

/// A solution written down.
///
/// **Errors**: the working folder, in which a hierarchy file is looked for, cannot be found out.
pub(super) fn freeze(plan: &Plan<'_>, levels: &[usize]) -> Result<String> {
    let mut recipe = plan.request.recipe.clone();
    for (position, column) in plan.table.columns().iter().enumerate() {
        let role = plan.role(position);
        let known = recipe.columns.iter_mut().find(|(name, _)| name == column.name());
        if let Some((_, described)) = known {
            described.role = Some(role);
        } else {
            let described = ColumnRecipe { role: Some(role), ..ColumnRecipe::default() };
            recipe.columns.push((column.name().to_owned(), described));
        }
    }
    for (_, described) in &mut recipe.columns {
        match &mut described.hierarchy {
            // The hierarchy itself is kept, so where it came from no longer matters.
            hierarchy if described.role == Some(Role::Quasi) => *hierarchy = None,
            // Models of sensitive columns read theirs again, wherever the solution is kept.
            Some(HierarchyRecipe::File(name)) => {
                let fail = |source| lethe_io::Error::File { file: name.clone(), action: "find", source };
                let place = std::path::absolute(plan.request.folder.join(&*name)).map_err(fail)?;
                *name = place.display().to_string();
            }
            _ => {}
        }
    }
    let fixed = levels.iter().enumerate();
    recipe.search.method = Method::Fixed;
    recipe.search.levels = fixed.map(|(at, &level)| (plan.quasi_name(at).to_owned(), level as u32)).collect();
    recipe.search.local = false;
    let hierarchies = plan.hierarchies.iter().enumerate().map(|(at, bound)| FrozenHierarchy {
        column: plan.quasi_name(at).to_owned(),
        paths: bound.hierarchy().paths().map(|path| path.into_iter().map(str::to_owned).collect()).collect(),
    });
    let frozen =
        File { lethe_frozen: VERSION, recipe: json::value(&recipe)?, hierarchies: hierarchies.collect() };
    Ok(json::pretty(&frozen)? + "\n")
}

/// The request to publish a new table as a frozen solution says. Files that its models name are looked for beside it.
///
/// **Guarantee**: the models are judged on the new table by itself, against its own distributions, and nothing is
/// written when one does not hold within the frozen limit of suppression. What an earlier release gave away about the
/// same people is not looked at.
/// **Errors**: the file cannot be read or is no frozen solution.
pub fn thaw(file: &Path, data: Location) -> Result<Anonymize> {
    let name = file.display().to_string();
    let text = lethe_io::read_small_text(file, LONGEST)?;
    let broken = |problem: &str| Error::Request(format!("{name}: {problem}; `freeze` writes such files"));
    let frozen: File = serde_json::from_str(&text).map_err(|_| broken("this is no frozen solution"))?;
    if frozen.lethe_frozen != VERSION {
        return Err(broken("this frozen solution is of another version of Lethe"));
    }
    let Value::Object(fields) = &frozen.recipe else { return Err(broken("the recipe is missing")) };
    let toml: String =
        fields.iter().map(|(key, value)| format!("{} = {}\n", quoted(key), toml(value))).collect();
    let recipe = Recipe::parse(&name, &toml).map_err(|error| {
        let key = error.key.as_deref().unwrap_or("recipe");
        broken(&format!("{key}: {}", error.problem))
    })?;
    let hierarchies = frozen.hierarchies.into_iter().map(|FrozenHierarchy { column, paths }| {
        let hierarchy = Hierarchy::from_paths(&paths)
            .map_err(|_| broken(&format!("the hierarchy of column '{column}' is broken")))?;
        Ok((column, hierarchy))
    });
    Ok(Anonymize {
        hierarchies: hierarchies.collect::<Result<_>>()?,
        folder: file.parent().unwrap_or(Path::new("")).to_owned(),
        identifying: Identifying::Drop,
        other_columns: false,
        ..Anonymize::of(data, recipe)
    })
}

/// A value as TOML spells it; what is null is left out.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let pairs: Vec<String> =
                fields.map(|(key, value)| format!("{} = {}", quoted(key), toml(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// A text as TOML spells it; JSON spells it the same.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
