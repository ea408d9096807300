//! A table in memory that is published as a recoding says.

use super::findings::Findings;
use super::groups::Grouped;
use super::pipeline::{Proven, Publication};
use super::plan::Plan;
use super::publish::{self, Release};
use super::quality::Measured;
use super::report::SuppressedValues;
use super::{frozen, prove};
use crate::{Result, solution};
use lethe_data::Context;
use lethe_transform::Recoding;

/// What each record of a table shows.
pub(super) struct Recoded {
    /// As the search left it.
    found: Recoding,
    /// What is published of it.
    release: Release,
    /// Who was grouped with whom, where the method groups records and that is to be kept.
    grouped: Option<Grouped>,
}

impl Recoded {
    /// Decides what suppressed records show, and who is suppressed besides.
    pub(super) fn new(
        plan: &Plan<'_>,
        found: Recoding,
        grouped: Option<Grouped>,
        context: &Context,
    ) -> Result<Self> {
        let release = publish::settle(plan, found.clone(), context)?;
        Ok(Self { found, release, grouped })
    }
}

impl Publication for Recoded {
    fn prove(&mut self, plan: &Plan<'_>, context: &Context) -> Result<Proven> {
        let table = publish::table(plan, &self.release, context)?;
        let staged = prove::stage(plan.request, table, context)?;
        prove::judge_release(plan, &self.release, staged, context)
    }

    /// What was suppressed after the search leaves other classes untouched, but models of the whole release, of some columns
    /// or of the unpublished may no longer hold; then it stays as the search left it.
    fn step_back(&mut self, plan: &Plan<'_>, context: &Context) -> Result<bool> {
        let was_settled = self.release.decided;
        if was_settled {
            self.release = publish::unsettled(plan, self.found.clone(), context)?;
        }
        Ok(was_settled)
    }

    fn tell(&mut self, plan: &Plan<'_>, findings: &mut Findings, context: &Context) -> Result<()> {
        let release = &self.release;
        findings.suppressed = release.suppressed;
        let of_hidden = if release.hides() { SuppressedValues::Hidden } else { SuppressedValues::Kept };
        findings.suppressed_values = release.hidden.as_ref().map(|_| of_hidden);
        let measured = Measured::new(plan, &release.recoding, context)?;
        findings.quality = Some(measured.quality()?.into());
        findings.notes.extend(release.notes.iter().cloned());
        findings.notes.extend(publish::under_stars(plan, release));
        if findings.grouping.is_some() || findings.elimination.is_some() {
            findings.search.value = Some(measured.value()?);
        }
        if release.decided {
            findings.settle(measured.value()?);
        }
        Ok(())
    }

    fn solution(&self, plan: &Plan<'_>, context: &Context) -> Result<Option<solution::Solution>> {
        frozen::freeze(plan, &self.release, self.grouped.as_ref(), context).map(Some)
    }
}
