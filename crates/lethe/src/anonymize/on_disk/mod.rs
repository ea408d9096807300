//! Tables larger than memory: grouped as in memory, in parts that fit.
//!
//! The quasi-identifying and sensitive columns are encoded onto disk once. Mondrian's first cuts are made there until each
//! part fits the memory budget, and each part is grouped in memory. Then the input is read a second time, in its own order,
//! and written with what each row shows. Everything between is kept in a folder with a journal, so that a run that was
//! killed goes on where it stood; what a step does depends on the input and the recipe alone, so it ends in the same bytes.
//!
//! # Where is what?
//!
//! `lethe/src/anonymize/execution.rs` decides between memory and disk. `on_disk/`: `encode.rs` puts the columns that
//! count onto disk (`io::SpilledTable`), `stand_in.rs` makes a small table with the same counts for the plan, `cut.rs`
//! makes Mondrian's first cuts in segments until a part fits, `group.rs` groups one part after the other in memory,
//! `shown.rs` and `write.rs` write the release while the input is read a second time, `prove.rs` has the verifier judge
//! it part by part, `measure.rs` adds up what it cost; `release.rs` is these three as a publication of the pipeline. Every step is noted in the journal of an `io::Workspace`. See `docs/src/methods/larger-than-
//! memory.md`.

mod cut;
mod encode;
mod group;
mod input;
mod measure;
mod prove;
mod release;
mod shown;
mod state;
mod write;

use super::Anonymize;
use super::axes::axes;
use super::groups::{NO_GROUP, begin, bytes_per_person};
use super::pipeline::{self, Prepared, Solved, Strategy};
use super::plan::Plan;
use super::report::{Anonymization, Grouping, GroupsOfSize, Solution};
use super::written::Written;
use crate::parts::{self, stand_in};
use crate::recipe::with_recipe;
use crate::recipe_file::Algorithm;
use crate::{Error, Result};
use cut::Cutting;
use group::Grouper;
use input::encoded;
use lethe_data::{Context, Table};
use lethe_io::{ReadOptions, SpilledTable, Workspace, refuse_pipe};
use lethe_transform::partition::{Axis, GroupModels, SMALL_PART};
use release::OnDisk;
pub(super) use state::folder;
use state::{Folders, fingerprint, is_of_state, is_worth_keeping, last_change};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Instant;

/// Without a budget, parts are made so that they need no more than this.
const MOST_MEMORY: u64 = 8 << 30;

/// The first step.
const ENCODED: &str = "encoded";

/// The name of the file with all rows.
const ALL: &str = "rows";

/// Groups the records of a table on disk.
///
/// **Guarantee**: the same release as in memory.
///
/// **Errors**: those of grouping in memory; the input cannot be read twice; the state of another run is in the way.
pub(super) fn make(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    check(request)?;
    let folder = folder(request)?;
    let before = last_change(request);
    let mut state = Workspace::open(&folder, &fingerprint(request, context)?, request.resume)?;
    let made = prepare(request, &mut state, context);
    let made = made.and_then(|prepared| pipeline::run(prepared, context));
    // A release of two states of a table would show ranges that were never true.
    let made = if last_change(request) == before { made } else { Err(write::changed(request)) };
    match made {
        Ok((report, written)) if report.holds => Ok((report, Written { state: Some(state), ..written })),
        Ok(nothing) => {
            state.remove()?;
            Ok(nothing)
        }
        Err(error) if is_of_state(&error, &folder) => {
            let folder = folder.display().to_string();
            Err(Error::Damaged { source: Box::new(error), folder })
        }
        Err(error) if state.is_done(ENCODED) && is_worth_keeping(&error) => {
            let folder = folder.display().to_string();
            Err(Error::Unfinished { source: Box::new(error), folder })
        }
        Err(error) => {
            // What can never succeed, or has done nothing yet, must not stand in the way of the next run. The error is
            // what there is to tell; a folder that cannot be removed is met again by whoever uses it.
            let _ = state.remove();
            Err(error)
        }
    }
}

