//! What a class needs when no value may have more than its share.

use super::Least;
use super::fraction::Fraction;
use lethe_num::Rational;

/// The search for the smallest size stops after about so many divisions.
const EFFORT: usize = 1_000_000;

/// What a class needs at least when the values of the table may have at most these shares of it.
///
/// *Distinct values.* Shares sum to one, so the largest limits of as many values must reach one; parts have no more.
///
/// *Size.* In a class of `n` people a value has at most `⌊n · limit⌋`; these must sum to `n` or more. Sizes below the first
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
