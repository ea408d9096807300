//! Transform a table until its models hold, with the least loss.
//!
//! The façade gathers what the recipe asks for, lets a search of `lethe-transform` find the levels, makes the table that
//! is published, and has the verifier judge the file before it gets its name.

mod explain;
mod frozen;
mod local;
mod overrides;
mod plan;
mod prove;
mod pseudonym;
mod publish;
mod quality;
mod report;
mod request;
mod roles;
mod search;
mod share;
mod written;

pub use explain::{Broken, Explanation, Forced, Gain};
pub use frozen::thaw;
pub use overrides::Overrides;
pub use pseudonym::Key;
pub use report::{
    Anonymization, Blocking, Levels, LocalReport, Losses, NearestMiss, Round, SearchReport, Solution,
    SuppressedValues,
};
pub use request::{Anonymize, Identifying};

use crate::discover::Stop;
use crate::{Error, Result};
use lethe_data::Context;
use lethe_transform::Recoding;
use lethe_transform::lattice::{Checker, Problem, nearest_miss};
use local::Refined;
use plan::Plan;
use prove::Proven;
use publish::Release;
use quality::Measured;
use search::Searched;
use written::Written;

/// Reads a table, finds the levels with the least loss on which the models hold, and writes the table so generalized.
///
/// **Guarantee**: a file is written only after the verifier has read it and found that every model holds. The same
/// request and seed give the same bytes for any number of threads, unless a time limit cuts the search short.
/// **Errors**: a file cannot be read, or the recipe makes no sense for the table. That no solution exists is no error but
/// an answer, and so is a search that a limit has ended: the best solution until then is published.
pub fn anonymize(request: &Anonymize, context: &Context) -> Result<Anonymization> {
    let (mut report, written) = make(request, context)?;
    written.commit(request, &mut report, context)?;
    Ok(report)
}

fn make(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    let plan = Plan::make(request, context)?;
    let measure = plan.measure()?;
    let problem = plan.problem(measure.as_ref())?;
    if request.freeze.is_some() && request.recipe.search.local {
        let problem =
            "a solution of local recoding cannot be applied to other tables; leave out --freeze or --local";
        return Err(Error::Request(problem.to_owned()));
    }
    if request.freeze.is_some() && plan.demand.population.is_some() {
        let problem = "a solution whose models look at a population cannot be applied to other tables; leave out --freeze";
        return Err(Error::Request(problem.to_owned()));
    }
    let mut searched = search::search(&plan, &problem, context)?;
    let refined = match searched.stop {
        None if request.recipe.search.local => Some(local::refine(&plan, &problem, &searched, context)?),
        _ => None,
    };
    searched.stop = searched.stop.or(refined.as_ref().and_then(|refined| refined.stop));
    let mut report = start(&plan, &problem, &searched);
    report.local = refined.as_ref().map(|refined| refined.report);
    let best = searched.outcome.best.as_ref();
    let recoding = match (refined, best) {
        (Some(Refined { recoding: Some(recoding), rounds, .. }), _) => {
            report.solution = Some(Solution { levels: None, rounds });
            recoding
        }
        (_, Some(best)) => {
            let levels = Some(named_levels(&plan, &best.levels));
            report.solution = Some(Solution { levels, rounds: Vec::new() });
            report.suppressed = best.suppressed;
            if searched.stop == Some(Stop::Interrupt) {
                return Ok((report, Written::default()));
            }
            Checker::new(&problem, context)?.recoding(&best.levels, context)
        }
        (_, None) => {
            if searched.stop.is_none() {
                report.nearest_miss = Some(miss(&plan, &problem, context)?);
            }
            return Ok((report, Written::default()));
        }
    };
    let (release, proven) = settle_and_prove(&plan, recoding, context)?;
    report.holds = proven.holds;
    report.suppressed = release.suppressed;
    report.suppressed_values =
        release.hidden.map(|hidden| if hidden { SuppressedValues::Hidden } else { SuppressedValues::Kept });
    let measured = Measured::new(&plan, &release.recoding, context)?;
    report.quality = Some(measured.quality()?.into());
    report.notes.extend(release.notes.iter().cloned());
    report.notes.extend(publish::under_stars(&plan, &release));
    if release.settled {
        report.settle(measured.value()?);
    }
    if let (true, Some(best)) = (request.explain, best) {
        report.explanation = Some(explain::explain(&plan, &problem, best, context)?);
    }
    if !proven.holds {
        report.notes.push(refusal(&proven));
        report.models = proven.models;
        return Ok((report, Written::default()));
    }
    report.models = proven.models;
    let frozen = request.freeze.as_ref().and(best).map(|best| frozen::freeze(&plan, &best.levels));
    let release = request.output.as_ref().map(|_| proven.staged);
    Ok((report, Written { release, frozen: frozen.transpose()? }))
}

