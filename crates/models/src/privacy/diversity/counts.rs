//! The counts of a histogram, the largest first.

use super::super::Histogram;

/// Histograms of so many values are sorted without an allocation.
const SMALL: usize = 64;

/// Shows the counts of a histogram in descending order.
#[inline]
pub(super) fn descending<R>(histogram: Histogram<'_>, see: impl FnOnce(&[u64]) -> R) -> R {
    let sort = |counts: &mut [u64]| {
        for (slot, &(_, count)) in counts.iter_mut().zip(histogram) {
            *slot = count;
        }
        counts.sort_unstable_by(|a, b| b.cmp(a));
    };
    if histogram.len() <= SMALL {
        let mut space = [0; SMALL];
        let counts = &mut space[..histogram.len()];
        sort(counts);
        see(counts)
    } else {
        let mut counts = vec![0; histogram.len()];
        sort(&mut counts);
        see(&counts)
    }
}
