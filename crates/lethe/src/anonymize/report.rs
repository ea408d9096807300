//! What anonymization tells.

use super::eliminate::Elimination;
use super::findings::Findings;
use super::plan::Plan;
use super::published::{PublishedColumn, columns, erased};
use super::{Account, Explanation, ListedSolution};
use crate::discover::Stop;
use crate::verify::VerifiedModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was published, what it costs, and the proof that it is safe.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Anonymization {
    /// Whether a solution was found and every model holds on the written file.
    pub holds: bool,
    /// The method that searched.
    pub method: String,
    /// On which levels records are published; null when no solution was found.
    pub solution: Option<Solution>,
    /// The losses of the release, each from 0 (nothing lost) to 1 (everything suppressed).
    pub quality: Option<Losses>,
    /// The records of the table: its rows, or the sum of their weights.
    pub rows: u64,
    /// The records that are suppressed.
    pub suppressed: u64,
    /// The records whose records may be suppressed.
    pub suppression_limit: u64,
    /// Whether suppressed records keep their sensitive values (`kept`) or show `*` or are left out (`hidden`); null when
    /// nothing is suppressed or no column is sensitive.
    pub suppressed_values: Option<SuppressedValues>,
    /// The models as the verifier judged them on the written file.
    pub models: Vec<VerifiedModel>,
    /// What the search did.
    pub search: SearchReport,
    /// What local recoding gave, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<LocalReport>,
    /// The groups that records were published in, for methods that group them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grouping: Option<Grouping>,
    /// What was done about column sets that identify records, for methods that change cells or part columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elimination: Option<Elimination>,
    /// What was spent on what, where the guarantee is differential privacy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
    /// Whether the search ended by itself.
    pub complete: bool,
    /// What ended the search early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Where no solution exists: what came nearest, and what stands in its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_miss: Option<NearestMiss>,
    /// Why this is the result, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// The file that was written.
    pub output: Option<String>,
    /// The file that the solution was saved to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// The columns of the table and what is published of each.
    pub columns: Vec<PublishedColumn>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// The best solutions, best first, where requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<ListedSolution>>,
}

impl Anonymization {
    /// The report of a run: what was found, and, where something was to be published, whether all models hold on it and what
    /// the verifier says about each.
    pub(super) fn of(
        plan: &Plan<'_>,
        findings: Findings,
        verdict: Option<(bool, Vec<VerifiedModel>)>,
    ) -> Self {
        let (holds, models) = verdict.unwrap_or_default();
        let Findings { quality, account, mut notes, .. } = findings;
        let is_proven = account.as_ref().is_none_or(|account| account.proven);
        notes.splice(0..0, plan.notes.iter().cloned());
        let columns = columns(plan, findings.solution.as_ref().and_then(|solution| solution.levels.as_ref()));
        notes.extend(erased(&columns, plan));
        Self {
            holds: holds && is_proven,
            method: plan.request.recipe.search.method.name().to_string(),
            solution: findings.solution,
            // Why a solution is the best is told about one that was published.
            explanation: findings.explanation.filter(|_| quality.is_some()),
            quality,
            rows: plan.table.records(),
            suppressed: findings.suppressed,
            suppression_limit: plan.limit,
            suppressed_values: findings.suppressed_values,
            models,
            search: findings.search,
            local: findings.local,
            grouping: findings.grouping,
            elimination: findings.elimination,
            account,
            complete: findings.complete,
            stopped: findings.stopped,
            nearest_miss: findings.nearest_miss,
            output: None,
            frozen: None,
            columns,
            notes,
            solutions: findings.solutions,
        }
    }
}

/// On which levels records are published: the same for all, or in rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Solution {
    /// The level of each quasi-identifying column, in column order; left out where records were recoded locally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    /// The rounds of local recoding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Round>,
}

/// A round of local recoding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Round {
    /// Its levels.
    pub levels: Levels,
    /// The records published on them.
    pub records: u64,
}

/// The level of each quasi-identifying column, in column order.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
pub struct Levels(#[schemars(with = "BTreeMap<String, usize>")] pub Vec<(String, usize)>);

impl Serialize for Levels {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, level)| (name, level)))
    }
}

/// What local recoding gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LocalReport {
    /// Whether it is published; otherwise the search's solution is, because it loses less or suppresses fewer.
    pub used: bool,
    /// The rounds.
    pub rounds: u64,
    /// The value of the measure for the search's solution, the best levels for all; null when there is none.
    pub loss_before: Option<f64>,
    /// The value of the measure.
    pub loss: f64,
    /// How much smaller that is than before.
    pub gain: Option<f64>,
    /// Milliseconds spent.
    pub elapsed_ms: f64,
}

