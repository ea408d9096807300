//! Transform a table until its models hold, with the least loss.
//!
//! Every method goes the same way: read, plan, solve, publish, prove, commit (`pipeline.rs`). A method is a `Strategy` that
//! solves; what it publishes is a `Publication` that the verifier judges on the written file before it gets its name.
//!
//! # Where is what?
//!
//! `lethe/src/anonymize`: `execution.rs` chooses memory or disk, and the strategy of the method; `plan.rs` gathers roles,
//! hierarchies, levels, models and the measure into a `Problem`; `pipeline.rs` drives the steps and `report.rs` has what they
//! are told as (`findings.rs` until then). Strategies: `levels.rs` lets a search of `transform/src/lattice` find levels
//! (`search.rs`, in time) and `local.rs` recodes locally; `groups.rs` puts records into groups; `applied.rs` applies a solution;
//! `eliminate/` changes cells or parts columns; `safepub/` keeps a promise of differential privacy; `on_disk/` groups tables
//! larger than memory. The first three and changed cells end in a `Recoding`, what each record shows, which `recoded.rs`
//! publishes: `publish.rs` makes the table (`transform/src/release`) and decides what suppressed records show, `prove.rs` writes
//! it under a temporary name (`io::Staged`), reads it again and asks the verifier. `frozen.rs` keeps a solution for later
//! tables, `written.rs` gives everything its name at once.

mod applied;
mod axes;
mod eliminate;
mod explain;
mod findings;
mod frozen;
mod groups;
mod levels;
mod local;
mod on_disk;
mod others;
mod overrides;
mod pipeline;
mod plan;
mod prove;
pub(crate) use prove::as_written;
mod execution;
mod pseudonym;
mod publish;
mod published;
mod quality;
mod recoded;
mod report;
mod request;
mod roles;
mod safepub;
mod search;
mod share;
mod solutions;
mod written;

pub use eliminate::{ColumnChanges, CompartmentFile, CompartmentReport, Elimination};
pub use explain::{Broken, Explanation, Forced, Gain};
pub use frozen::thaw;
pub use others::Others;
pub use overrides::{EliminationOverrides, Overrides, SafepubOverrides};
pub use pseudonym::Key;
pub use published::PublishedColumn;
pub use report::{
    Anonymization, Blocking, Grouping, GroupsOfSize, Levels, LocalReport, Losses, NearestMiss, Round,
    SearchReport, Solution, SuppressedValues,
};
pub use request::{Anonymize, Identifying};
pub(crate) use safepub::logarithm_hint;
pub use safepub::{Account, Bounds, GroupPrivacy};
pub use solutions::ListedSolution;

use crate::Result;
use lethe_data::Context;

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
    crate::recipe::refuse_idle(request.recipe.idle_column_key_in_the_end())?;
    let (mut report, written) = execution::make(request, context)?;
    written.commit(request, &mut report, context)?;
    Ok(report)
}
