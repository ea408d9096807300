//! Clusters grown one after the other, each from the record farthest from the last.

use super::part::Part;
use super::reach::Group;

/// Groups units, each group of at least k records if all together are as many.
///
/// **Paper**: Byun, Kamra, Bertino and Li 2007, section 4: the unit farthest from the last one begins a cluster, which
/// takes the unit that adds the least loss until it is large enough. What is left when fewer than k records are free
/// goes where it adds the least.
///
/// **Cost**: the square of the number of units.
pub(super) fn k_member(part: &Part<'_>, units: &[u32], mut last: u32) -> Vec<Vec<u32>> {
    let mut free = units.to_vec();
    let mut records: u64 = free.iter().map(|&unit| part.records(unit)).sum();
    let mut groups: Vec<Group<'_>> = Vec::new();
    while records >= part.least().max(1) || groups.is_empty() {
        let Some(at) = least(&free, |unit| -part.distance(last, unit)) else { break };
        last = free.swap_remove(at);
        let mut group = Group::of(part, &[last]);
        while group.records < part.least() {
            let Some(at) = least(&free, |unit| group.rise(unit)) else { break };
            last = free.swap_remove(at);
            group.add(last);
        }
        records -= group.records;
        groups.push(group);
    }
    // In their own order, however they were left.
    free.sort_unstable();
    for unit in free {
        let rises = groups.iter().map(|group| group.rise(unit)).enumerate();
        if let Some((number, _)) = rises.min_by(|a, b| a.1.total_cmp(&b.1)) {
            groups[number].add(unit);
        }
    }
    groups.into_iter().map(|group| group.members).collect()
}

/// Where the unit with the least of something stands; of several, the one with the smallest number.
fn least(free: &[u32], of: impl Fn(u32) -> f64) -> Option<usize> {
    let units = free.iter().enumerate().map(|(at, &unit)| (of(unit), unit, at));
    units.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(.., at)| at)
}