/// The groups that records were published in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Grouping {
    /// How records were joined, for methods that cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The groups. Those that show the same labels are one class of the release.
    pub groups: u64,
    /// How many groups there are of each size, ascending.
    pub sizes: Vec<GroupsOfSize>,
    /// Groups of identical records that were large enough by themselves.
    pub identical: u64,
    /// Clusters that were too large and were split.
    pub splits: u64,
    /// Clusters that were too small, or did not satisfy the models, and were dissolved into others.
    pub dissolved: u64,
    /// Steps that lowered the loss: records moved or exchanged, neighbouring clusters put together anew.
    pub moved: u64,
    /// The parts that the table was cut into on disk; 0 where it was grouped in memory.
    pub parts: u64,
}

/// Groups of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GroupsOfSize {
    /// The records of each.
    pub records: u64,
    /// How many groups.
    pub groups: u64,
}

/// What suppressed records show of their sensitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SuppressedValues {
    /// Everything: together, the records satisfy the models.
    Kept,
    /// Nothing.
    Hidden,
}

/// The losses of a release; `docs/quality.md` has the formulas.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Losses {
    /// The share of the domain that labels cover.
    pub loss: f64,
    /// The height of labels in their hierarchies.
    pub precision: f64,
    /// From how many others a person cannot be reported.
    pub discernibility: f64,
    /// The mean size of classes.
    pub group_size: f64,
    /// The bits about the original values that are gone.
    pub entropy: f64,
    /// The normalized certainty penalty.
    pub ncp: f64,
    /// The height of labels, summed over cells.
    pub total: f64,
    /// The records that their class would misclassify, where a class column is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<f64>,
}

impl From<lethe_models::quality::Quality> for Losses {
    fn from(quality: lethe_models::quality::Quality) -> Self {
        Self {
            loss: quality.loss,
            precision: quality.precision,
            discernibility: quality.discernibility,
            group_size: quality.group_size,
            entropy: quality.entropy,
            ncp: quality.ncp,
            total: quality.total,
            classification: quality.classification,
        }
    }
}

/// What a search did.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SearchReport {
    /// The combinations of levels; beyond 2^53, the nearest double.
    #[serde(serialize_with = "whole_if_exact")]
    pub space: f64,
    /// Checks of combinations of levels; one that is met again is checked again.
    pub checked: u64,
    /// Combinations and regions of them whose classes were counted.
    pub grouped: u64,
    /// Regions pruned because nothing in them can be better than a solution that is known.
    pub pruned_by_bound: u64,
    /// Regions pruned because too many records would have to be suppressed everywhere in them.
    pub pruned_by_limit: u64,
    /// Milliseconds spent searching.
    pub elapsed_ms: f64,
    /// Whether no better solution with the same levels for all exists, or none at all: proven. False where more had to
    /// be suppressed after the search.
    pub optimal: bool,
    /// The measure that was made small.
    pub quality: String,
    /// Its value for the solution with the same levels for all: as published, unless records were recoded locally.
    pub value: Option<f64>,
    /// What the search found, where more had to be suppressed afterwards than it thought necessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<f64>,
    /// A value that no solution falls below, where one is known.
    pub bound: Option<f64>,
    /// How much better another solution could be at most: the value less the bound.
    pub gap: Option<f64>,
}

impl SearchReport {
    /// Nothing done yet, in a space of so many combinations of levels.
    pub(super) fn begin(space: f64, quality: &str) -> Self {
        Self {
            space,
            checked: 0,
            grouped: 0,
            pruned_by_bound: 0,
            pruned_by_limit: 0,
            elapsed_ms: 0.0,
            optimal: false,
            quality: quality.to_owned(),
            value: None,
            found: None,
            bound: None,
            gap: None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference to the field")]
fn whole_if_exact<S: serde::Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let is_exact = *number < (1u64 << 53) as f64;
    if is_exact { serializer.serialize_u64(*number as u64) } else { serializer.serialize_f64(*number) }
}

/// The combination of levels that came nearest to a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NearestMiss {
    /// Its levels.
    pub levels: Levels,
    /// The records that would have to be suppressed.
    pub suppressed: u64,
    /// The models that stand in the way, the one with most records first.
    pub blocking: Vec<Blocking>,
}

/// A model that stands in the way of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Blocking {
    /// The model.
    pub model: String,
    /// The records in classes that do not satisfy it.
    pub records: u64,
}
