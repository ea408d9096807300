//! Whether a table is worked on in memory or on disk.

use super::{Anonymize, on_disk};
use crate::recipe_file::{ClusterOptions, Method, MethodName};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_io::is_pipe;

/// Where a request is worked on.
pub(super) enum Execution {
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
    pub(super) fn of(request: &Anonymize, context: &Context) -> Result<Self> {
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
pub(super) fn on_disk(request: &Anonymize) -> Anonymize {
    let mut request = request.clone();
    if request.recipe.search.method.name() == MethodName::Auto {
        request.recipe.search.method = Method::DiskCluster(ClusterOptions::default());
    }
    request
}

/// What there is to tell about a request that was worked on in another way than it asked for.
pub(super) fn switched(request: &Anonymize) -> Option<&'static str> {
    let note = "the table does not fit into memory: its records were grouped on disk (method disk-cluster) instead of \
                searching for the best levels; give more `memory` to search";
    (request.recipe.search.method.name() == MethodName::Auto).then_some(note)
}