/// Reads the input onto disk, for a table with its counts in memory.
fn prepare<'r>(request: &'r Anonymize, state: &'r mut Workspace, context: &Context) -> Result<Prepared<'r>> {
    let start = Instant::now();
    // A target that cannot be written to is refused before the work, not after.
    let folders = Folders::of(state);
    folders.begin_release(request)?;
    let names = parts::column_names(&request.data, &request.read, context)?;
    let read = with_recipe(request.read.clone(), &request.recipe);
    let input = encoded(request, &names, &read, state, context)?;
    if input.rows() > Table::MAX_ROWS as u64 {
        return Err(lethe_data::Error::TooLarge { what: "rows" }.into());
    }
    let table = stand_in(&names, &parts::counted(&input, context)?)?;
    let strategy = Box::new(GroupOnDisk { start, read, input, folders, state });
    Ok(Prepared { request: Cow::Borrowed(request), table, is_stand_in: true, strategy })
}

/// Groups the records of a table on disk, in parts that fit into memory.
struct GroupOnDisk<'s> {
    start: Instant,
    read: ReadOptions,
    input: SpilledTable,
    folders: Folders,
    state: &'s mut Workspace,
}

impl Strategy for GroupOnDisk<'_> {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let Self { start, read, input, folders, state } = *self;
        let measure = plan.measure()?;
        let problem = plan.problem(measure.as_ref())?;
        let axes = axes(plan, measure.as_ref())?;
        let run = Run { plan, axes: &axes, input: &input };
        let search = &plan.request.recipe.search;
        let group_models = GroupModels::new(problem.requirements, search.method.name().name())?;
        let mut findings = begin(plan, &problem);
        if search.time_limit.is_some() {
            findings
                .notes
                .push("a table larger than memory is grouped to the end, whatever the time limit".to_owned());
        }
        if input.rows() > 0 && !run.everyone_holds(&group_models) {
            findings.notes.push(NO_GROUP.to_owned());
            return Ok(Solved::nothing(findings));
        }
        let (grouping, parts) = run.group(&group_models, state, context)?;
        findings.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
        findings.search.checked = grouping.groups;
        findings.grouping = Some(grouping);
        findings.solution = Some(Solution { levels: None, rounds: Vec::new() });
        let files = shown::files(&parts, state, context)?;
        let read = run.typed(read);
        let publication =
            OnDisk { axes, input, read, files, folders, under_stars: 0, classes: BTreeMap::new() };
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
}

/// What all steps look at.
struct Run<'a> {
    plan: &'a Plan<'a>,
    axes: &'a [Axis],
    input: &'a SpilledTable,
}

