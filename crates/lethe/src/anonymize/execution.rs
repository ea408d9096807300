//! Whether a table is worked on in memory or on disk, and by which strategy.

use super::applied::Apply;
use super::groups::GroupRecords;
use super::levels::SearchLevels;
use super::pipeline::{self, Prepared, Strategy};
use super::written::Written;
use super::{Anonymization, Anonymize, eliminate, on_disk, safepub, solutions};
use crate::discover::Stop;
use crate::recipe::with_recipe;
use crate::recipe_file::{ClusterOptions, Method, MethodName};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_io::{is_pipe, read_table};
use std::borrow::Cow;

/// Makes a release in memory, on disk, or on disk where memory does not suffice.
pub(super) fn make(request: &Anonymize, context: &Context) -> Result<(Anonymization, Written)> {
    solutions::check(request)?;
    let in_memory = || pipeline::run(prepare(request, context)?, context);
    let on_disk = || {
        let (mut report, written) = on_disk::make(&on_disk_request(request), context)?;
        report.notes.extend(switched(request).map(str::to_owned));
        Ok((report, written))
    };
    match Execution::of(request, context)? {
        Execution::Disk => on_disk(),
        Execution::Memory => in_memory(),
        Execution::MemoryFirst => match in_memory() {
            Err(error) if crate::verify::is_too_large(&error) => on_disk(),
            Ok((report, _)) if report.stopped == Some(Stop::MemoryLimit) && report.solution.is_none() => {
                on_disk()
            }
            other => other,
        },
    }
}

/// Reads the table of a request into memory, for the strategy of its method.
fn prepare<'r>(request: &'r Anonymize, context: &Context) -> Result<Prepared<'r>> {
    let strategy: Box<dyn Strategy + 'r> = match (&request.recipe.search.method, &request.rule) {
        (Method::Safepub(_), _) => return safepub::prepare(request, context),
        (
            Method::Compartment { .. }
            | Method::Suppress { .. }
            | Method::Generalize { .. }
            | Method::Perturb { .. }
            | Method::Compose { .. },
            _,
        ) => return eliminate::prepare(request, context),
        (_, Some(rule)) => Box::new(Apply(rule)),
        (Method::Levels(..) | Method::Fixed(..), None) => Box::new(SearchLevels),
        (Method::Mondrian { .. } | Method::Cluster(_) | Method::DiskCluster(_), None) => {
            Box::new(GroupRecords)
        }
    };
    let read = with_recipe(request.read.clone(), &request.recipe);
    let table = read_table(&request.data, &read, context)?;
    Ok(Prepared { request: Cow::Borrowed(request), table, is_stand_in: false, strategy })
}

/// Where a request is worked on.
enum Execution {
    /// In memory.
    Memory,
    /// In memory, and on disk if it does not fit.
    MemoryFirst,
    /// On disk.
    Disk,
}

impl Execution {
    /// Decides by the method and by what the table may need.
    ///
    /// **Errors**: an interrupted run is to go on, with a method that leaves nothing to go on with.
    fn of(request: &Anonymize, context: &Context) -> Result<Self> {
        let method = request.recipe.search.method.name();
        if request.rule.is_some() && !request.resume {
            return Ok(Self::Memory);
        }
        if request.read.weights.is_some() {
            return in_memory_with_weights(request);
        }
        let can_be_on_disk = matches!(method, MethodName::Auto | MethodName::Mondrian | MethodName::Cluster);
        let is_stored = request.data.path.as_deref().is_some_and(|path| !is_pipe(path))
            && (request.output.is_some() || request.work.is_some());
        // A search that was never on disk is not resumed there: it would give way to clustering for nothing.
        let goes_on =
            method != MethodName::Auto || on_disk::folder(request).is_ok_and(|folder| folder.exists());
        if method == MethodName::DiskCluster || (request.resume && can_be_on_disk && goes_on) {
            return Ok(Self::Disk);
        }
        if request.resume && !can_be_on_disk {
            let problem = format!("the method '{method}' keeps no state; leave out `resume`");
            return Err(Error::Request(problem));
        }
        Ok(match (can_be_on_disk && is_stored, request.data.bytes_in_memory()) {
            (false, _) => Self::Memory,
            (true, Some(bytes)) if bytes > context.memory().left() => Self::Disk,
            (true, _) => Self::MemoryFirst,
        })
    }
}

/// **Errors**: the method takes every row for one record, or works on disk.
fn in_memory_with_weights(request: &Anonymize) -> Result<Execution> {
    let method = request.recipe.search.method.name();
    let counts_rows = matches!(
        method,
        MethodName::DiskCluster
            | MethodName::Compartment
            | MethodName::Compose
            | MethodName::Perturb
            | MethodName::Safepub
    );
    if counts_rows || request.resume {
        let problem = "weights need a method that takes rows for several records, in memory";
        return Err(Error::Request(format!("{problem}; '{method}' does not")));
    }
    Ok(Execution::Memory)
}

/// The request as it is worked on where memory is too small: what `auto` would search for does not fit, groups do.
fn on_disk_request(request: &Anonymize) -> Anonymize {
    let mut request = request.clone();
    if request.recipe.search.method.name() == MethodName::Auto {
        request.recipe.search.method = Method::DiskCluster(ClusterOptions::default());
    }
    request
}

/// What there is to show about a request that was worked on in another way than it requested.
fn switched(request: &Anonymize) -> Option<&'static str> {
    let note = "the table does not fit into memory: its records were grouped on disk (method disk-cluster) instead of \
                searching for the best levels; give more `memory` to search";
    (request.recipe.search.method.name() == MethodName::Auto).then_some(note)
}
