//! The quasi-identifying columns as lines on which groups of records lie.

use super::plan::Plan;
use crate::recipe_file::{Algorithm, Recode};
use crate::{Error, Result};
use lethe_models::quality::{Aggregate, Loss, Measure};
use lethe_transform::partition::{Axis, Recoded};

/// An axis for each quasi-identifying column. Columns with a hierarchy show its nodes, the others ranges or sets of values;
/// numbers whose mean is published need no nodes.
///
/// **Errors**: a column is held to levels that groups cannot keep to.
pub(super) fn axes(plan: &Plan<'_>, measure: &dyn Measure) -> Result<Vec<Axis>> {
    let search = &plan.request.recipe.search;
    let ranges = search.method.keys().recode == Some(Recode::Range);
    let means = search.method.keys().algorithm == Some(Algorithm::Mdav);
    // Measures that are no sums over cells are small when little of the domains is covered.
    let covered = Loss::new(plan.domains(), Aggregate::Mean);
    let costs = measure.costs().or(covered.costs());
    // The loss is a sum over cells.
    let costs = costs.map_or(&[][..], |costs| &costs.columns);
    let axis = |at: usize| {
        let column = plan.table.column(plan.roles.quasi[at]);
        let bound = &plan.hierarchies[at];
        let (lowest, highest) = plan.levels_of(at);
        let refuse = |what: &str| {
            let problem = format!(
                "column '{}': {what} does not go with the method '{}'",
                column.name(),
                search.method.name()
            );
            Err(Error::Request(problem))
        };
        if highest + 1 < bound.height() {
            return refuse("max_level");
        }
        let weight = plan.domains()[at].weight;
        let is_number = column.value_type().is_numeric();
        if plan.has_hierarchy(at) && !ranges && !(means && is_number) {
            return Ok(Axis::tree(column, bound, &costs[at], lowest, weight));
        }
        if lowest > 0 {
            return refuse("min_level without nodes of a hierarchy");
        }
        Ok(Axis::line(column, weight))
    };
    (0..plan.hierarchies.len()).map(axis).collect()
}

/// The columns as they are recoded.
pub(super) fn recoded<'a>(plan: &'a Plan<'_>, axes: &'a [Axis]) -> Vec<Recoded<'a>> {
    let columns = plan.roles.quasi.iter().zip(&plan.hierarchies).zip(axes);
    columns
        .map(|((&position, bound), axis)| Recoded { column: plan.table.column(position), bound, axis })
        .collect()
}