impl Run<'_> {
    /// Where a column of the table is in the encoded one.
    fn position(&self, position: usize) -> usize {
        let name = self.plan.table.column(position).name();
        // All columns that a model or a group looks at were encoded.
        self.input.columns().iter().position(|column| column.name() == name).unwrap_or(0)
    }

    fn positions(&self) -> Vec<usize> {
        self.plan.roles.quasi.iter().map(|&position| self.position(position)).collect()
    }

    fn everyone_holds(&self, group_models: &GroupModels<'_>) -> bool {
        let histogram = |&position: &usize| {
            let counts = self.plan.table.column(position).histogram(self.plan.table.weights());
            let counts = counts.into_iter().enumerate().filter(|(_, records)| *records > 0);
            counts.map(|(code, records)| (code as u32, records)).collect()
        };
        let sensitive = &self.plan.demand.requirements.sensitive;
        let histograms: Vec<Vec<(u32, u64)>> = sensitive.iter().map(histogram).collect();
        self.input.rows() >= group_models.least() && group_models.holds_with(self.input.rows(), &histograms)
    }

    /// Groups all parts; what was done, and the names of the parts in their order.
    fn group(
        &self,
        group_models: &GroupModels<'_>,
        state: &mut Workspace,
        context: &Context,
    ) -> Result<(Grouping, Vec<String>)> {
        let sensitive = &self.plan.demand.requirements.sensitive;
        if !state.is_done(ALL) {
            let quasi: Vec<(usize, &Axis)> = self.positions().into_iter().zip(self.axes).collect();
            let sensitive: Vec<usize> = sensitive.iter().map(|&position| self.position(position)).collect();
            encode::write_records(self.input, ALL, &quasi, &sensitive, state, context)?;
            state.done(ALL, "")?;
        }
        let domains: Vec<usize> = sensitive
            .iter()
            .map(|&position| self.plan.table.column(position).dictionary().len() + 1)
            .collect();
        let bytes = bytes_per_person(self.axes.len(), domains.len()) as u64;
        self.check_room(bytes, context)?;
        let limit = (context.memory().left().min(MOST_MEMORY) / 2 / bytes).max(SMALL_PART);
        let grouper = Grouper { plan: self.plan, axes: self.axes, group_models, domains: &domains };
        let parts = Cutting { axes: self.axes, group_models, limit }.cut(ALL, 1, state, context)?;
        let task = context.task("grouping parts", Some(parts.len() as u64));
        let mut grouping = Grouping { parts: parts.len() as u64, ..Grouping::default() };
        for part in &parts {
            grouping.add(&grouper.group(part, state, context)?);
            task.advance(1);
        }
        Ok((grouping, parts.into_iter().map(|part| part.name).collect()))
    }

    /// **Errors**: the memory budget is too small for the smallest parts, or for the table if it is smaller.
    fn check_room(&self, bytes: u64, context: &Context) -> Result<()> {
        let records = self.input.rows().min(SMALL_PART);
        Ok(context.memory().reserve("grouping parts of the table").try_grow((records * bytes) as usize)?)
    }

    /// How the input is read a second time: with the types that were found the first time.
    fn typed(&self, mut read: ReadOptions) -> ReadOptions {
        let columns = self.input.columns().iter();
        read.types.extend(columns.map(|column| (column.name().to_owned(), column.value_type())));
        read
    }
}

/// **Errors**: something is requested that needs the whole table at once.
fn check(request: &Anonymize) -> Result<()> {
    let refuse = |problem: &str| Err(Error::Request(format!("a table larger than memory {problem}")));
    if request.data.path.is_none() {
        return refuse("is read twice, which standard input cannot be; give a file");
    }
    if let Some(path) = &request.data.path {
        refuse_pipe(path, "a table that is worked on on disk is read twice")?;
    }
    if request.shuffle {
        return refuse("cannot be shuffled; leave out `shuffle` or give more `memory`");
    }
    let quality = request.recipe.search.quality;
    // The one looks at the labels of a class, the other at the combinations of values that occur; neither is counted.
    if quality.entry().needs_label || quality.entry().needs_combinations {
        return refuse(&format!(
            "cannot be measured by '{}'; choose another quality or give more `memory`",
            quality.name()
        ));
    }
    if request.recipe.search.method.keys().algorithm == Some(Algorithm::Mdav) {
        return refuse("cannot be grouped with mdav; choose another algorithm or give more `memory`");
    }
    Ok(())
}

impl Grouping {
    /// Adds what was done in another part.
    pub(super) fn add(&mut self, other: &Self) {
        self.algorithm = self.algorithm.take().or_else(|| other.algorithm.clone());
        self.identical += other.identical;
        self.splits += other.splits;
        self.dissolved += other.dissolved;
        self.moved += other.moved;
        self.groups += other.groups;
        let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
        for size in self.sizes.iter().chain(&other.sizes) {
            *sizes.entry(size.records).or_default() += size.groups;
        }
        self.sizes = sizes.into_iter().map(|(records, groups)| GroupsOfSize { records, groups }).collect();
    }
}
