//! Methods that look for levels: one combination of them for all records, or several in rounds.

use super::explain::explain;
use super::findings::Findings;
use super::local::{self, Refined};
use super::pipeline::{Solved, Strategy};
use super::plan::Plan;
use super::recoded::Recoded;
use super::report::{Blocking, Levels, NearestMiss, SearchReport, Solution};
use super::search::{self, Searched};
use super::solutions;
use crate::Result;
use crate::discover::Stop;
use lethe_data::Context;
use lethe_transform::lattice::{Checker, Problem, nearest_miss};

/// Searches for the best levels, and recodes locally where asked to.
pub(super) struct SearchLevels;

impl Strategy for SearchLevels {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let measure = plan.measure()?;
        let problem = plan.problem(measure.as_ref())?;
        let mut searched = search::search(plan, &problem, context)?;
        let refined = match searched.stop {
            None if plan.request.recipe.search.method.keys().local => {
                Some(local::refine(plan, &problem, &searched, context)?)
            }
            _ => None,
        };
        searched.stop = searched.stop.or(refined.as_ref().and_then(|refined| refined.stop));
        let mut findings = begin(&problem, &searched);
        findings.local = refined.as_ref().map(|refined| refined.report);
        if searched.stop.is_none() {
            list_solutions(plan, &problem, &mut findings, context)?;
        }
        let recoding = match (refined, &searched.outcome.best) {
            (Some(Refined { recoding: Some(recoding), rounds, .. }), _) => {
                findings.solution = Some(Solution { levels: None, rounds });
                recoding
            }
            (_, Some(best)) => {
                let levels = Some(named_levels(plan, &best.levels));
                findings.solution = Some(Solution { levels, rounds: Vec::new() });
                findings.suppressed = best.suppressed;
                if searched.stop == Some(Stop::Interrupt) {
                    return Ok(Solved::nothing(findings));
                }
                Checker::new(&problem, context)?.recoding(&best.levels, context)
            }
            (_, None) => {
                if searched.stop.is_none() {
                    findings.nearest_miss = Some(miss(plan, &problem, context)?);
                }
                return Ok(Solved::nothing(findings));
            }
        };
        if let (true, Some(best)) = (plan.request.explain, &searched.outcome.best) {
            findings.explanation = Some(explain(plan, &problem, best, context)?);
        }
        let publication = Recoded::new(plan, recoding, None, context)?;
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
}

/// Lists the best solutions and all nodes, where requested.
fn list_solutions(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    findings: &mut Findings,
    context: &Context,
) -> Result<()> {
    if let Some(most) = plan.request.solutions {
        let (listed, is_complete) = solutions::best(plan, problem, most, context)?;
        if !is_complete {
            findings.notes.push("the list of solutions was cut short; better ones may exist".to_owned());
        }
        findings.solutions = Some(listed);
    }
    match &plan.request.solutions_file {
        Some(file) => solutions::write_all(plan, problem, file, context),
        None => Ok(()),
    }
}

/// What is reported about a search before anything is published.
fn begin(problem: &Problem<'_>, searched: &Searched) -> Findings {
    let Searched { outcome, stop, problem: trouble, elapsed } = searched;
    let value = outcome.best.as_ref().map(|best| best.value);
    let bound = Some(outcome.bound).filter(|bound| bound.is_finite());
    let mut findings = Findings::begin(SearchReport {
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
    });
    match stop {
        Some(Stop::TimeLimit) => {
            findings.stop(Stop::TimeLimit, "the time limit was reached; a better solution may exist");
        }
        Some(Stop::MemoryLimit) => {
            let note = trouble.as_deref().unwrap_or("the memory limit was reached");
            findings.stop(Stop::MemoryLimit, note);
        }
        Some(Stop::Interrupt) => findings.stop(Stop::Interrupt, "interrupted; nothing was written"),
        None => {}
    }
    findings
}

/// What came nearest to a solution, and what stands in its way.
pub(super) fn miss(plan: &Plan<'_>, problem: &Problem<'_>, context: &Context) -> Result<NearestMiss> {
    let miss = nearest_miss(problem, context)?;
    let blocking =
        miss.blocking.iter().map(|&(model, records)| Blocking { model: model.to_owned(), records });
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
