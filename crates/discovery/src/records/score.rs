//! The numbers that rank records; the module's documentation has the formulas.

use crate::{Error, Result};

/// Weights beyond this could make a sum of scores infinite.
const LARGEST_WEIGHT: f64 = 1e250;

/// `weight(s)` for `s` from 1 to `max_size`.
pub(super) fn size_weights(columns: usize, max_size: usize) -> Result<Vec<f64>> {
    let last = max_size.min(columns.saturating_sub(1));
    let weights: Vec<f64> =
        (1..=max_size).map(|size| (size..=last).map(|i| (columns - i) as f64).product()).collect();
    if weights.iter().any(|&weight| weight > LARGEST_WEIGHT) {
        return Err(Error::LargeScores { columns, max_size });
    }
    Ok(weights)
}

/// The score of a record with so many minimal sets of each size.
pub(super) fn score(sets_by_size: &[u32], weights: &[f64]) -> f64 {
    sets_by_size.iter().zip(weights).map(|(&sets, weight)| f64::from(sets) * weight).sum()
}

/// From scores to DIS scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dis {
    /// The estimate for the whole file.
    pub(super) file: f64,
    power: f64,
    /// `U / DIS − U`.
    odds: f64,
    /// The sum of `1 / score^q` over records.
    sum: f64,
}

impl Dis {
    /// `scores` are pairs of a score above 0 and the records that have it.
    pub(super) fn new(
        columns: usize,
        uniques: u64,
        pairs: u64,
        fraction: f64,
        scores: impl Iterator<Item = (f64, u64)>,
    ) -> Self {
        let power = (1.0 + (8.0 - columns as f64) / 20.0).max(0.05);
        let (alone, paired) = (uniques as f64 * fraction, 2.0 * pairs as f64 * (1.0 - fraction));
        let file = if alone == 0.0 { 0.0 } else { alone / (alone + paired) };
        let sum = scores.map(|(score, records)| records as f64 / score.powf(power)).sum();
        Self { file, power, odds: paired / fraction, sum }
    }

    pub(super) fn of(&self, score: f64) -> f64 {
        if score > 0.0 { 1.0 / (1.0 + self.odds / (score.powf(self.power) * self.sum)) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_factorials_when_all_sizes_are_searched_and_proportional_otherwise() {
        assert_eq!(size_weights(5, 5).unwrap(), [24.0, 6.0, 2.0, 1.0, 1.0]);
        assert_eq!(size_weights(5, 4).unwrap(), [24.0, 6.0, 2.0, 1.0]);
        assert_eq!(size_weights(8, 3).unwrap(), [210.0, 30.0, 5.0]);
        assert_eq!(size_weights(1, 1).unwrap(), [1.0]);
        assert!(size_weights(0, 0).unwrap().is_empty());
        assert!(matches!(size_weights(200, 200), Err(Error::LargeScores { .. })));
    }

    #[test]
    fn more_columns_than_the_power_allows_still_rank_higher_scores_higher() {
        let dis = Dis::new(60, 5, 3, 0.1, [(2.0, 1), (90.0, 1)].into_iter());
        assert!(dis.of(90.0) > dis.of(2.0) && dis.of(90.0) < 1.0 && dis.of(0.0) == 0.0);
    }

    #[test]
    fn the_scaling_is_that_of_the_formula_with_the_estimate_of_the_file() {
        let (uniques, pairs, fraction) = (7.0, 2.0, 0.1);
        let dis = Dis::new(8, 7, 2, fraction, [(6.0, 1), (2.0, 2)].into_iter());
        let file = uniques * fraction / (uniques * fraction + 2.0 * pairs * (1.0 - fraction));
        assert!((dis.file - file).abs() < 1e-12);
        let expected = 1.0 / (1.0 + (uniques / file - uniques) / (6.0 * (1.0 / 6.0 + 2.0 / 2.0)));
        assert!((dis.of(6.0) - expected).abs() < 1e-12);
    }
}
