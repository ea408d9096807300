//! The share of pairs of records that a column set tells apart.

use super::records::{Purpose, Records};
use super::{SampleOptions, bounds};
use crate::Result;
use lethe_data::{Codes, ColumnSet, Context, Table, group};
use rayon::prelude::*;
use serde::Serialize;

/// Pairs that a worker draws between two looks at the cancel token.
pub(super) const BLOCK: u64 = 1 << 13;

/// A separation known from drawn pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximateSeparation {
    /// Always true: this is an estimate.
    pub approximate: bool,
    /// The share of drawn pairs that are separated.
    pub value: f64,
    /// The separation is at least this …
    pub lower: f64,
    /// … and at most this …
    pub upper: f64,
    /// … with this confidence.
    pub confidence: f64,
    /// Pairs drawn; 0 when the table has none.
    pub sampled_pairs: u64,
}

impl ApproximateSeparation {
    pub(super) fn of(separated: u64, pairs: u64, risk: f64) -> Self {
        let (lower, upper) = bounds::interval(separated, pairs, risk);
        let value = separated as f64 / pairs as f64;
        Self { approximate: true, value, lower, upper, confidence: 1.0 - risk, sampled_pairs: pairs }
    }
}

/// The separation of a column set, from drawn pairs of records.
///
/// **Guarantee**: with the confidence asked for, the exact separation is between `lower` and `upper`, and `value` is at
/// most the error asked for away from it. The same for any number of threads.
/// **Paper**: Motwani & Xu 2007; Hoeffding 1963, Theorem 1.
/// **Cost**: `ln(2 / risk) / (2 · error²)` pairs, whatever the number of rows; with weights one pass over them.
/// **Errors**: the options make no sense, or the run is cancelled.
pub fn separation(
    table: &Table,
    set: &ColumnSet,
    options: &SampleOptions,
    context: &Context,
) -> Result<ApproximateSeparation> {
    options.check()?;
    let records = Records::of(table, context)?;
    if records.total() < 2 {
        let (value, confidence) = (1.0, options.confidence);
        return Ok(ApproximateSeparation {
            approximate: true,
            value,
            lower: value,
            upper: value,
            confidence,
            sampled_pairs: 0,
        });
    }
    let pairs = bounds::draws(1.0, options.error, options.risk() / 2.0);
    let columns: Vec<&Codes> = set.iter().map(|column| table.column(column).codes()).collect();
    let task = context.task("drawing pairs", Some(pairs));
    let count = |block: u64| -> Result<u64> {
        context.check_cancelled()?;
        let indices = block * BLOCK..pairs.min((block + 1) * BLOCK);
        task.advance(indices.end - indices.start);
        let drawn = indices.map(|index| records.pair(Purpose::Separation, index));
        Ok(drawn
            .filter(|&(one, other)| columns.iter().any(|codes| codes.get(one) != codes.get(other)))
            .count() as u64)
    };
    let separated: u64 = context.install(|| {
        (0..pairs.div_ceil(BLOCK)).into_par_iter().map(count).try_reduce(|| 0, |a, b| Ok(a + b))
    })?;
    Ok(ApproximateSeparation::of(separated, pairs, options.risk()))
}

/// The separation of a column set, from the sizes of all classes.
///
/// **Guarantee**: `1 − Σ c · (c − 1) / (n · (n − 1))` over classes of `c` records among `n`, rounded once; 1 when `n < 2`.
/// **Cost**: one grouping of the table.
pub fn exact_separation(table: &Table, set: &ColumnSet, context: &Context) -> Result<f64> {
    let ordered_pairs = |records: u64| u128::from(records) * u128::from(records.saturating_sub(1));
    let all = ordered_pairs(table.records());
    if all == 0 {
        return Ok(1.0);
    }
    let counts = group::counts(table, set, context)?;
    let alike: u128 = counts.counts().iter().map(|&count| ordered_pairs(count)).sum();
    Ok((all - alike) as f64 / all as f64)
}
