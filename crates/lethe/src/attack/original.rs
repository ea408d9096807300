//! The same attack on the table before it was anonymized.

use super::KnowledgeAttack;
use super::report::by_sizes;
use super::rounds::{Prepared, Setting};
use super::target::Target;
use crate::Result;
use lethe_data::Context;
use schemars::JsonSchema;
use serde::Serialize;

/// What the same attackers learn from the original.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OriginalAttack {
    /// Its records.
    pub records: u64,
    /// Records with exactly one candidate in it.
    pub reidentified: u64,
    /// Records with at least one and fewer than `k` candidates in it.
    pub below_k: u64,
    /// Records whose candidates in it all show the same value in a sensitive column.
    pub disclosed: u64,
    /// The mean over all records of 1 / candidates; null when nobody is known.
    pub mean_success: Option<f64>,
    /// The attacks with random parts of what is known, by their size, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Vec<KnowledgeAttack>>,
}

/// Attacks the original with the same knowledge, drawn equal.
pub(super) fn attack(targets: &[Target], setting: &Setting<'_>, context: &Context) -> Result<OriginalAttack> {
    let outcome = Prepared::new(targets, setting.auxiliary, context)?.attack(setting, context)?;
    let counts = outcome.counts(setting.k);
    let counts = counts.of(setting.reading);
    Ok(OriginalAttack {
        records: targets.iter().map(|target| target.table.records()).sum(),
        reidentified: counts.reidentified,
        below_k: counts.below_k,
        disclosed: counts.disclosed,
        mean_success: counts.mean_success,
        knowledge: by_sizes(&outcome.by_size),
    })
}
