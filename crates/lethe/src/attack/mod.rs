//! Whom does a release give away to somebody who knows things about people?
//!
//! The attack is a demonstration and no proof: it shows what one attacker can do with one piece of knowledge. Whether a release
//! is safe is answered by `verify`.

mod chart;
mod compartments;
mod histogram;
mod reading;
mod report;
mod request;
mod score;
mod target;

pub use chart::plot;
pub(crate) use histogram::bucket;
pub use reading::SuppressedReading;
pub use report::{
    AttackReport, CandidateCount, CompartmentAttack, DisclosedColumn, KnowledgeAttack, Membership,
    ReadingCounts,
};
pub use request::{Attack, KnowledgeRange};

use crate::recipe_file::{PrivacyModel, Recipe};
use crate::{Result, recipe};
use lethe_attack::{Findings, Knowledge};
use lethe_data::{Context, Role};
use reading::{ByReading, is_sampled};
use score::{Counts, Rounds};
use target::{Auxiliary, Target};

/// People with fewer candidates than this are narrowed down, where neither the request nor a recipe says otherwise.
const USUAL_K: u64 = 5;

/// Reads a release and what is known, and attacks every known person.
///
/// **Guarantee**: a record is counted as a candidate whenever one of the documented readings of its labels holds all known
/// values, so the true record of a person is never missed where labels are Lethe's own and true.
/// **Cost**: reading the files; then for each different piece of knowledge a look at the classes of records that its most
/// telling column leaves.
/// **Errors**: a file cannot be read, no column is in both files, a named column is missing, or a limit was reached.
pub fn attack(request: &Attack, context: &Context) -> Result<AttackReport> {
    let recipe = request.recipe.as_deref().map(recipe::load).transpose()?.unwrap_or_default();
    attack_described(request, &recipe, context)
}

/// The same by a recipe that is at hand: that of the request is not read, only its folder is looked in.
///
/// **Errors**: the same.
pub(crate) fn attack_described(request: &Attack, recipe: &Recipe, context: &Context) -> Result<AttackReport> {
    let k = request.k.or_else(|| demanded_k(recipe)).unwrap_or(USUAL_K);
    request.check(k)?;
    let sensitive =
        if request.sensitive.is_empty() { sensitive_of(recipe) } else { request.sensitive.clone() };
    let auxiliary = Auxiliary::read(request, recipe, context)?;
    let targets = Target::all(request, recipe, &auxiliary, &sensitive, context)?;
    let mut positions: Vec<usize> = targets.iter().flat_map(Target::known_positions).collect();
    positions.sort_unstable();
    positions.dedup();
    let mut prepared = Vec::new();
    for target in &targets {
        if let Some(subject) = target.subject(&auxiliary) {
            prepared.push(Prepared {
                attack: lethe_attack::Attack::new(&subject, context)?,
                // Every compared column is among those of all targets.
                columns: target
                    .known_positions()
                    .filter_map(|at| positions.binary_search(&at).ok())
                    .collect(),
                target,
            });
        }
    }
    let knowledge = auxiliary.knowledge(&positions);
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
    let suppressed: u64 = prepared.iter().map(|one| one.attack.suppressed()).sum();
    let new = || ByReading::new(auxiliary.table.rows(), &sensitive, suppressed > 0);
    let mut scores: Vec<ByReading<_>> = prepared.iter().map(|_| new()).collect();
    let mut by_size = Vec::new();
    match request.knowledge {
        None => {
            for (one, score) in prepared.iter().zip(&mut scores) {
                score.add(&one.run(&knowledge, context)?, &one.target.sensitive);
            }
        }
        Some(range) => {
            for size in range.sizes() {
                let mut rounds = Rounds::default();
                for draw in 0..request.draws {
                    let drawn = knowledge.draw(size, draw, context.seed());
                    let mut round = new();
                    for (one, score) in prepared.iter().zip(&mut scores) {
                        let found = one.run(&drawn, context)?;
                        score.add(&found, &one.target.sensitive);
                        round.add(&found, &one.target.sensitive);
                    }
                    rounds.add(round.counts(k).of(reading), auxiliary.table.rows() as u64);
                }
                by_size.push((size, rounds));
            }
        }
    }
    let mut all = new();
    for score in &scores {
        all.merge(score);
    }
    let parts = prepared.iter().zip(&scores).map(|(one, score)| (one.target, score.of(reading).counts(k)));
    let parts: Vec<_> = parts.collect();
    let judged = Judged { k, reading, readings, suppressed, all: all.counts(k) };
    let report = report::compose(&judged, &auxiliary, &sensitive, &targets, &parts, &by_size);
    Ok(AttackReport { ignore_disclosure: request.ignore_disclosure, ..report })
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

/// A table of the release that is ready to be attacked.
struct Prepared<'a> {
    target: &'a Target,
    attack: lethe_attack::Attack,
    /// The places of its columns among all that are compared.
    columns: Vec<usize>,
}

impl Prepared<'_> {
    fn run(&self, knowledge: &Knowledge, context: &Context) -> Result<Findings> {
        Ok(self.attack.run(&knowledge.only(&self.columns), context)?)
    }
}

/// The k that a recipe demands.
pub(crate) fn demanded_k(recipe: &Recipe) -> Option<u64> {
    let k = |model: &PrivacyModel| model.as_k_anonymity().or_else(|| model.as_km_anonymity().map(|(k, _)| k));
    recipe.privacy.iter().filter_map(k).max()
}

fn sensitive_of(recipe: &Recipe) -> Vec<String> {
    let columns = recipe.columns.iter().filter(|(_, column)| column.role == Some(Role::Sensitive));
    columns.map(|(name, _)| name.clone()).collect()
}
