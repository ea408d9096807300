//! Clusters that are too small or too large.

use super::ClusterStats;
use super::clusters::Clusters;

/// Makes a cluster of every free unit that satisfies the models by itself.
pub(super) fn set_aside(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    for unit in clusters.free() {
        if clusters.part().holds(&[unit]) {
            clusters.found(vec![unit]);
            stats.set_aside += 1;
        }
    }
}

/// Makes a cluster of every unit that satisfies the models by itself, if the others of its cluster still do.
pub(super) fn set_apart(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    let part = clusters.part();
    for unit in 0..part.len() as u32 {
        if part.records(unit) < part.least() || !part.holds(&[unit]) {
            continue;
        }
        let number = clusters.of(unit);
        let members = clusters.get(number).members.iter().copied();
        let others: Vec<u32> = members.filter(|&other| other != unit).collect();
        if others.is_empty() {
            stats.set_aside += 1;
        } else if part.holds(&others) {
            clusters.divide(number, vec![unit]);
            stats.set_aside += 1;
        }
    }
}

/// Dissolves clusters of fewer than k records, the smallest first: each of their units goes where it adds the least
/// loss. Ends with one cluster at the latest.
pub(super) fn dissolve_small(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    let least = clusters.part().least();
    loop {
        let small = (0..clusters.len()).filter(|&number| clusters.get(number).records < least);
        let Some(smallest) = small.min_by_key(|&number| clusters.get(number).records) else { return };
        if clusters.len() == 1 {
            return;
        }
        let units = clusters.dissolve(smallest);
        place(clusters, units);
        stats.dissolved += 1;
    }
}

/// Puts units where they add the least loss; into one cluster if there is none.
fn place(clusters: &mut Clusters<'_>, units: Vec<u32>) {
    for unit in units {
        match clusters.best(unit) {
            Some(number) => clusters.add(number, unit),
            None => {
                clusters.found(vec![unit]);
            }
        }
    }
}

/// Splits clusters for as long as both sides satisfy the models.
///
/// **Guarantee**: where k records are enough, no cluster keeps more than 2k − 2 records and those of its largest unit:
/// 2k − 1 where every unit is one person. Splitting never raises the loss.
pub(super) fn split_large(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    let mut number = 0;
    while number < clusters.len() {
        match split(clusters, number) {
            Some(leave) => {
                clusters.divide(number, leave);
                stats.splits += 1;
            }
            None => number += 1,
        }
    }
}

/// The members of a cluster that had better be a cluster of their own.
///
/// Members are ordered from those near one of two far apart units to those near the other, and cut where the loss is
/// least. (The thesis keeps the half that is nearest to the centroid; what leaves would be a shell around it, as wide as
/// the whole.)
fn split(clusters: &Clusters<'_>, number: usize) -> Option<Vec<u32>> {
    let (part, cluster) = (clusters.part(), clusters.get(number));
    let least = part.least();
    if cluster.records < 2 * least || cluster.members.len() < 2 {
        return None;
    }
    let far = |from: u32| {
        let others = cluster.members.iter().map(|&unit| (part.pair_cost(from, unit), unit));
        others.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
    };
    let (_, one) = far(*cluster.members.iter().min()?)?;
    let (_, other) = far(one)?;
    let side = |unit: u32| part.pair_cost(one, unit) - part.pair_cost(other, unit);
    let mut order: Vec<(f64, u32)> = cluster.members.iter().map(|&unit| (side(unit), unit)).collect();
    order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let order: Vec<u32> = order.into_iter().map(|(_, unit)| unit).collect();
    let before = losses(clusters, order.iter().copied());
    let mut after = losses(clusters, order.iter().rev().copied());
    after.reverse();
    let cuts = (1..order.len()).filter(|&at| before[at - 1].0 >= least && after[at].0 >= least);
    let mut cuts: Vec<(f64, usize)> = cuts.map(|at| (before[at - 1].1 + after[at].1, at)).collect();
    cuts.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let tries = if part.size_is_enough() { 1 } else { TRIES };
    let stands =
        |at: &usize| part.size_is_enough() || (part.holds(&order[..*at]) && part.holds(&order[*at..]));
    let at = cuts.into_iter().take(tries).map(|(_, at)| at).find(stands)?;
    Some(order[at..].to_vec())
}

/// How many cuts are tried when the models ask for more than records.
const TRIES: usize = 8;

/// The records and the loss of the first units, for every number of them.
fn losses(clusters: &Clusters<'_>, units: impl Iterator<Item = u32>) -> Vec<(u64, f64)> {
    let part = clusters.part();
    let mut reach = super::reach::Reach::over(part, &[]);
    let mut records = 0;
    units
        .map(|unit| {
            records += part.records(unit);
            reach.include(part.ranks(unit));
            (records, records as f64 * reach.cost(part))
        })
        .collect()
}
