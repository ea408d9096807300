//! A table on disk that is published as its groups say.

use super::shown::Shown;
use super::state::Folders;
use super::{Run, measure, prove, write};
use crate::anonymize::findings::Findings;
use crate::anonymize::pipeline::{Draft, Proven, Publication};
use crate::anonymize::plan::Plan;
use crate::anonymize::publish;
use crate::{Error, Result};
use lethe_data::Context;
use lethe_io::{ReadOptions, SpilledTable};
use lethe_models::quality::{self, Measure};
use lethe_transform::partition::Axis;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What each row of a table on disk shows.
pub(super) struct OnDisk {
    pub(super) axes: Vec<Axis>,
    pub(super) input: SpilledTable,
    /// How the input is read a second time.
    pub(super) read: ReadOptions,
    /// The files with what rows show.
    pub(super) files: Vec<PathBuf>,
    pub(super) folders: Folders,
    /// The records that show `*` in all columns, once the release is written.
    pub(super) under_stars: u64,
    /// How many classes there are of each size, once the release is judged.
    pub(super) classes: BTreeMap<u64, u64>,
}

impl OnDisk {
    fn run<'a>(&'a self, plan: &'a Plan<'a>) -> Run<'a> {
        Run { plan, axes: &self.axes, input: &self.input }
    }
}

impl Publication for OnDisk {
    fn prove(&mut self, plan: &Plan<'_>, context: &Context) -> Result<Proven> {
        let staging = self.folders.begin_release(plan.request)?;
        let mut shown = Shown::open(&self.files)?;
        let (staged, under_stars) = write::write(&self.run(plan), &mut shown, &self.read, staging, context)?;
        let (holds, models, classes) = prove::prove(plan, &staged, &self.folders, context)?;
        (self.under_stars, self.classes) = (under_stars, classes);
        Ok(Proven { draft: Draft::Table(staged), holds, models })
    }

    fn tell(&mut self, plan: &Plan<'_>, findings: &mut Findings, context: &Context) -> Result<()> {
        findings.notes.extend(publish::note_of_stars(self.under_stars));
        let mut shown = Shown::open(&self.files)?;
        let (tally, domains) = measure::tally(&self.run(plan), &mut shown, &self.classes, context)?;
        let value = |measure: &dyn Measure| Ok::<_, Error>(tally.value(measure));
        // Which labels the records of a class have is not counted.
        let subject = quality::Subject { label: None, ..plan.quality_subject(&domains) };
        findings.quality = Some(quality::report(&subject, value)?.into());
        findings.search.value = Some(tally.value(plan.measure_over(&domains)?.as_ref()));
        Ok(())
    }
}
