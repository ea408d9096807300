//! What a leaf must be expected to get wrong.

/// The upper quartile of the normal distribution: Quinlan's confidence of 25 %.
const Z: f64 = 0.674_489_750_196_081_7;
/// A subtree has to save more errors than this.
pub(super) const WORTH_A_SPLIT: f64 = 0.1;

/// The upper end of the one-sided 75 % confidence interval (Wilson 1927) for the errors of a leaf that shows its most
/// frequent class.
pub(super) fn pessimistic_errors(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let share = 1.0 - counts.iter().fold(0.0, |most: f64, &count| most.max(count)) / total;
    let square = Z * Z / total;
    let spread = Z * (share * (1.0 - share) / total + square / (4.0 * total)).sqrt();
    total * (share + square / 2.0 + spread) / (1.0 + square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_records_are_trusted_less_than_many() {
        // A pure leaf of n: z²/n / (1 + z²/n) of them, which is z² n / (n + z²).
        let z2 = Z * Z;
        assert!((pessimistic_errors(&[6.0, 0.0]) - z2 * 6.0 / (6.0 + z2)).abs() < 1e-12);
        // Quinlan's example of a leaf with 2 errors of 10, by the formula: 0.2 + 0.02275 + 0.67449 √0.01714 over 1.0455.
        assert!(
            (pessimistic_errors(&[8.0, 2.0]) - 2.9748).abs() < 1e-3,
            "{}",
            pessimistic_errors(&[8.0, 2.0])
        );
        assert!(pessimistic_errors(&[80.0, 20.0]) < 10.0 * pessimistic_errors(&[8.0, 2.0]));
        assert!(pessimistic_errors(&[0.0, 0.0]) < 1e-12);
    }
}
