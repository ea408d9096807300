//! What a sample of records proves about distinct combinations and exposed records.

use super::records::{Purpose, Records};
use super::{SampleOptions, bounds};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Table, group};
use serde::Serialize;

/// A share that a sample bounds, but does not estimate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ApproximateBounds {
    /// Always true: these are bounds, not the share.
    pub approximate: bool,
    /// The share is certainly at least this …
    pub lower: f64,
    /// … and at most this …
    pub upper: f64,
    /// … with this confidence.
    pub confidence: f64,
    /// Records drawn. Where grouping all rows takes no longer, it is everyone, and both bounds are the exact share.
    pub sampled_records: u64,
}

impl ApproximateBounds {
    fn new(lower: f64, upper: f64, confidence: f64, sampled_records: u64) -> Self {
        Self { approximate: true, lower, upper, confidence, sampled_records }
    }
}

/// Bounds of the distinct ratio of a column set, from drawn records.
///
/// With `d` combinations among `q` of `n` records, the lower bound is `d / n`: what was seen exists. A class has someone
/// in the sample with a chance of at least `q / n`, so on average `d / q` is at least the ratio; exchanging one person
/// changes `d` by at most 1. Hence the upper bound `d / q + √(ln(1 / risk) / 2q)`. There are also no more combinations
/// than the columns have values to combine.
///
/// **Guarantee**: the ratio is at least `lower`, and with the confidence asked for at most `upper`.
/// **Paper**: Motwani & Xu 2007 (the ratio); `McDiarmid` 1989 (bounded differences, here for drawing without putting back);
/// Charikar et al. 2000 (why there is no estimate).
/// **Cost**: `ln(1 / risk) / (2 · error²)` records are drawn and grouped; with weights one pass over them.
/// **Errors**: the options make no sense, memory is short, or the run is cancelled.
pub fn distinct_ratio(
    table: &Table,
    set: &ColumnSet,
    options: &SampleOptions,
    context: &Context,
) -> Result<ApproximateBounds> {
    options.check()?;
    let records = Records::of(table, context)?;
    let draws = bounds::draws(1.0, options.error, options.risk());
    if records.all_within(draws, table) {
        let exact = exact_distinct_ratio(table, set, context)?;
        return Ok(ApproximateBounds::new(exact, exact, options.confidence, records.total()));
    }
    let seen = sample_classes(table, set, &records, draws, context)?.len() as f64;
    let values: f64 = set.iter().map(|column| table.column(column).domain() as f64).product();
    let upper = seen / draws as f64 + bounds::radius(1.0, draws, options.risk());
    let total = records.total() as f64;
    let upper = upper.min(values / total).clamp(seen / total, 1.0);
    Ok(ApproximateBounds::new(seen / total, upper, options.confidence, draws))
}

/// Bounds of the share of records that a column set exposes: whose class has fewer than `k` records.
///
/// Of `q` records drawn, `g` are in a class of at least `k` within the sample, and so within the table. On average `g / q`
/// is at most the share of records that are not exposed; exchanging one person changes `g` by at most `k`. Hence the upper
/// bound `1 − g / q + k · √(ln(1 / risk) / 2q)`. The lower bound is 0, unless everyone is drawn: nobody in a sample is
/// known to be without twins elsewhere.
///
/// **Guarantee**: with the confidence asked for, the share is at most `upper`.
/// **Cost**: `k² · ln(1 / risk) / (2 · error²)` records are drawn and grouped; with weights one pass over them.
/// **Errors**: `k` is below 2, the options make no sense, memory is short, or the run is cancelled.
pub fn exposed_share(
    table: &Table,
    set: &ColumnSet,
    k: u64,
    options: &SampleOptions,
    context: &Context,
) -> Result<ApproximateBounds> {
    options.check()?;
    if k < 2 {
        return Err(Error::SmallK { k });
    }
    let records = Records::of(table, context)?;
    let draws = bounds::draws(k as f64, options.error, options.risk());
    let exposed = |counts: &[u64]| counts.iter().filter(|&&count| count < k).sum::<u64>() as f64;
    if records.all_within(draws, table) {
        let all = exposed(group::counts(table, set, context)?.counts());
        let share = if records.total() == 0 { 0.0 } else { all / records.total() as f64 };
        return Ok(ApproximateBounds::new(share, share, options.confidence, records.total()));
    }
    let alone = exposed(&sample_classes(table, set, &records, draws, context)?);
    let upper = alone / draws as f64 + bounds::radius(k as f64, draws, options.risk());
    Ok(ApproximateBounds::new(0.0, upper.min(1.0), options.confidence, draws))
}

/// The distinct ratio of a column set, from all classes.
///
/// **Guarantee**: classes with somebody in them, divided by the number of records; 1 without records.
/// **Cost**: one grouping of the table.
pub fn exact_distinct_ratio(table: &Table, set: &ColumnSet, context: &Context) -> Result<f64> {
    let records = table.records();
    if records == 0 {
        return Ok(1.0);
    }
    let counts = group::counts(table, set, context)?;
    let classes = counts.counts().iter().filter(|&&count| count > 0).count();
    Ok(classes as f64 / records as f64)
}

/// The records in each class of a sample.
fn sample_classes(
    table: &Table,
    set: &ColumnSet,
    records: &Records,
    draws: u64,
    context: &Context,
) -> Result<Vec<u64>> {
    if set.is_empty() {
        return Ok(vec![draws]);
    }
    context.check_cancelled()?;
    let mut memory = context.memory().reserve("a sample of records");
    // The numbers of records in a hash set, their rows, and a code of at most four bytes for each column.
    memory.try_grow(draws as usize * (24 + 4 * set.len()))?;
    let rows = records.group(Purpose::Distinct, draws);
    let columns: Vec<_> = set.iter().map(|column| table.column(column).select(&rows)).collect();
    let everything = ColumnSet::all(columns.len())?;
    Ok(group::counts(&Table::new(columns)?, &everything, context)?.counts().to_vec())
}
