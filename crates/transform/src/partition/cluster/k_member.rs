//! Clusters grown one after the other, each from the record farthest from the last.

use super::clusters::Clusters;
use super::part::Part;

/// Puts all free units into clusters of at least k people.
///
/// **Paper**: Byun, Kamra, Bertino and Li 2007, section 4: the unit farthest from the last one begins a cluster, which
/// takes the unit that adds the least loss until it is large enough. What is left when fewer than k people are free
/// goes where it adds the least.
///
/// **Cost**: the square of the number of free units.
pub(super) fn k_member(clusters: &mut Clusters<'_>, mut last: u32) {
    let part = clusters.part();
    let mut free = clusters.free();
    let mut people: u64 = free.iter().map(|&unit| part.people(unit)).sum();
    while people >= part.least().max(1) {
        let Some(at) = farthest(part, last, &free) else { break };
        last = free.swap_remove(at);
        let number = clusters.found(vec![last]);
        while clusters.get(number).people < part.least() {
            // At least k people were free when the cluster began.
            let Some(at) = nearest(clusters, number, &free) else { break };
            last = free.swap_remove(at);
            clusters.add(number, last);
        }
        people -= clusters.get(number).people;
    }
    // In their own order, however they were left.
    free.sort_unstable();
    place(clusters, free);
}

/// Puts units where they add the least loss; into one cluster if there is none.
pub(super) fn place(clusters: &mut Clusters<'_>, units: Vec<u32>) {
    for unit in units {
        match clusters.best(unit) {
            Some(number) => clusters.add(number, unit),
            None => {
                clusters.found(vec![unit]);
            }
        }
    }
}

/// Where the unit farthest from another stands, the one with the smallest number of them.
fn farthest(part: &Part<'_>, from: u32, free: &[u32]) -> Option<usize> {
    least(free, |unit| -part.distance(from, unit))
}

/// Where the unit stands that adds the least loss to a cluster, the one with the smallest number of them.
fn nearest(clusters: &Clusters<'_>, number: usize, free: &[u32]) -> Option<usize> {
    least(free, |unit| clusters.rise(number, unit))
}

/// Where the unit with the least of something stands; of several, the one with the smallest number.
fn least(free: &[u32], of: impl Fn(u32) -> f64) -> Option<usize> {
    let units = free.iter().enumerate().map(|(at, &unit)| (of(unit), unit, at));
    units.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(.., at)| at)
}
