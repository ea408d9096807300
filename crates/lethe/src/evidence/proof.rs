//! Do the models of the recipe hold on the release?

use super::Evidence;
use super::report::{Proof, ProvenModel};
use crate::Result;
use crate::compare::Release;
use crate::recipe_file::{MethodName, Recipe};
use crate::verify::compartments::{VerifyCompartments, verify_compartments};
use crate::verify::{Figure, Verify, verify};
use lethe_data::Context;
use std::path::PathBuf;

/// Asks the verifier about an existing release.
///
/// **Errors**: a file cannot be read, or the recipe has no model that can be judged.
pub(super) fn of_release(request: &Evidence, recipe: &Recipe, context: &Context) -> Result<Proof> {
    let method = recipe.search.method.name();
    let folder = match &request.released {
        Release::Compartments(folder) => Some(folder.clone()),
        Release::Table(table) if method == MethodName::Compartment => table.path.clone(),
        Release::Table(_) => None,
    };
    if let Some(folder) = folder {
        return of_compartments(request, folder, context);
    }
    let Release::Table(table) = &request.released else {
        return of_compartments(request, PathBuf::new(), context);
    };
    let found = verify(
        &Verify {
            read: request.read.for_other_table(),
            recipe: Some(request.recipe.clone()),
            reference: Some(request.original.clone()),
            ..Verify::of(table.clone())
        },
        context,
    )?;
    Ok(Proof {
        how: "The verifier read the released file and judged every model on it; it shares no code with the search that makes \
              releases."
            .to_owned(),
        method: None,
        models: found.models.iter().map(ProvenModel::from).collect(),
        holds: found.holds,
        notes: found.notes,
    })
}

fn of_compartments(request: &Evidence, data: PathBuf, context: &Context) -> Result<Proof> {
    let read = request.read.for_other_table();
    let recipe = Some(request.recipe.clone());
    let found =
        verify_compartments(&VerifyCompartments { data, read, recipe, k: None, max_size: None }, context)?;
    let achieved = found.compartments.iter().filter_map(|one| one.min_class).min();
    Ok(Proof {
        how: "The verifier read every file of the release and attacked them together: it joined compartments on the columns that \
              they share, looked at the order of their rows, and counted the smallest classes."
            .to_owned(),
        method: None,
        models: vec![ProvenModel {
            model: if found.max_size.is_some() { "km-anonymity" } else { "k-anonymity" }.to_owned(),
            variant: None,
            column: None,
            comparison: "at-least".to_owned(),
            required: Figure::Whole(found.k),
            achieved: achieved.map(Figure::Whole),
            holds: found.holds,
        }],
        holds: found.holds,
        notes: found.notes,
    })
}
