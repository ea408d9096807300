//! The one way from a request to a proven release: read, plan, solve, publish, prove. The caller commits.
//!
//! Methods differ in how they solve (a [`Strategy`]) and in what they publish (a [`Publication`]); memory and disk differ in
//! what is read. The order of the steps, and that nothing is kept which the verifier has not judged on the written file, is
//! settled here for all of them.

use super::findings::Findings;
use super::plan::Plan;
use super::report::Anonymization;
use super::written::Written;
use super::{Anonymize, frozen};
use crate::verify::VerifiedModel;
use crate::{Result, parts, solution};
use lethe_data::{Context, Table};
use lethe_io::{Staged, StagedFolder};
use std::borrow::Cow;

/// What was read for a request, and the strategy that works on it.
pub(super) struct Prepared<'r> {
    /// The request, completed where the strategy adds to it.
    pub(super) request: Cow<'r, Anonymize>,
    pub(super) table: Table,
    /// Whether the table is a stand-in with the counts of one on disk; its rows are nobody's.
    pub(super) is_stand_in: bool,
    pub(super) strategy: Box<dyn Strategy + 'r>,
}

/// A way to solve what the recipe asks for.
pub(super) trait Strategy {
    /// Finds what is to be published. A strategy that changes the values of cells puts the changed table into the plan.
    ///
    /// **Errors**: the recipe makes no sense for the method, a limit is reached before anything is found, or the run was
    /// cancelled. That nothing can be published is no error.
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved>;
}

/// What a strategy has found.
pub(super) struct Solved {
    pub(super) findings: Findings,
    /// What is to be published; `None` where nothing can be.
    pub(super) publication: Option<Box<dyn Publication>>,
}

impl Solved {
    /// Nothing can be published.
    pub(super) fn nothing(findings: Findings) -> Self {
        Self { findings, publication: None }
    }
}

/// What is to be published: how it is written, and how what was written is judged.
pub(super) trait Publication {
    /// Writes it under a temporary name, reads it again and judges what it reads.
    fn prove(&mut self, plan: &Plan<'_>, context: &Context) -> Result<Proven>;

    /// Takes another release where this one does not hold; false where there is no other.
    fn step_back(&mut self, _plan: &Plan<'_>, _context: &Context) -> Result<bool> {
        Ok(false)
    }

    /// Adds what the release cost and what else there is to know about it.
    fn tell(&mut self, plan: &Plan<'_>, findings: &mut Findings, context: &Context) -> Result<()>;

    /// Why nothing was written, where a model does not hold on the file.
    fn refusal(&self, models: &[VerifiedModel]) -> String {
        refusal(models)
    }

    /// The solution that later tables can be published by.
    ///
    /// **Errors**: what a record shows is not determined by its own values.
    fn solution(&self, _plan: &Plan<'_>, _context: &Context) -> Result<Option<solution::Solution>> {
        Ok(None)
    }
}

/// A release under a temporary name, and what the verifier says about it.
pub(super) struct Proven {
    pub(super) draft: Draft,
    /// Whether every model holds on what was written.
    pub(super) holds: bool,
    pub(super) models: Vec<VerifiedModel>,
}

/// What was written under a temporary name.
pub(super) enum Draft {
    Table(Staged),
    Folder(StagedFolder),
}

/// Makes a release and proves it; what holds is to be committed.
pub(super) fn run(prepared: Prepared<'_>, context: &Context) -> Result<(Anonymization, Written)> {
    let Prepared { request, table, is_stand_in, strategy } = prepared;
    let plan = Plan::of(&request, table, is_stand_in, context);
    let mut plan = if is_stand_in { plan.map_err(parts::without_row)? } else { plan? };
    frozen::check(&plan)?;
    let Solved { mut findings, publication } = strategy.solve(&mut plan, context)?;
    let Some(mut publication) = publication else {
        return Ok((Anonymization::of(&plan, findings, None), Written::default()));
    };
    let mut proven = publication.prove(&plan, context)?;
    while !proven.holds && publication.step_back(&plan, context)? {
        proven = publication.prove(&plan, context)?;
    }
    let Proven { draft, holds, models } = proven;
    publication.tell(&plan, &mut findings, context)?;
    let mut written = Written::default();
    if holds {
        if request.freeze.is_some() {
            let solution = publication.solution(&plan, context)?;
            written.frozen = solution.map(|solution| solution.to_json()).transpose()?;
        }
        match draft {
            Draft::Table(staged) => written.release = request.output.as_ref().map(|_| staged),
            Draft::Folder(folder) => written.folder = request.output_folder.as_ref().map(|_| folder),
        }
    } else {
        findings.notes.push(publication.refusal(&models));
    }
    Ok((Anonymization::of(&plan, findings, Some((holds, models))), written))
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
