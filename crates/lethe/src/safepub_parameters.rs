//! What sampling and suppression need to keep a promise of differential privacy.

use crate::anonymize::{Bounds, logarithm_hint};
use crate::request::forms::{as_rational, as_text};
use crate::{Context, Error, Files, Result};
use lethe_dp::Epsilon;
use lethe_dp::safepub::Parameters;
use lethe_num::{FIRST_BITS, Interval, Rational};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The larger budgets that the curve shows, as multiples of the guarantee's.
const CURVE: [(u32, u32); 6] = [(1, 1), (5, 4), (3, 2), (7, 4), (2, 1), (3, 1)];

/// A guarantee of differential privacy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Guarantee {
    /// The budget, such as `1` or `ln(2)`.
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    pub epsilon: Epsilon,
    /// The chance with which it may be exceeded, such as `1e-6`.
    #[serde(with = "as_rational")]
    #[schemars(with = "String")]
    pub delta: Rational,
}

impl Guarantee {
    /// It names no files.
    pub fn files(&self) -> Files {
        Files::default()
    }
}

/// The parameters of a guarantee.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SafepubParameters {
    /// The budget, exactly.
    pub epsilon: String,
    /// The chance with which it may be exceeded.
    pub delta: f64,
    /// The sampling chance, 1 − e^−epsilon.
    pub beta: Bounds,
    /// The smallest group that may be published: the least that keeps the guarantee.
    pub k: u64,
    /// The exact delta at k.
    pub delta_at_k: Bounds,
    /// A delta that k − 1 needs at least, which is above the guarantee's; null at k = 1.
    pub delta_below_k: Option<Bounds>,
    /// With which delta the same parameters keep larger budgets.
    pub smoothness: Vec<SmoothnessPoint>,
    /// A better way to write the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A point of the curve.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct SmoothnessPoint {
    /// The larger budget.
    pub epsilon: f64,
    /// Its exact delta.
    pub delta: Bounds,
}

/// Finds the smallest k for a guarantee, proven from both sides.
///
/// **Guarantee**: all numbers are bounds of exact ones; k is the minimum.
/// **Errors**: epsilon or delta is out of range.
pub fn safepub_parameters(guarantee: &Guarantee, _: &Context) -> Result<SafepubParameters> {
    let Guarantee { epsilon: budget, delta: exact } = guarantee;
    let refuse = |error: lethe_dp::safepub::ParameterError| Error::Request(error.to_string());
    let found = Parameters::new(budget, exact).map_err(refuse)?;
    let smoothness = CURVE.iter().map(|&(times, over)| {
        let larger = budget.scaled(times, over);
        let delta = found.smoothness(&larger).map_err(refuse)?.to_interval().into();
        Ok(SmoothnessPoint { epsilon: larger.to_interval().hi(), delta })
    });
    Ok(SafepubParameters {
        epsilon: budget.to_string(),
        delta: Interval::around(exact).hi(),
        beta: found.beta(FIRST_BITS).to_interval().into(),
        k: found.k(),
        delta_at_k: found.delta_at_k().to_interval().into(),
        delta_below_k: found.delta_below_k().map(|below| below.to_interval().into()),
        smoothness: smoothness.collect::<Result<_>>()?,
        hint: logarithm_hint(budget),
    })
}
