//! A solution kept for later tables.
//!
//! One combination of levels is applied like a recipe with fixed levels: the new table is generalized to the same labels, and who is
//! suppressed is decided anew. Several rounds and regions are applied as they are: records whose values were not published are suppressed.
//! Either way the new table is judged by itself before it is written.

use super::groups::Grouped;
use super::plan::Plan;
use super::publish::{self, Release};
use super::{Anonymize, Identifying};
use crate::recipe_file::{ColumnRecipe, HierarchyRecipe, LevelOptions, Method, MethodName, Recipe, Split};
use crate::solution::Solution;
use crate::{Error, Result};
use lethe_data::{Context, Role};
use lethe_io::Location;
use lethe_transform::rule::Rule;
use std::path::Path;

/// **Errors**: a solution is to be kept, and it is of a kind that cannot be applied to other tables.
pub(super) fn check(plan: &Plan<'_>) -> Result<()> {
    if plan.request.freeze.is_none() {
        return Ok(());
    }
    let search = &plan.request.recipe.search;
    let problem = match search.method.name() {
        MethodName::Mondrian if search.method.keys().split != Some(Split::Relaxed) => return Ok(()),
        MethodName::Mondrian | MethodName::Cluster | MethodName::DiskCluster => {
            format!("groups of records, which the method '{}' makes,", search.method.name())
        }
        method if method.eliminates() => format!("what the method '{method}' makes of single records"),
        _ if plan.demand.population.is_some() => "a solution whose models look at a population".to_owned(),
        _ => return Ok(()),
    };
    Err(refusal(&problem))
}

fn refusal(problem: &str) -> Error {
    Error::Request(format!("{problem} cannot be applied to other tables; leave out `freeze`"))
}

/// The solution that a release was made by.
///
/// **Errors**: what a record shows is not determined by its own values, or the working folder, in which a hierarchy file is looked for,
/// cannot be found out.
pub(super) fn freeze(
    plan: &Plan<'_>,
    release: &Release,
    grouped: Option<&Grouped>,
    context: &Context,
) -> Result<Solution> {
    let quasi = &plan.roles.quasi;
    let grouped = grouped.map(Grouped::for_rule);
    let rule = Rule::of(&plan.table, quasi, &plan.hierarchies, &release.recoding, grouped, context)?;
    let rule = rule.ok_or_else(|| refusal("a solution that treats records of equal values differently"))?;
    let name = |&position: &usize| plan.table.column(position).name().to_owned();
    let mut hidden = publish::hidden(plan, release);
    if release.hidden.is_none() {
        // Nobody was suppressed, so nobody has judged what suppressed records may show.
        hidden.extend(&plan.roles.sensitive);
    }
    let hierarchies = quasi.iter().map(name).zip(&plan.hierarchies);
    Ok(Solution {
        recipe: described(plan, &rule)?,
        hierarchies: hierarchies.map(|(name, bound)| (name, bound.hierarchy().clone())).collect(),
        rule,
        hidden: hidden.iter().map(name).collect(),
    })
}

/// The recipe with a role for every column, wherever the solution is kept.
fn described(plan: &Plan<'_>, rule: &Rule) -> Result<Recipe> {
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
    if let Some(levels) = rule.single_levels() {
        let fixed = levels.iter().enumerate();
        let fixed = fixed.map(|(at, &level)| (plan.quasi_name(at).to_owned(), level as u32)).collect();
        let suppressed_shows = recipe.search.method.keys().suppressed_shows;
        recipe.search.method =
            Method::Fixed(fixed, LevelOptions { suppressed_shows, ..LevelOptions::default() });
    }
    Ok(recipe)
}

/// The request to publish a new table as a frozen solution says. Files that its models name are looked for beside it.
///
/// **Guarantee**: the models are judged on the new table by itself, against its own distributions, and nothing is
/// written when one does not hold within the frozen limit of suppression. What an earlier release revealed about the
/// same records is not looked at.
/// **Errors**: the file cannot be read or is no frozen solution.
pub fn thaw(file: &Path, data: Location) -> Result<Anonymize> {
    Ok(Solution::load(file)?.request(data, file.parent().unwrap_or(Path::new(""))))
}

impl Solution {
    /// The request to publish another table as the solution says, as [`thaw`] makes it. Files that its models name are looked for in
    /// `folder`.
    pub fn request(self, data: Location, folder: &Path) -> Anonymize {
        let Self { recipe, hierarchies, rule, .. } = self;
        Anonymize {
            hierarchies,
            rule: rule.single_levels().is_none().then_some(rule),
            folder: folder.to_owned(),
            identifying: Identifying::Drop,
            others: super::Others::Refuse,
            ..Anonymize::of(data, recipe)
        }
    }
}
