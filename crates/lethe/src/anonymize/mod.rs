//! Transform a table until its models hold, with the least loss.
//!
//! The façade gathers what the recipe asks for, lets a search of `lethe-transform` find the levels, makes the table that
//! is published, and has the verifier judge the file before it gets its name.
//!
//! # Where is what?
//!
//! `lethe/src/anonymize`: `plan.rs` gathers roles, hierarchies, levels, models and the measure into a `Problem`;
//! `search.rs` lets a search of `transform/src/lattice` solve it in time and `local.rs` recodes locally, or `groups.rs`
//! puts records into groups; all end in a `Recoding`, what each record shows. `publish.rs` makes the table
//! (`transform/src/release`) and decides what suppressed records show; `prove.rs` writes it under a temporary name
//! (`io::Staged`), reads it again and asks the verifier. `frozen.rs` keeps a solution for later tables.

mod applied;
mod axes;
mod eliminate;
mod explain;
mod frozen;
mod groups;
mod levels;
mod local;
mod on_disk;
mod overrides;
mod plan;
mod prove;
pub(crate) use prove::as_written;
mod execution;
mod pseudonym;
mod publish;
mod quality;
mod report;
mod request;
mod roles;
mod safepub;
mod search;
mod share;
mod written;

pub use eliminate::{ColumnChanges, CompartmentFile, CompartmentReport, Elimination};
pub use explain::{Broken, Explanation, Forced, Gain};
pub use frozen::thaw;
pub use overrides::{EliminationOverrides, Overrides, SafepubOverrides};
pub use pseudonym::Key;
pub use report::{
    Anonymization, Blocking, Grouping, GroupsOfSize, Levels, LocalReport, Losses, NearestMiss, Round,
    SearchReport, Solution, SuppressedValues,
};
pub use request::{Anonymize, Identifying};
pub use safepub::{Account, Bounds, GroupPrivacy};

use crate::Result;
use crate::discover::Stop;
use crate::recipe_file::MethodName;
use crate::verify::VerifiedModel;
use execution::Execution;
use lethe_data::Context;
use lethe_transform::Recoding;
use lethe_transform::lattice::Checked;
use plan::Plan;
use prove::Proven;
use publish::Release;
use quality::Measured;
use written::Written;

/// Reads a table, finds the levels with the least loss on which the models hold, and writes the table so generalized.
///
/// **Guarantee**: a file is written only after the verifier has read it and found that every model holds. The same
/// request and seed give the same bytes for any number of threads, unless a time limit cuts the search short.
/// **Errors**: a file cannot be read, or the recipe makes no sense for the table. That no solution exists is no error but
/// an answer, and so is a search that a limit has ended: the best solution until then is published.
pub fn anonymize(request: &Anonymize, context: &Context) -> Result<Anonymization> {
    request.files().check()?;
    for path in request.named_files() {
        lethe_io::refuse_pipe(&path, "hierarchies and populations are read more than once")?;
    }
    let (mut report, written) = make(request, context)?;
    written.commit(request, &mut report, context)?;
    Ok(report)
}

fn make(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    crate::recipe::refuse_idle(request.recipe.idle_column_key_in_the_end())?;
    let on_disk = || {
        let (mut report, written) = on_disk::make(&execution::on_disk(request), context)?;
        report.notes.extend(execution::switched(request).map(str::to_owned));
        Ok((report, written))
    };
    match Execution::of(request, context)? {
        Execution::Disk => on_disk(),
        Execution::Memory => in_memory(request, context),
        Execution::MemoryFirst => match in_memory(request, context) {
            Err(error) if crate::verify::is_too_large(&error) => on_disk(),
            Ok((report, _)) if report.stopped == Some(Stop::MemoryLimit) && report.solution.is_none() => {
                on_disk()
            }
            other => other,
        },
    }
}

fn in_memory(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    if request.recipe.search.method.name().eliminates() {
        return eliminate::make(request, context);
    }
    if request.recipe.search.method.name() == MethodName::Safepub {
        return safepub::make(request, context);
    }
    let plan = Plan::make(request, context)?;
    let measure = plan.measure()?;
    let problem = plan.problem(measure.as_ref())?;
    frozen::check(&plan)?;
    let solved = match (&request.rule, request.recipe.search.method.name()) {
        (Some(rule), _) => applied::solve(&plan, &problem, rule, context)?,
        (None, MethodName::Mondrian | MethodName::Cluster) => groups::solve(&plan, &problem, context)?,
        (None, _) => levels::solve(&plan, &problem, context)?,
    };
    let explained = match (request.explain, &solved.best) {
        (true, Some(best)) => Some(explain::explain(&plan, &problem, best, context)?),
        _ => None,
    };
    let (mut report, written) = publish_proven(&plan, solved, context)?;
    report.explanation = explained.filter(|_| report.quality.is_some());
    Ok((report, written))
}

/// Makes the table that a method has found, proves it and measures it.
fn publish_proven(plan: &Plan<'_>, solved: Solved, context: &Context) -> Result<(Anonymization, Written)> {
    let request = plan.request;
    let Solved { mut report, recoding, grouped, .. } = solved;
    let Some(recoding) = recoding else { return Ok((report, Written::default())) };
    let (release, proven) = settle_and_prove(plan, recoding, context)?;
    report.holds = proven.holds;
    report.suppressed = release.suppressed;
    let of_hidden = if release.hides() { SuppressedValues::Hidden } else { SuppressedValues::Kept };
    report.suppressed_values = release.hidden.as_ref().map(|_| of_hidden);
    let measured = Measured::new(plan, &release.recoding, context)?;
    report.quality = Some(measured.quality()?.into());
    report.notes.extend(release.notes.iter().cloned());
    report.notes.extend(publish::under_stars(plan, &release));
    if report.grouping.is_some() || report.elimination.is_some() {
        report.search.value = Some(measured.value()?);
    }
    if release.settled {
        report.settle(measured.value()?);
    }
    if !proven.holds {
        report.notes.push(refusal(&proven.models));
        report.models = proven.models;
        return Ok((report, Written::default()));
    }
    report.models = proven.models;
    let frozen = request.freeze.as_ref().map(|_| frozen::freeze(plan, &release, grouped.as_ref(), context));
    let frozen = frozen.transpose()?.map(|solution| solution.to_json()).transpose()?;
    let release = request.output.as_ref().map(|_| proven.staged);
    Ok((report, Written { release, frozen, ..Written::default() }))
}

/// What a method has found.
struct Solved {
    /// What there is to tell about it so far.
    report: Anonymization,
    /// What each record shows; `None` where nothing can be published.
    recoding: Option<Recoding>,
    /// The best levels for all, where the method looked for them.
    best: Option<Checked>,
    /// Who was grouped with whom, where the method groups records and that is to be kept.
    grouped: Option<groups::Grouped>,
}

impl Solved {
    /// Nothing can be published.
    fn nothing(report: Anonymization) -> Self {
        Self { report, recoding: None, best: None, grouped: None }
    }
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
fn refusal(models: &[VerifiedModel]) -> String {
    let broken = models.iter().filter(|model| !model.holds).map(|model| model.model.as_str());
    let broken = broken.collect::<Vec<_>>().join(" and ");
    let broken = if broken.is_empty() { "a model" } else { &broken };
    format!(
        "nothing was written: read again, the file shows other classes than the search counted, and {broken} does \
         not hold in them"
    )
}
