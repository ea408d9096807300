//! What a noisy answer looks like as JSON.

use super::request::{Query, Release};
use lethe_dp::ledger::{Ledger, Neighbours};
use lethe_dp::mechanism::median::Published;
use lethe_dp::mechanism::{Exponential, Noise};
use lethe_num::Rational;
use schemars::JsonSchema;
use serde::Serialize;

/// A noisy answer, what it cost and what is known about its error.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DpReport {
    /// The question: `count`, `sum`, `mean`, `quantile`, `histogram`, `select`, `randomized-response` or `median`.
    pub query: String,
    /// The column it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Whether the bits came from the operating system; `false` means that the answer must not be published.
    pub private: bool,
    /// The answer itself.
    #[serde(flatten)]
    pub answer: Answer,
    /// What it cost.
    pub account: Account,
    /// What else to know.
    pub notes: Vec<String>,
}

/// The parts of an answer; each question has some of them.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    /// The number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The same as an exact fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
    /// The noisy number of values that a mean is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_count: Option<f64>,
    /// The value that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// A count for each value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<NoisyCount>>,
    /// The answers of the median mechanism.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<MedianAnswer>>,
    /// The exact number of rows, where the guarantee does not hide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// How far the answer may be off; it follows from the parameters and from what is shown.
    pub bound: Option<Bound>,
    /// The noise of each part.
    pub noise: Vec<NoiseReport>,
    /// The constants that the publication of the median mechanism would use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedConstants>,
}

impl Answer {
    /// A number.
    pub(super) fn exactly(value: &Rational) -> Self {
        Self { value: Some(value.to_f64().value()), exact: Some(value.to_string()), ..Self::default() }
    }
}

/// A count of rows with a value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoisyCount {
    /// The value as the user named it; null for all others together.
    pub value: Option<String>,
    /// The noisy count, or the unbiased estimate; it may be below zero.
    pub count: f64,
    /// How many rows reported this value, for randomized response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<u64>,
}

/// An answer of the median mechanism.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MedianAnswer {
    /// The values that were asked about.
    pub values: Vec<String>,
    /// `easy`: from earlier answers; `hard`: from the data with noise; `halted`: no answer.
    pub kind: String,
    /// The share of rows with one of the values.
    pub share: Option<f64>,
}

/// How far something may be off.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Bound {
    /// At most this, up or down.
    pub within: f64,
    /// With at least this chance.
    pub confidence: f64,
    /// What the bound is of.
    pub of: &'static str,
}

/// The noise of a part of an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoiseReport {
    /// Of which part.
    pub part: String,
    /// `discrete-laplace`, `discrete-gaussian`, `exponential-mechanism` or `randomized-response`.
    pub distribution: String,
    /// Laplace: 1 / rate; Gaussian: sigma; exponential mechanism: what a score is multiplied by; randomized response: the chance of the
    /// truth.
    pub scale: f64,
    /// The standard deviation, where the noise is a number.
    pub deviation: Option<f64>,
    /// The noise is at most this in 95 of 100 cases; 0 where it is no number.
    pub bound_95: f64,
}

impl NoiseReport {
    /// Noise in steps of this size.
    pub(super) fn of(part: &str, noise: &Noise, step: &Rational) -> Self {
        let step = step.to_f64().value();
        let (distribution, scale) = match noise {
            Noise::Laplace(noise) => ("discrete-laplace", 1.0 / noise.rate().to_f64().value()),
            Noise::Gaussian(_) => ("discrete-gaussian", noise.deviation()),
        };
        Self {
            part: part.to_owned(),
            distribution: distribution.to_owned(),
            scale: scale * step,
            deviation: Some(noise.deviation() * step),
            bound_95: noise.bound() as f64 * step,
        }
    }

    pub(super) fn of_choice(part: &str, choice: &Exponential) -> Self {
        Self {
            part: part.to_owned(),
            distribution: "exponential-mechanism".to_owned(),
            scale: choice.factor().to_f64().value(),
            deviation: None,
            bound_95: 0.0,
        }
    }
}

/// What the publication of the median mechanism sets its parameters to.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PublishedConstants {
    /// The rows of a candidate database, m.
    pub candidate_rows: f64,
    /// The privacy loss of one hard answer, alpha'.
    pub rate: f64,
    /// The step between thresholds.
    pub gamma: f64,
    /// The number of hard queries before it halts.
    pub hard: f64,
}

impl PublishedConstants {
    pub(super) fn of(published: &Published) -> Self {
        // With one query some are not finite; JSON has no infinity.
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        Self {
            candidate_rows: finite(published.candidate_rows),
            rate: finite(published.rate),
            gamma: finite(published.gamma),
            hard: finite(published.hard),
        }
    }
}

/// What an answer cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Account {
    /// Epsilon, exactly.
    pub epsilon: String,
    /// Delta, exactly.
    pub delta: String,
    /// `add-remove`: one table has one row more; `replace-one`: one row differs and the number of rows is public.
    pub neighbours: String,
    /// The ledger that paid, after this spend.
    pub ledger: Option<LedgerStatus>,
}

/// The state of a ledger after a spend.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LedgerStatus {
    /// Whose budget it is.
    pub data_set: String,
    /// What was spent in all, exactly.
    pub spent_epsilon: String,
    /// What was spent in all, exactly.
    pub spent_delta: String,
    /// What is left, exactly.
    pub left_epsilon: String,
    /// What is left, exactly.
    pub left_delta: String,
}

impl LedgerStatus {
    pub(super) fn of(ledger: &Ledger) -> Self {
        let left = ledger.left();
        Self {
            data_set: ledger.data_set.clone(),
            spent_epsilon: ledger.spent().epsilon.to_string(),
            spent_delta: ledger.spent().delta.to_string(),
            left_epsilon: left.epsilon.to_string(),
            left_delta: left.delta.to_string(),
        }
    }
}

/// The relation as it is written.
pub(super) fn name_of(neighbours: Neighbours) -> &'static str {
    match neighbours {
        Neighbours::AddRemove => "add-remove",
        Neighbours::ReplaceOne => "replace-one",
    }
}

impl DpReport {
    pub(super) fn new(request: &Release, answer: Answer, paid: Option<LedgerStatus>, private: bool) -> Self {
        let budget = &request.budget;
        Self {
            query: request.query.name().to_owned(),
            column: request.query.column().map(str::to_owned),
            private,
            notes: notes(request, private),
            answer,
            account: Account {
                epsilon: budget.epsilon.to_string(),
                delta: budget.delta.to_string(),
                neighbours: name_of(request.query.neighbours()).to_owned(),
                ledger: paid,
            },
        }
    }
}

fn notes(request: &Release, private: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if !private {
        notes.push(
            "not private: the noise follows from `insecure_seed` and can be taken off again".to_owned(),
        );
    }
    if request.ledger.is_none() {
        notes.push("no ledger: nothing adds this up with other answers about the same persons".to_owned());
    }
    match request.query {
        Query::Sum { .. } | Query::Mean { .. } | Query::Quantile { .. } => {
            notes.push("cells that are no number count as missing, numbers beyond the bounds as the bound".to_owned());
        }
        Query::RandomizedResponse { .. } => notes.push(
            "hides what each row answers, not how many rows there are; rows with another value or none count as a random answer"
                .to_owned(),
        ),
        Query::Median { .. } => notes.push(
            "proven: the budget, by composition over all questions, where one row is replaced. Not proven: the accuracy, which needs the published constants"
                .to_owned(),
        ),
        _ => {}
    }
    notes
}
