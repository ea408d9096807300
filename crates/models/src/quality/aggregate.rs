//! How the losses of columns become one.

use lethe_recipe::Aggregate;

/// The loss of a table whose columns have these losses. Columns without any weight at all lose nothing. The geometric
/// mean is that of 1 + loss, less 1; the maximum is over columns whose weight is not 0; the first rank is the largest
/// weighted loss as a share of the largest weight.
pub(super) fn combine(aggregate: Aggregate, losses: &[f64], weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let pairs = losses.iter().zip(weights);
    let combined = match aggregate {
        Aggregate::Mean | Aggregate::Sum => pairs.map(|(loss, weight)| loss * weight).sum::<f64>() / total,
        Aggregate::Geometric => {
            (pairs.map(|(loss, weight)| loss.ln_1p() * weight).sum::<f64>() / total).exp_m1()
        }
        Aggregate::Max => {
            pairs.filter(|(_, weight)| **weight > 0.0).map(|(loss, _)| *loss).fold(0.0, f64::max)
        }
        Aggregate::Rank => ranks(aggregate, losses, weights)[0],
    };
    combined.min(1.0)
}

/// The weighted losses of columns as shares of the largest weight, largest first, by which [`Aggregate::Rank`] compares
/// releases; nothing for others.
///
/// They are monotone: where no loss is smaller, no rank is, to the last digit.
pub(super) fn ranks(aggregate: Aggregate, losses: &[f64], weights: &[f64]) -> Vec<f64> {
    if aggregate != Aggregate::Rank {
        return Vec::new();
    }
    let largest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut ranks: Vec<f64> =
        losses.iter().zip(weights).map(|(loss, weight)| loss * weight / largest).collect();
    ranks.sort_unstable_by(|a, b| b.total_cmp(a));
    ranks
}

/// A number that is at most what [`combine`] gives for losses of which none is smaller.
///
/// Sums and quotients round monotonically; logarithms and powers need not, so their last digits are pruned.
pub(super) fn combine_below(aggregate: Aggregate, losses: &[f64], weights: &[f64]) -> f64 {
    let combined = combine(aggregate, losses, weights);
    match aggregate {
        Aggregate::Mean | Aggregate::Sum | Aggregate::Max | Aggregate::Rank => combined,
        Aggregate::Geometric => combined * (1.0 - 1e-13),
    }
}

/// The weights of columns of which each counts by the most that it can lose; where none can lose, they count as they
/// are.
pub(super) fn weights_by_most(weights: &[f64], most: &[f64]) -> Vec<f64> {
    let scaled: Vec<f64> = weights.iter().zip(most).map(|(weight, most)| weight * most).collect();
    if scaled.iter().any(|&weight| weight > 0.0) { scaled } else { weights.to_vec() }
}
