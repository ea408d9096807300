//! Whom does a release give away to somebody who knows things about records?
//!
//! The attack is a demonstration and no proof: it shows what one attacker can do with one piece of knowledge. Whether a release
//! is safe is answered by `verify`.

mod chart;
mod compartments;
mod histogram;
mod inference;
mod membership;
mod original;
mod reading;
mod report;
mod request;
mod rounds;
mod score;
mod target;

pub(crate) use chart::chart;
pub use chart::plot;
pub(crate) use histogram::bucket;
pub use inference::{InferredColumn, InferredRecords};
pub use membership::MembershipInference;
pub use original::OriginalAttack;
pub use reading::SuppressedReading;
pub use report::{
    AttackReport, CandidateCount, CompartmentAttack, DisclosedColumn, KnowledgeAttack, Membership,
    ReadingCounts,
};
pub use request::{Attack, KnowledgeRange};

use crate::recipe_file::Recipe;
use crate::{Result, recipe};
use lethe_data::{Context, Role};
use reading::{ByReading, is_sampled};
use rounds::{Prepared, Setting};
use score::Counts;
use target::{Attacked, Auxiliary, Target};

/// Reads a release and what is known, and attacks every known person.
///
/// **Guarantee**: a record is counted as a candidate whenever one of the documented readings of its labels holds all known
/// values, so the true record of a person is never missed where labels are Lethe's own and true.
/// **Cost**: reading the files; then for each different piece of knowledge a look at the classes of records that its most
/// reporting column leaves.
/// **Errors**: a file cannot be read, no column is in both files, a named column is missing, or a limit was reached.
pub fn attack(request: &Attack, context: &Context) -> Result<AttackReport> {
    let recipe = request.recipe.as_deref().map(recipe::load).transpose()?.unwrap_or_default();
    attack_described(request, &recipe, context)
}

/// The same by a recipe that is at hand: that of the request is not read, only its folder is looked in.
///
/// **Errors**: the same.
pub(crate) fn attack_described(request: &Attack, recipe: &Recipe, context: &Context) -> Result<AttackReport> {
    let k = request.k.unwrap_or_else(|| recipe::usual_k(recipe));
    request.check(k)?;
    let sensitive =
        if request.sensitive.is_empty() { sensitive_of(recipe) } else { request.sensitive.clone() };
    let auxiliary = Auxiliary::read(request, recipe, context)?;
    // By the rule everybody has the same candidates or fewer, so it is the worse reading wherever it can be right.
    let reading = request.reading.unwrap_or(if is_sampled(recipe) {
        SuppressedReading::Any
    } else {
        SuppressedReading::Rule
    });
    let readings = match reading {
        SuppressedReading::Any if is_sampled(recipe) => vec![SuppressedReading::Any],
        _ => vec![SuppressedReading::Any, SuppressedReading::Rule],
    };
    let read = |of| Target::all(request, of, recipe, &auxiliary, &sensitive, context);
    let setting = Setting { request, auxiliary: &auxiliary, sensitive: &sensitive, k, reading };
    let targets = read(Attacked::Release(&request.released))?;
    let prepared = Prepared::new(&targets, &auxiliary, context)?;
    let outcome = prepared.attack(&setting, context)?;
    let known = match request.knowledge {
        None => outcome.matches(&setting),
        Some(_) => prepared.attack_with_everything(&setting, context)?.matches(&setting),
    };
    let absent = match &request.absent {
        None => None,
        Some(place) => {
            let others = membership::read_absent(request, place, &auxiliary, &targets, context)?;
            Some(rounds::matches_of(&others, &targets, &setting, context)?)
        }
    };
    let parts = prepared.counts_by_part(&setting, &outcome);
    let judged = Judged { k, reading, readings, suppressed: prepared.suppressed(), all: outcome.counts(k) };
    let report = report::compose(&judged, &auxiliary, &sensitive, &targets, &parts, &outcome.by_size);
    let inference = prepared.inferred(&setting, &outcome);
    drop(prepared);
    let original = match &request.original {
        None => None,
        Some(place) => Some(original::attack(&read(Attacked::Original(place))?, &setting, context)?),
    };
    Ok(AttackReport {
        ignore_disclosure: request.ignore_disclosure,
        tolerance: (!request.tolerance.is_empty()).then(|| request.tolerance.iter().cloned().collect()),
        inference,
        membership_inference: membership::membership(known, absent),
        original,
        ..report
    })
}

/// What was found about everybody, and how it is judged.
struct Judged {
    k: u64,
    /// The one that counts.
    reading: SuppressedReading,
    /// Those that can be right.
    readings: Vec<SuppressedReading>,
    suppressed: u64,
    all: ByReading<Counts>,
}

fn sensitive_of(recipe: &Recipe) -> Vec<String> {
    let columns = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Sensitive));
    columns.map(|(name, _)| name.clone()).collect()
}
