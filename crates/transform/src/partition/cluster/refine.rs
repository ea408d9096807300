//! Units change places for as long as that lowers the loss.

use super::ClusterStats;
use super::clusters::Clusters;

/// A pass that finds nothing better ends the search; so does this many.
const PASSES: usize = 12;
/// Into how many clusters, those with the least rise, a unit is exchanged.
const NEAR: usize = 8;
/// What is gained is more than rounding.
const GAIN: f64 = 1e-7;

/// Moves units to other clusters, exchanges two, and dissolves clusters, whenever that lowers the loss of all people.
///
/// **Guarantee**: the loss never rises, and clusters that satisfy the models go on to.
///
/// **Cost**: in each pass, the units times the clusters.
pub(super) fn refine(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    let part = clusters.part();
    for _ in 0..PASSES {
        let before = stats.moves;
        for unit in 0..part.len() as u32 {
            improve(clusters, unit, stats);
        }
        let mut number = 0;
        while number < clusters.len() {
            if !scatter(clusters, number, stats) {
                number += 1;
            }
        }
        super::sizes::split_large(clusters, stats);
        if stats.moves == before {
            return;
        }
    }
}

/// Moves or exchanges a unit where that is best.
fn improve(clusters: &mut Clusters<'_>, unit: u32, stats: &mut ClusterStats) {
    let part = clusters.part();
    let home = clusters.of(unit);
    let near = nearest(clusters, unit, home);
    let mut best = (GAIN, None, 0);
    let may_leave =
        clusters.get(home).people - part.people(unit) >= part.least() && clusters.get(home).members.len() > 1;
    if may_leave && let Some(&(rise, number)) = near.first() {
        let gain = clusters.relief(unit) - rise;
        if gain > best.0 {
            best = (gain, None, number);
        }
    }
    for &(_, number) in &near {
        for &other in &clusters.get(number).members {
            let (one, two) = (clusters.get(home).people, clusters.get(number).people);
            let (out, into) = (part.people(unit), part.people(other));
            if one - out + into < part.least() || two - into + out < part.least() {
                continue;
            }
            let gain = -clusters.rise_exchanged(unit, other) - clusters.rise_exchanged(other, unit);
            if gain > best.0 {
                best = (gain, Some(other), number);
            }
        }
    }
    if best.0 <= GAIN {
        return;
    }
    let (_, other, number) = best;
    if !part.size_is_enough() && !still_hold(clusters, unit, other, number) {
        return;
    }
    clusters.take(unit);
    if let Some(other) = other {
        clusters.take(other);
        clusters.add(home, other);
    }
    clusters.add(number, unit);
    stats.moves += 1;
}

fn still_hold(clusters: &Clusters<'_>, unit: u32, other: Option<u32>, number: usize) -> bool {
    let part = clusters.part();
    let changed = |number: usize, out: Option<u32>, into: Option<u32>| {
        let members = clusters.get(number).members.iter().copied();
        let members: Vec<u32> = members.filter(|&member| Some(member) != out).chain(into).collect();
        part.holds(&members)
    };
    changed(clusters.of(unit), Some(unit), other) && changed(number, other, Some(unit))
}

/// The clusters other than its own where a unit adds the least, the best first.
fn nearest(clusters: &Clusters<'_>, unit: u32, home: usize) -> Vec<(f64, usize)> {
    let mut near: Vec<(f64, usize)> = Vec::with_capacity(NEAR + 1);
    for number in 0..clusters.len() {
        if number == home {
            continue;
        }
        let rise = clusters.rise(number, unit);
        if near.len() < NEAR || rise < near[near.len() - 1].0 {
            let at = near.partition_point(|(other, _)| *other <= rise);
            near.insert(at, (rise, number));
            near.truncate(NEAR);
        }
    }
    near
}

/// Dissolves a cluster into the others if that lowers the loss.
fn scatter(clusters: &mut Clusters<'_>, number: usize, stats: &mut ClusterStats) -> bool {
    let part = clusters.part();
    if clusters.len() < 2 {
        return false;
    }
    let cluster = clusters.get(number);
    let least_rise = |&unit: &u32| {
        let others = (0..clusters.len()).filter(|&other| other != number);
        others.map(|other| (clusters.rise(other, unit), other)).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let Some(targets) = cluster.members.iter().map(least_rise).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let sum: f64 = targets.iter().map(|(rise, _)| rise).sum();
    if cluster.loss() - sum <= GAIN {
        return false;
    }
    // Units that go to the same cluster widen it together: what is gained shows when they are there.
    let mut after = clusters.clone();
    let units = after.dissolve(number);
    super::k_member::place(&mut after, units);
    let holds = part.size_is_enough() || after.iter().all(|cluster| part.holds(&cluster.members));
    if after.loss() + GAIN < clusters.loss() && holds {
        *clusters = after;
        stats.moves += 1;
        stats.dissolved += 1;
        return true;
    }
    false
}
