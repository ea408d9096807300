//! All values equally far apart: the mass that must move.

use super::super::{Distribution, Histogram};

/// The distance is the sum of `pi − qi` over values that are more frequent in the class: with counts, the sum of
/// `max(0, ci · N − qi · n)`. Only values of the class can be.
#[derive(Clone, Debug)]
pub(super) struct Equal {
    counts: Vec<u64>,
    people: u128,
}

impl Equal {
    pub(super) fn new(reference: &Distribution) -> Self {
        Self { counts: reference.counts().to_vec(), people: reference.people().into() }
    }

    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn work(&self, size: u64, histogram: Histogram<'_>, limit: u128) -> u128 {
        let mut sum = 0;
        for &(code, count) in histogram {
            let expected = self.counts.get(code as usize).copied().unwrap_or(0);
            sum += (u128::from(count) * self.people).saturating_sub(u128::from(expected) * u128::from(size));
            if sum > limit {
                break;
            }
        }
        sum
    }
}
