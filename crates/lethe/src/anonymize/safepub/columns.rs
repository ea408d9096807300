//! Every published column takes part in the promise.

use super::super::{Anonymize, Identifying, Others};
use crate::hierarchy::HierarchyFile;
use crate::recipe_file::{ColumnRecipe, HierarchyRecipe, PrivacyModel};
use crate::{Error, Result};
use lethe_data::hierarchy::UnknownValues;
use lethe_data::{Role, Table};
use lethe_transform::safepub::Score;
use std::path::Path;

/// The request under which the release is made and checked: all columns but the identifying ones are generalized together, and no
/// group has fewer than k records.
///
/// **Errors**: a column has no role, the table has weights, pseudonyms are requested, or a hierarchy depends on the data.
pub(super) fn all_take_part(request: &Anonymize, table: &Table, k: u64, score: Score) -> Result<Anonymize> {
    if table.weights().is_some() {
        return Err(refuse("cannot sample rows that stand for several records"));
    }
    if matches!(request.identifying, Identifying::Pseudonym(_)) {
        return Err(refuse(
            "has no place for pseudonyms: they would be there for one person and not for another",
        ));
    }
    if request.recipe.search.time_limit.is_some() {
        return Err(refuse("cannot be cut short: how far it comes in a time depends on the records"));
    }
    if request.freeze.is_some() || request.explain {
        return Err(refuse(
            "cannot save or explain a solution: what it saw of the records would be reported besides the release",
        ));
    }
    let mut derived = request.clone();
    derived.recipe.privacy = vec![PrivacyModel::k_anonymity(k)];
    // To refuse a table because of one person's value would be an answer about that person.
    derived.unknown = UnknownValues::Suppress;
    for column in table.columns() {
        let name = column.name();
        let is_label = request.recipe.search.class.as_deref() == Some(name);
        let known = derived.recipe.columns.iter().position(|(known, _)| known == name);
        let at = match known {
            Some(at) => at,
            None if request.others == Others::Drop && !is_label => {
                let role = Some(Role::Identifying);
                derived
                    .recipe
                    .columns
                    .push((name.to_owned(), ColumnRecipe { role, ..ColumnRecipe::default() }));
                continue;
            }
            None if is_label => {
                derived.recipe.columns.push((name.to_owned(), ColumnRecipe::default()));
                derived.recipe.columns.len() - 1
            }
            None => {
                let problem = format!(
                    "publishes every column under the guarantee; column '{name}' has no role: call it quasi, or identifying to \
                     leave it out"
                );
                return Err(refuse(&problem));
            }
        };
        let described = &mut derived.recipe.columns[at].1;
        if is_label {
            if described.min_level.is_some_and(|level| level > 0) || described.hierarchy.is_some() {
                let problem = format!(
                    "publishes the column to predict as it is; leave out the hierarchy and the levels of column '{name}', or \
                     predict another one"
                );
                return Err(refuse(&problem));
            }
            described.role = Some(Role::Quasi);
            (described.min_level, described.max_level, described.hierarchy) = (Some(0), Some(0), None);
        } else if described.role != Some(Role::Identifying) {
            described.role = Some(Role::Quasi);
            let given = derived.hierarchies.iter().any(|(known, _)| known == name);
            check_hierarchy(name, described, given, &request.folder, score)?;
        }
    }
    Ok(derived)
}

/// Whether the recipe leaves one level for every column that is generalized, whoever is in the table.
pub(super) fn have_fixed_levels(request: &Anonymize, table: &Table) -> bool {
    let recipe = &request.recipe;
    let is_fixed = |name: &str| {
        let column = recipe.column(name);
        recipe.search.class.as_deref() == Some(name)
            || column.is_some_and(|column| {
                column.role == Some(Role::Identifying)
                    || (column.min_level.is_some() && column.min_level == column.max_level)
            })
    };
    table.columns().iter().all(|column| is_fixed(column.name()))
}

/// What a value becomes, and how many levels there are, must not depend on who is in the table. Hierarchies that are built have the
/// levels that some record needs, so only files that list their leaves will do, or none at all: a value is then shown or not.
fn check_hierarchy(
    name: &str,
    column: &ColumnRecipe,
    given: bool,
    folder: &Path,
    score: Score,
) -> Result<()> {
    let listed = match &column.hierarchy {
        _ if given => true,
        Some(HierarchyRecipe::File(file)) => {
            HierarchyFile::named(folder.join(file).display().to_string()).lists_leaves()?
        }
        Some(_) => false,
        None if score == Score::Granularity => {
            let problem = format!(
                "needs the whole domain of a column for the score 'granularity'; give column '{name}' a hierarchy file, or \
                 choose another score, such as intensity"
            );
            return Err(refuse(&problem));
        }
        None => true,
    };
    if listed {
        return Ok(());
    }
    let problem = format!(
        "needs hierarchies that do not depend on the records; column '{name}' has one that is built from them: write one to a file \
         that lists every value, from what is known without the table"
    );
    Err(refuse(&problem))
}

fn refuse(problem: &str) -> Error {
    Error::Request(format!("the method 'safepub' {problem}"))
}
