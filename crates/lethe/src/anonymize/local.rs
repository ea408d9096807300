//! Local recoding after the search: records that one combination of levels would coarsen or suppress find company on
//! other levels.

use super::plan::Plan;
use super::quality::Measured;
use super::report::{LocalReport, Round};
use super::search::Searched;
use crate::Result;
use crate::discover::Stop;
use crate::time_limit::within;
use lethe_data::Context;
use lethe_transform::Recoding;
use lethe_transform::lattice::{Problem, local};
use std::time::Instant;

/// What local recoding gave.
pub(super) struct Refined {
    /// The recoding, where it is a solution with a smaller loss than that of the search.
    pub(super) recoding: Option<Recoding>,
    pub(super) rounds: Vec<Round>,
    pub(super) report: LocalReport,
    pub(super) stop: Option<Stop>,
}

/// Recodes locally, in the time that the search has left.
///
/// **Errors**: the models or the measure do not allow it.
pub(super) fn refine(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    searched: &Searched,
    context: &Context,
) -> Result<Refined> {
    let limit = plan.request.recipe.search.time_limit.map(|limit| limit.saturating_sub(searched.elapsed));
    let token = context.cancel_token().child();
    let limited = context.clone().with_cancel(token.clone());
    let start = Instant::now();
    let found = within(limit, &token, || local::recode(problem, &limited))?;
    let elapsed = start.elapsed();
    let stop = match (found.complete, context.cancel_token().is_cancelled()) {
        (true, _) => None,
        (false, true) => Some(Stop::Interrupt),
        (false, false) => Some(Stop::TimeLimit),
    };
    if stop == Some(Stop::Interrupt) {
        context.check_cancelled()?;
    }
    let value = Measured::new(plan, &found.recoding, context)?.value()?;
    let before = searched.outcome.best.as_ref().map(|best| best.value);
    let is_better = found.suppressed <= problem.limit && before.is_none_or(|before| value < before);
    let rounds = found
        .recoding
        .rounds
        .iter()
        .zip(&found.published)
        .map(|(levels, &records)| Round { levels: super::levels::named_levels(plan, levels), records });
    let report = LocalReport {
        used: is_better,
        rounds: found.published.len() as u64,
        loss_before: before,
        loss: value,
        gain: before.map(|before| before - value),
        elapsed_ms: elapsed.as_secs_f64() * 1000.0,
    };
    Ok(Refined { rounds: rounds.collect(), recoding: is_better.then_some(found.recoding), report, stop })
}