/// What is published, with its proof. What was suppressed after the search leaves other classes untouched, but models
/// of the whole release, of some columns or of the unpublished may no longer hold; then it stays as the search left it.
fn settle_and_prove(plan: &Plan<'_>, recoding: Recoding, context: &Context) -> Result<(Release, Proven)> {
    let found = recoding.clone();
    let release = publish::settle(plan, recoding, context)?;
    let proven = prove::prove(plan, &release, context)?;
    if proven.holds || !release.settled {
        return Ok((release, proven));
    }
    let release = publish::unsettled(plan, found, context)?;
    let proven = prove::prove(plan, &release, context)?;
    Ok((release, proven))
}

/// Why a solution of the search is not published. Which classes the file shows differs from what the search counted only
/// where a table uses `*` or a label in a sense of its own.
fn refusal(proven: &Proven) -> String {
    let broken = proven.models.iter().filter(|model| !model.holds).map(|model| model.model.as_str());
    let broken = broken.collect::<Vec<_>>().join(" and ");
    let broken = if broken.is_empty() { "a model" } else { &broken };
    format!(
        "nothing was written: read again, the file shows other classes than the search counted, and {broken} does \
         not hold in them"
    )
}

fn start(plan: &Plan<'_>, problem: &Problem<'_>, searched: &Searched) -> Anonymization {
    let Searched { outcome, stop, problem: trouble, elapsed } = searched;
    let value = outcome.best.as_ref().map(|best| best.value);
    let bound = Some(outcome.bound).filter(|bound| bound.is_finite());
    let mut notes = plan.notes.clone();
    notes.extend(stop.map(|stop| match stop {
        Stop::TimeLimit => "the time limit was reached; a better solution may exist".to_owned(),
        Stop::MemoryLimit => trouble.clone().unwrap_or_else(|| "the memory limit was reached".to_owned()),
        Stop::Interrupt => "interrupted; nothing was written".to_owned(),
    }));
    Anonymization {
        holds: false,
        method: plan.request.recipe.search.method.to_string(),
        solution: None,
        quality: None,
        rows: plan.table.people(),
        suppressed: 0,
        suppression_limit: plan.limit,
        suppressed_values: None,
        models: Vec::new(),
        search: SearchReport {
            space: problem.space.nodes(),
            checked: outcome.stats.checked,
            grouped: outcome.stats.grouped,
            pruned_by_bound: outcome.stats.pruned_by_bound,
            pruned_by_limit: outcome.stats.pruned_by_limit,
            elapsed_ms: elapsed.as_secs_f64() * 1000.0,
            optimal: outcome.optimal,
            quality: problem.measure.name().to_owned(),
            value,
            found: None,
            bound,
            gap: value.zip(bound).map(|(value, bound)| (value - bound).max(0.0)),
        },
        local: None,
        complete: stop.is_none(),
        stopped: *stop,
        nearest_miss: None,
        explanation: None,
        output: None,
        frozen: None,
        notes,
    }
}

fn miss(plan: &Plan<'_>, problem: &Problem<'_>, context: &Context) -> Result<NearestMiss> {
    let miss = nearest_miss(problem, context)?;
    let blocking = miss.blocking.iter().map(|&(model, people)| Blocking { model: model.to_owned(), people });
    Ok(NearestMiss {
        levels: named_levels(plan, &miss.levels),
        suppressed: miss.suppressed,
        blocking: blocking.collect(),
    })
}

fn named_levels(plan: &Plan<'_>, levels: &[usize]) -> Levels {
    Levels(levels.iter().enumerate().map(|(at, &level)| (plan.quasi_name(at).to_owned(), level)).collect())
}
