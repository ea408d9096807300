//! Records that deviate from comparable ones.

use crate::Measures;
use crate::cycles::Spread;
use std::collections::BTreeMap;

/// The spread of the records' means: among all, and among those with as many values, which are the comparable ones.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordSpread {
    /// Among all records with at least two values.
    pub all: Spread,
    by_values: BTreeMap<u32, Spread>,
}

impl RecordSpread {
    /// Rows count as many people as they stand for.
    pub fn of(measures: &Measures, weights: Option<&[u64]>) -> Self {
        let mut sums: BTreeMap<u32, (f64, f64, f64)> = BTreeMap::new();
        for row in (0..measures.records()).filter(|&row| measures.values(row) > 1) {
            let weight = weights.map_or(1.0, |weights| weights[row] as f64);
            let mean = measures.mean(row);
            let (count, sum, squares) = sums.entry(measures.values(row)).or_default();
            *count += weight;
            *sum += weight * mean;
            *squares += weight * mean * mean;
        }
        let add = |one: (f64, f64, f64), two: &(f64, f64, f64)| (one.0 + two.0, one.1 + two.1, one.2 + two.2);
        let (count, sum, squares) = sums.values().fold((0.0, 0.0, 0.0), add);
        let by_values =
            sums.iter().map(|(&values, &(count, sum, squares))| (values, Spread::of(count, sum, squares)));
        Self { all: Spread::of(count, sum, squares), by_values: by_values.collect() }
    }

    /// How many standard deviations a record's mean is away from that of comparable records.
    pub fn deviation(&self, measures: &Measures, row: usize) -> f64 {
        let spread = self.by_values.get(&measures.values(row));
        spread.map_or(0.0, |spread| spread.deviation(measures.mean(row)))
    }
}
