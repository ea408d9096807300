//! How the losses of columns become one.

/// The way in which the losses of columns become one, each column with a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    /// The weighted mean.
    #[default]
    Mean,
    /// The weighted geometric mean of 1 + loss, less 1.
    Geometric,
    /// The largest loss of a column whose weight is not 0.
    Max,
}

impl Aggregate {
    /// The loss of a table whose columns have these losses. Columns without any weight at all lose nothing.
    pub fn combine(self, losses: &[f64], weights: &[f64]) -> f64 {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return 0.0;
        }
        let pairs = losses.iter().zip(weights);
        let combined = match self {
            Self::Mean => pairs.map(|(loss, weight)| loss * weight).sum::<f64>() / total,
            Self::Geometric => {
                (pairs.map(|(loss, weight)| loss.ln_1p() * weight).sum::<f64>() / total).exp_m1()
            }
            Self::Max => {
                pairs.filter(|(_, weight)| **weight > 0.0).map(|(loss, _)| *loss).fold(0.0, f64::max)
            }
        };
        combined.min(1.0)
    }

    /// A number that is at most what [`Aggregate::combine`] gives for losses of which none is smaller.
    ///
    /// Sums and quotients round monotonically; logarithms and powers need not, so their last digits are given up.
    pub(super) fn combine_below(self, losses: &[f64], weights: &[f64]) -> f64 {
        let combined = self.combine(losses, weights);
        match self {
            Self::Mean | Self::Max => combined,
            Self::Geometric => combined * (1.0 - 1e-13),
        }
    }
}

/// The weights of columns of which each counts by the most that it can lose; where none can lose, they count as they
/// are.
pub(super) fn weights_by_most(weights: &[f64], most: &[f64]) -> Vec<f64> {
    let scaled: Vec<f64> = weights.iter().zip(most).map(|(weight, most)| weight * most).collect();
    if scaled.iter().any(|&weight| weight > 0.0) { scaled } else { weights.to_vec() }
}
