//! How the values of one column are distributed over records.

/// The counts behind a column's figures. Records without a value are counted apart and enter no other figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distribution {
    /// Records without a value.
    pub(crate) nulls: u64,
    /// Records with a value.
    pub(crate) present: u64,
    /// Distinct values that occur.
    pub(crate) distinct: u64,
    /// Distinct values that exactly one person has.
    pub(crate) once: u64,
    /// Shannon entropy of the value of a random person who has one, in bits.
    pub(crate) entropy_bits: f64,
}

impl Distribution {
    /// From the number of records with each value; zeros are values that do not occur.
    ///
    /// The entropy is summed over the *different* counts in ascending order, each with the number of values that
    /// have it. That is fast for many values, does not depend on their order, and is exactly `log2(distinct)` for a
    /// uniform distribution because its only term is `1 · log2(distinct)`.
    pub(crate) fn of(values: &[u64], nulls: u64) -> Self {
        let mut counts: Vec<u64> = values.iter().copied().filter(|&count| count > 0).collect();
        counts.sort_unstable();
        let present: u64 = counts.iter().sum();
        let total = present as f64;
        let entropy = counts.chunk_by(|a, b| a == b).map(|alike| {
            let records = alike[0] * alike.len() as u64;
            records as f64 / total * (total / alike[0] as f64).log2()
        });
        Self {
            nulls,
            present,
            distinct: counts.len() as u64,
            once: counts.partition_point(|&count| count < 2) as u64,
            entropy_bits: positive(entropy.sum()),
        }
    }

    /// Distinct values a person with a value; 0 when there is none.
    pub(crate) fn cardinality(&self) -> f64 {
        ratio(self.distinct, self.present)
    }

    /// The share of the distinct values that exactly one person has; 0 when there is none.
    pub(crate) fn unique_share(&self) -> f64 {
        ratio(self.once, self.distinct)
    }

    /// The divergence from the uniform distribution over the values that occur, in bits.
    pub(crate) fn kl_uniform(&self) -> f64 {
        if self.distinct == 0 { 0.0 } else { positive((self.distinct as f64).log2() - self.entropy_bits) }
    }

    /// Whether the column identifies records by itself: its values are all different, or its cardinality reaches the
    /// threshold, among at least two records (Podlesny 2023, Definitions 2 and 7).
    pub(crate) fn is_standalone(&self, threshold: f64) -> bool {
        self.is_injective() || (self.present >= 2 && self.cardinality() >= threshold)
    }

    /// Whether no two records share a value, among at least two who have one.
    pub(crate) fn is_injective(&self) -> bool {
        self.present >= 2 && self.distinct == self.present
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Rounding can leave a figure that is never negative just below zero, and a sum of nothing at minus zero.
fn positive(figure: f64) -> f64 {
    if figure > 0.0 { figure } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_distributions_diverge_by_exactly_zero() {
        for (values, each) in [(1, 5), (3, 7), (10, 1), (49, 3), (1_000, 1), (12_345, 11)] {
            let distribution = Distribution::of(&vec![each; values], 9);
            assert_eq!(distribution.entropy_bits.to_bits(), (values as f64).log2().to_bits());
            assert_eq!(distribution.kl_uniform().to_bits(), 0f64.to_bits());
        }
    }

    #[test]
    fn nothing_gives_positive_zeros_and_no_identifier() {
        let nothing = Distribution::of(&[0, 0], 3);
        let figures =
            [nothing.entropy_bits, nothing.cardinality(), nothing.unique_share(), nothing.kl_uniform()];
        assert!(figures.iter().all(|figure| figure.to_bits() == 0f64.to_bits()), "{figures:?}");
        assert!(!nothing.is_injective());
    }
}
