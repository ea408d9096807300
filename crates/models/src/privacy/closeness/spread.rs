//! What a class needs to come near a distribution when its distance is a sum over levels.

use super::super::Least;
use super::super::fraction::Fraction;

/// The search for the smallest size stops after about so many additions.
const EFFORT: usize = 5_000_000;

/// What a class needs at least to cost no more than `allowed` a person, when its cost is the sum over levels of
/// `Σ max(0, ci · N − qi · n)` with the counts of the level.
///
/// *Distinct values.* A class of `d` values has at most `d` nodes on a level; what the others have in the table must
/// move, so the level costs at least `n · (N − the d largest counts)`. Parts have no more values.
///
/// *Size.* `n` records cost a level the least when every node gets `⌊n · qi / N⌋` of them and those left over go to the
/// nodes with the largest remainders: the cost is separable and convex in the counts, and this takes the cheapest
/// person each time. Sizes below the first whose least costs sum to no more than `n · allowed` all fail.
pub(super) fn least(levels: &[&[u64]], records: u64, allowed: &Fraction) -> Least {
    if records == 0 {
        return Least::default();
    }
    Least {
        size: size(levels, records, allowed),
        distinct: distinct(levels, records, allowed),
        population: 0,
    }
}

fn distinct(levels: &[&[u64]], records: u64, allowed: &Fraction) -> usize {
    let sorted: Vec<Vec<u64>> = levels
        .iter()
        .map(|counts| {
            let mut counts = counts.to_vec();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            counts
        })
        .collect();
    let mut missing = u128::from(records) * levels.len() as u128;
    let budget = allowed.floor_of(1);
    let most = sorted.iter().map(Vec::len).max().unwrap_or(0);
    for position in 0..most {
        missing -=
            sorted.iter().filter_map(|counts| counts.get(position)).map(|&c| u128::from(c)).sum::<u128>();
        if missing <= budget {
            return position + 1;
        }
    }
    most.max(1)
}

fn size(levels: &[&[u64]], records: u64, allowed: &Fraction) -> u64 {
    let nodes: usize = levels.iter().map(|counts| counts.len()).sum();
    let most = (EFFORT / nodes.max(1)) as u64;
    let mut remainders = Vec::new();
    for size in 1..most.min(records) {
        let limit = allowed.floor_of(size.into());
        let mut cost = 0;
        for counts in levels {
            cost += cheapest(size, counts, records, &mut remainders);
        }
        if cost <= limit {
            return size;
        }
    }
    // The table itself is at distance zero; of what was not looked at nothing is claimed.
    most.min(records).max(1)
}

/// The least cost of `size` records on one level.
fn cheapest(size: u64, counts: &[u64], records: u64, remainders: &mut Vec<u128>) -> u128 {
    let records = u128::from(records);
    let share = |&count: &u64| u128::from(size) * u128::from(count);
    remainders.clear();
    remainders.extend(counts.iter().map(|count| share(count) % records).filter(|&remainder| remainder > 0));
    let left = (remainders.iter().sum::<u128>() / records) as usize;
    remainders.sort_unstable_by(|a, b| b.cmp(a));
    remainders[..left].iter().map(|remainder| records - remainder).sum()
}
