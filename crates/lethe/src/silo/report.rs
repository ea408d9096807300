//! What is told about models. No value of a cell is among it.

use super::Score;
use lethe_exposure::Model;
use lethe_exposure::model::{Sanitized, Scores};
use lethe_io::Document;
use schemars::JsonSchema;
use serde::Serialize;

/// A model that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Written {
    /// The file.
    pub output: String,
    /// The records that were counted; with noise, about so many.
    pub records: u64,
    /// The values that are reported, over all columns.
    pub values: u64,
    /// The value pairs that are reported, over every two columns.
    pub pairs: u64,
    /// The columns, by name.
    pub columns: Vec<ModelColumnReport>,
    /// What was done to the counts before they left their silos; empty for exact counts.
    pub guarantees: Vec<Guarantee>,
    /// Whether counts are lower bounds, because records that some silo hides are missing from them.
    pub lower_bounds: bool,
    /// What is special about this answer.
    pub notes: Vec<String>,
}

/// A column of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelColumnReport {
    /// The column.
    pub column: String,
    /// Its values that are reported.
    pub values: u64,
}

/// What was done to counts, and what it keeps secret.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Guarantee {
    /// Values and pairs of fewer records are hidden.
    pub k: u64,
    /// The privacy loss that the noise leaves; null without noise.
    pub epsilon: Option<f64>,
    /// An upper bound of the chance that epsilon does not show all; null without noise.
    pub delta: Option<f64>,
}

/// A model that may leave its silo.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SanitizedModel {
    /// The model.
    #[serde(flatten)]
    pub model: Written,
    /// What it does not show. This is for the silo only: it is not in the file.
    pub hidden: HiddenCounts,
}

/// What a model does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HiddenCounts {
    /// Values that are hidden.
    pub values: u64,
    /// Those of them that at least k records have: hidden so that the others cannot be worked out, or by noise.
    pub values_besides: u64,
    /// Pairs that are hidden.
    pub pairs: u64,
    /// Those of them that at least k records have.
    pub pairs_besides: u64,
}

/// Records against a model.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatedRecords {
    /// The records that were rated.
    pub records: u64,
    /// The records of the model.
    pub model_records: u64,
    /// The columns that count: those of both the table and the model.
    pub columns: Vec<String>,
    /// Pairs of fewer records are rare.
    pub k: u64,
    /// Records that deviate by more than so many standard deviations are flagged.
    pub theta: f64,
    /// The mean of the records' sums; null where no record has two values.
    pub mean: Option<f64>,
    /// The standard deviation of the sums.
    pub sigma: Option<f64>,
    /// The records whose sum deviates from those of records with as many values.
    pub flagged_records: u64,
    /// The records with a pair for which the model shows fewer than k records.
    pub records_below_k: u64,
    /// The records with a pair that certainly has fewer than k records; null where noise leaves nothing certain.
    pub records_surely_below_k: Option<u64>,
    /// The records that deviate most: by rare pairs, then by the fewest records, then by row.
    pub top: Vec<RatedRecord>,
    /// What is special about this answer.
    pub notes: Vec<String>,
}

/// How one record stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RatedRecord {
    /// The row, counted from 1.
    pub row: u64,
    /// The sum of P(b | a) over its ordered value pairs.
    pub sum: f64,
    /// The mean; null without a pair.
    pub mean: Option<f64>,
    /// The fewest records that the model shows for a pair of its values; null without a pair.
    pub smallest: Option<u64>,
    /// The pairs for which the model shows fewer than k records.
    pub below_k: u32,
    /// Whether its sum deviates from the others'.
    pub flagged: bool,
}

impl Written {
    pub(super) fn of(model: &Model, output: &Document, mut notes: Vec<String>) -> Self {
        notes.extend(warnings(model));
        let guarantee = |treatment: &lethe_exposure::model::Treatment| Guarantee {
            k: treatment.k,
            epsilon: treatment.epsilon.map(|epsilon| epsilon.to_f64()),
            delta: treatment.epsilon.map(|_| treatment.delta()),
        };
        let column = |column: &lethe_exposure::model::ColumnCounts| ModelColumnReport {
            column: column.name.clone(),
            values: column.values.len() as u64,
        };
        Self {
            output: output.name(),
            records: model.records(),
            values: model.values() as u64,
            pairs: model.pairs() as u64,
            columns: model.columns().iter().map(column).collect(),
            guarantees: model.treatments().iter().map(guarantee).collect(),
            lower_bounds: model.is_merged() && !model.is_noisy(),
            notes,
        }
    }
}

fn warnings(model: &Model) -> Vec<String> {
    let mut notes = Vec::new();
    if model.treatments().is_empty() {
        notes.push(
            "the counts are exact, those of single records among them: sanitise the model before it leaves the silo"
                .to_owned(),
        );
    }
    if model.is_noisy() {
        notes.push("counts carry noise, so none of them is a bound".to_owned());
        if model.treatments().iter().any(|treatment| treatment.delta() > 1e-3) {
            notes.push(
                "delta is large: records with a unique value are shown with that probability; raise k or epsilon"
                    .to_owned(),
            );
        }
    }
    notes
}

impl SanitizedModel {
    pub(super) fn of(safe: &Sanitized, output: &Document) -> Self {
        Self {
            model: Written::of(&safe.model, output, Vec::new()),
            hidden: HiddenCounts {
                values: safe.hidden.values,
                values_besides: safe.hidden.values_besides,
                pairs: safe.hidden.pairs,
                pairs_besides: safe.hidden.pairs_besides,
            },
        }
    }
}

impl RatedRecords {
    pub(super) fn of(model: &Model, scores: &Scores, request: &Score) -> Self {
        let all = || scores.records.iter();
        let count =
            |is: fn(&lethe_exposure::model::RecordScore) -> bool| all().filter(|one| is(one)).count() as u64;
        let mut order: Vec<usize> =
            (0..scores.records.len()).filter(|&row| scores.records[row].values > 1).collect();
        order.sort_by_key(|&row| {
            let record = &scores.records[row];
            (std::cmp::Reverse(record.below_k), record.smallest, row)
        });
        let rated = |row: usize| {
            let record = &scores.records[row];
            RatedRecord {
                row: row as u64 + 1,
                sum: record.sum,
                mean: record.mean(),
                smallest: record.smallest,
                below_k: record.below_k,
                flagged: record.is_flagged,
            }
        };
        let mut notes = Vec::new();
        if model.is_noisy() {
            notes.push("counts of the model carry noise, so none of them is certain".to_owned());
        } else if !model.treatments().is_empty() {
            notes.push(
                "counts of the model miss records that silos hide: a pair below k may have more records"
                    .to_owned(),
            );
        }
        Self {
            records: scores.records.len() as u64,
            model_records: model.records(),
            columns: scores.columns.clone(),
            k: request.k,
            theta: request.theta,
            mean: scores.mean,
            sigma: scores.sigma,
            flagged_records: count(|record| record.is_flagged),
            records_below_k: count(|record| record.below_k > 0),
            records_surely_below_k: (!model.is_noisy()).then(|| count(|record| record.surely_below_k > 0)),
            top: order.into_iter().take(request.top).map(rated).collect(),
            notes,
        }
    }
}
