//! Which column sets a composition publishes apart.

use super::{Knowledge, policy, problem};
use crate::Result;
use crate::anonymize::plan::Plan;
use lethe_data::{ColumnSet, Context};
use lethe_transform::eliminate::{Policy, Treatment, exposing_sets};

/// The sets of at least two columns that the rules of the recipe publish apart, by position. Where the treatment with the
/// least loss is asked for, these are the sets that single out too large a share of people: the loss of cells says nothing
/// about relations, so that it cannot decide that.
pub(super) fn sets(plan: &Plan<'_>, knowledge: Knowledge, context: &Context) -> Result<Vec<ColumnSet>> {
    let search = &plan.request.recipe.search;
    let policy = policy(search);
    let all = vec![(0..plan.roles.quasi.len()).collect()];
    let found = exposing_sets(&problem(plan, knowledge, all)?, context)?;
    let mut sets = Vec::new();
    for (places, features) in found {
        let is_apart = match &policy {
            Policy::Rules(rules) => rules.treatment(&features) == Treatment::Compartment,
            Policy::Least => features.coverage >= search.compartments_from().to_f64(),
            Policy::Always(_) => false,
        };
        if is_apart && places.len() > 1 {
            sets.push(ColumnSet::of(places.iter().map(|&place| plan.roles.quasi[place]))?);
        }
    }
    Ok(sets)
}
