//! The largest counts of a histogram.

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

/// The largest count, and the sum of all but the `taken` largest.
#[inline]
pub(super) fn first_and_rest(histogram: Histogram<'_>, taken: usize) -> (u64, u128) {
    const FEW: usize = 8;
    if !(1..=FEW).contains(&taken) {
        return descending(histogram, |counts| {
            let rest = counts.iter().skip(taken).map(|&count| u128::from(count)).sum();
            (counts.first().copied().unwrap_or(0), rest)
        });
    }
    let mut largest = [0; FEW];
    let mut rest = 0;
    for &(_, count) in histogram {
        // The count takes its place among the largest; what falls out at the end belongs to the rest.
        let mut moving = count;
        for place in &mut largest[..taken] {
            if moving > *place {
                std::mem::swap(&mut moving, place);
            }
        }
        rest += u128::from(moving);
    }
    (largest[0], rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn taking_a_few_is_like_sorting(counts in prop::collection::vec(1u64..30, 0..100), taken in 0usize..12) {
            let histogram: Vec<(u32, u64)> = counts.iter().enumerate().map(|(at, &count)| (at as u32, count)).collect();
            let mut sorted = counts.clone();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            let rest: u64 = sorted.iter().skip(taken).sum();
            let expected = (sorted.first().copied().unwrap_or(0), u128::from(rest));
            prop_assert_eq!(first_and_rest(&histogram, taken), expected);
        }
    }
}
