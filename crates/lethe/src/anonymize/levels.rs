//! Methods that look for levels: one combination of them for all records, or several in rounds.

use super::Solved;
use super::local::{self, Refined};
use super::plan::Plan;
use super::report::{Anonymization, Blocking, Levels, NearestMiss, SearchReport, Solution};
use super::search::{self, Searched};
use crate::Result;
use crate::discover::Stop;
use lethe_data::Context;
use lethe_transform::lattice::{Checker, Problem, nearest_miss};

/// Searches for the best levels, and recodes locally where asked to.
pub(super) fn solve(plan: &Plan<'_>, problem: &Problem<'_>, context: &Context) -> Result<Solved> {
    let mut searched = search::search(plan, problem, context)?;
    let refined = match searched.stop {
        None if plan.request.recipe.search.method.keys().local => {
            Some(local::refine(plan, problem, &searched, context)?)
        }
        _ => None,
    };
    searched.stop = searched.stop.or(refined.as_ref().and_then(|refined| refined.stop));
    let mut report = start(plan, problem, &searched);
    report.local = refined.as_ref().map(|refined| refined.report);
    let best = searched.outcome.best;
    let recoding = match (refined, &best) {
        (Some(Refined { recoding: Some(recoding), rounds, .. }), _) => {
            report.solution = Some(Solution { levels: None, rounds });
            Some(recoding)
        }
        (_, Some(best)) => {
            let levels = Some(named_levels(plan, &best.levels));
            report.solution = Some(Solution { levels, rounds: Vec::new() });
            report.suppressed = best.suppressed;
            let interrupted = searched.stop == Some(Stop::Interrupt);
            (!interrupted)
                .then(|| {
                    Ok::<_, crate::Error>(Checker::new(problem, context)?.recoding(&best.levels, context))
                })
                .transpose()?
        }
        (_, None) => {
            if searched.stop.is_none() {
                report.nearest_miss = Some(miss(plan, problem, context)?);
            }
            None
        }
    };
    Ok(Solved { report, recoding, best, grouped: None })
}

/// What is told about a search before anything is published.
fn start(plan: &Plan<'_>, problem: &Problem<'_>, searched: &Searched) -> Anonymization {
    let Searched { outcome, stop, problem: trouble, elapsed } = searched;
    let value = outcome.best.as_ref().map(|best| best.value);
    let bound = Some(outcome.bound).filter(|bound| bound.is_finite());
    let search = SearchReport {
        checked: outcome.stats.checked,
        grouped: outcome.stats.grouped,
        pruned_by_bound: outcome.stats.pruned_by_bound,
        pruned_by_limit: outcome.stats.pruned_by_limit,
        elapsed_ms: elapsed.as_secs_f64() * 1000.0,
        optimal: outcome.optimal,
        value,
        bound,
        gap: value.zip(bound).map(|(value, bound)| (value - bound).max(0.0)),
        ..SearchReport::begin(problem.space.nodes(), problem.measure.name())
    };
    let mut report =
        Anonymization { complete: stop.is_none(), stopped: *stop, ..Anonymization::begin(plan, search) };
    report.notes.extend(stop.map(|stop| match stop {
        Stop::TimeLimit => "the time limit was reached; a better solution may exist".to_owned(),
        Stop::MemoryLimit => trouble.clone().unwrap_or_else(|| "the memory limit was reached".to_owned()),
        Stop::Interrupt => "interrupted; nothing was written".to_owned(),
    }));
    report
}

/// What came nearest to a solution, and what stands in its way.
pub(super) fn miss(plan: &Plan<'_>, problem: &Problem<'_>, context: &Context) -> Result<NearestMiss> {
    let miss = nearest_miss(problem, context)?;
    let blocking = miss.blocking.iter().map(|&(model, people)| Blocking { model: model.to_owned(), people });
    Ok(NearestMiss {
        levels: named_levels(plan, &miss.levels),
        suppressed: miss.suppressed,
        blocking: blocking.collect(),
    })
}

/// Levels by the names of their columns.
pub(super) fn named_levels(plan: &Plan<'_>, levels: &[usize]) -> Levels {
    Levels(levels.iter().enumerate().map(|(at, &level)| (plan.quasi_name(at).to_owned(), level)).collect())
}
