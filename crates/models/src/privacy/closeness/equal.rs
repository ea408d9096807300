//! All values equally far apart: the mass that must move.

use super::super::{Distribution, Histogram};
use super::whole::Whole;

/// The distance is the sum of `pi − qi` over values that are more frequent in the class: with counts, the sum of
/// `max(0, ci · N − qi · n)`. Only values of the class can be.
#[derive(Clone, Debug)]
pub(super) struct Equal {
    counts: Vec<u64>,
    records: u64,
}

impl Equal {
    pub(super) fn new(reference: &Distribution) -> Self {
        Self { counts: reference.counts().to_vec(), records: reference.records() }
    }

    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn work<W: Whole>(&self, size: u64, histogram: Histogram<'_>, limit: W) -> W {
        let (records, size) = (W::from(self.records), W::from(size));
        let mut sum = W::default();
        for &(code, count) in histogram {
            let expected = self.counts.get(code as usize).copied().unwrap_or(0);
            sum += (W::from(count) * records).less(W::from(expected) * size);
            if sum > limit {
                break;
            }
        }
        sum
    }

    /// The function adds up what is above the table's share over the values of which the class has too many: it gives
    /// most for one of these.
    pub(super) fn reach(&self, size: u64, histogram: Histogram<'_>) -> u128 {
        let counts =
            histogram.iter().filter_map(|&(code, count)| Some((*self.counts.get(code as usize)?, count)));
        let too_many = counts.filter(|&(expected, count)| {
            u128::from(count) * u128::from(self.records) > u128::from(expected) * u128::from(size)
        });
        let share: u64 = too_many.map(|(expected, _)| expected).sum();
        u128::from(self.records.saturating_sub(share))
    }
}
