//! Records that deviate from comparable ones.
//!
//! Two passes flag the same records in parts as in the whole: the first counts value pairs (`Model`, merged), the second adds up what each
//! record of a part infers by those counts ([`RecordSums`]) and merges the moments ([`RecordMoments`]). Both are integers, so no order of
//! parts, rows or threads changes a flag.

use crate::cycles::{SCALE, Spread};
use std::collections::BTreeMap;

/// For each record of a table, or of a part of one: its values, and the sum of P(b | a) over the ordered pairs of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordSums {
    /// Multiples of the smallest share.
    sums: Vec<u64>,
    values: Vec<u32>,
}

impl RecordSums {
    pub(crate) fn new(sums: Vec<u64>, values: Vec<u32>) -> Self {
        Self { sums, values }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// The sum of P(b | a) over the ordered pairs of a record's values.
    pub fn sum(&self, row: usize) -> f64 {
        self.sums[row] as f64 / SCALE
    }

    /// The same as a multiple of the smallest share.
    pub(crate) fn scaled_sum(&self, row: usize) -> u64 {
        self.sums[row]
    }

    /// Its mean; 0 for a record with fewer than two values.
    pub fn mean(&self, row: usize) -> f64 {
        match self.values[row] {
            0 | 1 => 0.0,
            values => self.sum(row) / ordered_pairs(values),
        }
    }

    /// The number of a record's values.
    pub fn values(&self, row: usize) -> u32 {
        self.values[row]
    }
}

fn ordered_pairs(values: u32) -> f64 {
    f64::from(values) * f64::from(values - 1)
}

/// What adds up over parts: for each number of values, the records and the first two moments of their sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordMoments {
    by_values: BTreeMap<u32, Moments>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moments {
    records: Wide,
    sum: Wide,
    squares: Wide,
}

impl RecordMoments {
    /// The moments of the records of a part; rows count as many records as they stand for.
    pub fn of(records: &RecordSums, weights: Option<&[u64]>) -> Self {
        let mut all = Self::default();
        for row in (0..records.len()).filter(|&row| records.values(row) > 1) {
            let weight = weights.map_or(1, |weights| weights[row]);
            let sum = u128::from(records.scaled_sum(row));
            let moments = all.by_values.entry(records.values(row)).or_default();
            moments.records.add_product(1, weight);
            moments.sum.add_product(sum, weight);
            moments.squares.add_product(sum * sum, weight);
        }
        all
    }

    /// Adds the moments of another part.
    pub fn merge(&mut self, other: &Self) {
        for (&values, added) in &other.by_values {
            let moments = self.by_values.entry(values).or_default();
            moments.records.add(added.records);
            moments.sum.add(added.sum);
            moments.squares.add(added.squares);
        }
    }

    /// The spread of the means.
    pub fn finish(&self) -> RecordSpread {
        let of_means = |(&values, moments): (&u32, &Moments)| {
            let unit = SCALE * ordered_pairs(values);
            let sums = (
                moments.records.as_f64(),
                moments.sum.as_f64() / unit,
                moments.squares.as_f64() / unit / unit,
            );
            (values, sums)
        };
        let sums: BTreeMap<u32, (f64, f64, f64)> = self.by_values.iter().map(of_means).collect();
        let add = |one: (f64, f64, f64), two: &(f64, f64, f64)| (one.0 + two.0, one.1 + two.1, one.2 + two.2);
        let (count, sum, squares) = sums.values().fold((0.0, 0.0, 0.0), add);
        let by_values =
            sums.iter().map(|(&values, &(count, sum, squares))| (values, Spread::of(count, sum, squares)));
        RecordSpread { all: Spread::of(count, sum, squares), by_values: by_values.collect() }
    }
}

/// A sum of 256 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    fn add(&mut self, other: Self) {
        let (low, carry) = self.low.overflowing_add(other.low);
        self.low = low;
        self.high += other.high + u128::from(carry);
    }

    fn add_product(&mut self, number: u128, times: u64) {
        let times = u128::from(times);
        let (upper, lower) = ((number >> 64) * times, (number & u128::from(u64::MAX)) * times);
        let (low, carry) = lower.overflowing_add(upper << 64);
        self.add(Self { high: (upper >> 64) + u128::from(carry), low });
    }

    fn as_f64(self) -> f64 {
        self.high as f64 * 2f64.powi(128) + self.low as f64
    }
}

/// The spread of the records' means: among all, and among those with as many values, which are the comparable ones.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordSpread {
    /// Among all records with at least two values.
    pub all: Spread,
    by_values: BTreeMap<u32, Spread>,
}

impl RecordSpread {
    /// How many standard deviations a record's mean is away from that of comparable records.
    pub fn deviation(&self, records: &RecordSums, row: usize) -> f64 {
        let spread = self.by_values.get(&records.values(row));
        spread.map_or(0.0, |spread| spread.deviation(records.mean(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wide_sums_carry_beyond_128_bits() {
        let mut sum = Wide::default();
        for _ in 0..3 {
            sum.add_product(u128::MAX, u64::MAX);
        }
        // 3 (2^128 - 1) (2^64 - 1) = 3 * 2^192 - 3 * 2^128 - 3 * 2^64 + 3
        let low = 0u128.wrapping_sub(3 << 64).wrapping_add(3);
        assert_eq!(sum, Wide { high: (3 << 64) - 3 - 1, low });
    }

    proptest! {
        #[test]
        fn moments_of_parts_are_the_moments_of_the_whole(
            records in prop::collection::vec((any::<u64>(), 0u32..5, any::<u32>()), 0..40),
            split in 0usize..40,
        ) {
            let of = |records: &[(u64, u32, u32)]| {
                let sums = RecordSums::new(
                    records.iter().map(|record| record.0).collect(),
                    records.iter().map(|record| record.1).collect(),
                );
                let weights: Vec<u64> = records.iter().map(|record| u64::from(record.2)).collect();
                RecordMoments::of(&sums, Some(&weights))
            };
            let (one, two) = records.split_at(split.min(records.len()));
            let mut merged = of(two);
            merged.merge(&of(one));
            prop_assert_eq!(merged, of(&records));
        }
    }
}
