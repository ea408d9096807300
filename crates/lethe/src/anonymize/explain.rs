//! Why these levels, and what would be gained by asking less, in the words of the table.

use super::plan::Plan;
use crate::Result;
use crate::requirements::Demand;
use lethe_data::Context;
use lethe_data::wording::grouped;
use lethe_transform::lattice::explain::{Relax, Relaxation, explain as explain_solution};
use lethe_transform::lattice::{Checked, Problem};
use schemars::JsonSchema;
use serde::Serialize;

/// Why this is the result.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Explanation {
    /// What forces each column that could be less general: what happens one level lower, all others as they are.
    pub columns: Vec<Forced>,
    /// What each relaxation would gain, the largest gain first.
    pub relaxations: Vec<Gain>,
}

/// A column one level lower than in the solution.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Forced {
    /// The column.
    pub column: String,
    /// The level one below that of the solution.
    pub level: usize,
    /// Whether that would be a solution as well: then it loses more by suppression than it gains.
    pub holds: bool,
    /// Its loss.
    pub value: f64,
    /// The records that would have to be suppressed.
    pub suppressed: u64,
    /// The models that some classes break there.
    pub broken: Vec<Broken>,
}

/// A model that some classes break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Broken {
    /// The model.
    pub model: String,
    /// The classes that break it.
    pub classes: u64,
    /// The records in them.
    pub records: u64,
    /// The largest of them.
    pub largest: u64,
}

/// What would be gained by asking less.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Gain {
    /// What is relaxed.
    pub relaxation: String,
    /// How much smaller the loss would be. Where a column is left out, its own loss is no gain.
    pub gain: f64,
    /// The loss then.
    pub value: Option<f64>,
    /// The records that would be suppressed then.
    pub suppressed: Option<u64>,
    /// Whether that is proven to be the best.
    pub optimal: bool,
}

/// Explains a solution.
pub(super) fn explain(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    best: &Checked,
    context: &Context,
) -> Result<Explanation> {
    let mut weaker: Vec<(String, Demand)> = Vec::new();
    for (at, model) in plan.request.recipe.privacy.iter().enumerate() {
        let Some((name, less)) = model.weakened() else { continue };
        let mut models = plan.request.recipe.privacy.clone();
        models[at] = less;
        weaker.push((name, plan.demand_of(&models, context)?));
    }
    let asked: Vec<(String, _)> =
        weaker.iter().map(|(name, demand)| (name.clone(), &demand.requirements)).collect();
    let found = explain_solution(problem, best, &asked, context)?;
    let columns = found.lower.into_iter().map(|lower| Forced {
        column: plan.quasi_name(lower.column).to_owned(),
        level: lower.node.levels[lower.column],
        holds: lower.node.holds,
        value: lower.node.value,
        suppressed: lower.node.suppressed,
        broken: lower
            .failures
            .into_iter()
            .map(|failure| Broken {
                model: failure.model.to_owned(),
                classes: failure.classes,
                records: failure.records,
                largest: failure.largest,
            })
            .collect(),
    });
    let mut relaxations: Vec<Gain> =
        found.relaxations.into_iter().map(|relaxation| gain(plan, relaxation)).collect();
    relaxations.sort_by(|one, two| two.gain.total_cmp(&one.gain));
    Ok(Explanation { columns: columns.collect(), relaxations })
}

fn gain(plan: &Plan<'_>, Relaxation { relax, best, optimal, gain }: Relaxation) -> Gain {
    let relaxation = match relax {
        Relax::Suppression { limit } => {
            format!("suppress up to {} records instead of {}", grouped(limit), grouped(plan.limit))
        }
        Relax::Column { column } => format!("leave out '{}'", plan.quasi_name(column)),
        Relax::Models { name } => name,
    };
    let (value, suppressed) = (best.as_ref().map(|best| best.value), best.map(|best| best.suppressed));
    Gain { relaxation, gain, value, suppressed, optimal }
}
