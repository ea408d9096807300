//! What a class needs when no value may have more than its share.

use super::fraction::Fraction;
use super::{Histogram, Least};
use lethe_num::Rational;

/// The search for the smallest size stops after about so many divisions.
const EFFORT: usize = 1_000_000;

/// Rounds of tightening; any number of them gives a number that is not too large.
const ROUNDS: usize = 8;

/// What a class needs at least when the values of the table may have at most these shares of it.
///
/// *Distinct values.* Shares sum to one, so the largest limits of as many values must reach one; parts have no more.
///
/// *Size.* In a class of `n` records a value has at most `⌊n · limit⌋`; these must sum to `n` or more. Sizes below the first
/// for which they do all fail.
pub(super) fn least(caps: &[&Fraction]) -> Least {
    let mut descending: Vec<&Rational> = caps.iter().map(|cap| cap.exact()).collect();
    descending.sort_unstable_by(|a, b| b.cmp(a));
    let mut sum = Rational::ZERO;
    let mut distinct = 0;
    for cap in descending {
        if sum >= Rational::ONE {
            break;
        }
        sum += cap;
        distinct += 1;
    }
    let most = (EFFORT / caps.len().max(1)).max(1) as u64;
    let room = |size: u64| {
        let parts = caps.iter().map(|cap| cap.floor_of(size.into()).min(size.into()));
        parts.sum::<u128>() >= size.into()
    };
    let size = (1..most).find(|&size| room(size)).unwrap_or(most);
    Least { size, distinct: distinct.max(1), population: 0 }
}

/// How many records a class must lose so that no value has more than its share of those who stay. A value without a limit
/// may not occur.
///
/// Whoever is above the limit of a value must go, which makes the class smaller and the limits tighter.
pub(super) fn least_lost<'a>(
    size: u64,
    histogram: Histogram<'_>,
    cap: impl Fn(u32) -> Option<&'a Fraction>,
) -> u64 {
    let above = |stay: u64| {
        let values = histogram.iter().map(|&(code, count)| {
            let most = cap(code).map_or(0, |cap| cap.floor_of(stay.into()));
            count.saturating_sub(u64::try_from(most).unwrap_or(u64::MAX))
        });
        values.sum::<u64>().min(size)
    };
    let mut lost = 0;
    for _ in 0..ROUNDS {
        let more = above(size - lost);
        if more <= lost {
            break;
        }
        lost = more;
    }
    lost
}
