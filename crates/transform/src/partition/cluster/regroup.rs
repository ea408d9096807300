//! Neighbouring clusters are taken apart and put together anew.

use super::ClusterStats;
use super::chance::Chance;
use super::clusters::Clusters;
use super::k_member::k_member;
use super::moves::GAIN;
use super::part::Part;
use super::reach::Group;
use super::rows::{chain, sort_by_axes};
use super::runs::best_runs;

/// Neighbours join until so many units are together; there is always one neighbour, and there are at most three.
const POOL: usize = 24;
const MOST_NEIGHBOURS: usize = 3;
/// They are drawn from so many times as many of the nearest.
const CHOICE: usize = 2;
/// A cluster is left alone when nothing better was found around it so often.
const PATIENCE: u32 = 6;
/// The work in all, as a multiple of the square of the part's units.
const WORK: usize = 2;

/// Takes a cluster and a few near it apart, groups their units in several ways, and keeps the best of them if that
/// lowers the loss; until nothing better is found around any cluster, or the work is enough.
///
/// Moves of single units stop where two must move at once; here all units of a neighbourhood move at once, and a
/// neighbourhood is so small that grouping it costs next to nothing. (A large neighbourhood search: Shaw 1998.)
///
/// **Guarantee**: the loss never rises, and clusters that satisfy the models go on to.
///
/// **Cost**: at most the square of the part's units, times a constant.
pub(super) fn regroup_all(clusters: &mut Clusters<'_>, chance: &mut Chance, stats: &mut ClusterStats) {
    let units = clusters.part().len();
    let mut work = WORK * units * units;
    loop {
        let mut looked = false;
        let mut number = 0;
        while number < clusters.len() {
            if clusters.get(number).failures >= PATIENCE {
                number += 1;
                continue;
            }
            looked = true;
            let pool = neighbourhood(clusters, number, chance);
            let units: usize = pool.iter().map(|&number| clusters.get(number).members.len()).sum();
            let cost = units * units + clusters.len();
            if pool.len() < 2 || work < cost {
                return;
            }
            work -= cost;
            if let Some(groups) = regroup(clusters, &pool, chance) {
                clusters.replace(pool, groups);
                stats.moves += 1;
            } else {
                clusters.failed(number);
                number += 1;
            }
        }
        if !looked {
            return;
        }
    }
}

/// A cluster and some of those with which it would lose least.
fn neighbourhood(clusters: &Clusters<'_>, number: usize, chance: &mut Chance) -> Vec<usize> {
    let others = (0..clusters.len()).filter(|&other| other != number);
    let mut near: Vec<(f64, usize)> =
        others.map(|other| (clusters.rise_joined(number, other), other)).collect();
    let by_rise = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    let choice = CHOICE * MOST_NEIGHBOURS;
    if near.len() > choice {
        near.select_nth_unstable_by(choice, by_rise);
        near.truncate(choice);
    }
    near.sort_unstable_by(by_rise);
    chance.shuffle(&mut near);
    let mut pool = vec![number];
    let mut units = clusters.get(number).members.len();
    for (_, other) in near.into_iter().take(MOST_NEIGHBOURS) {
        if pool.len() > 1 && units >= POOL {
            break;
        }
        units += clusters.get(other).members.len();
        pool.push(other);
    }
    pool
}

/// The best way that is found to group the units of some clusters, if it is better than theirs.
fn regroup(clusters: &Clusters<'_>, pool: &[usize], chance: &mut Chance) -> Option<Vec<Vec<u32>>> {
    let part = clusters.part();
    let mut units: Vec<u32> =
        pool.iter().flat_map(|&number| clusters.get(number).members.iter().copied()).collect();
    units.sort_unstable();
    let mut least = pool.iter().map(|&number| clusters.get(number).loss()).sum::<f64>() - GAIN;
    let mut best = None;
    let mut consider = |groups: Vec<Vec<u32>>| {
        let loss: f64 = groups.iter().map(|members| Group::of(part, members).loss()).sum();
        if loss < least && all_hold(part, &groups) {
            least = loss;
            best = Some(groups);
        }
    };
    consider(k_member(part, &units, units[chance.below(units.len())]));
    let mut axes: Vec<usize> = (0..part.lines().len()).collect();
    chance.shuffle(&mut axes);
    let first = chance.below(units.len());
    sort_by_axes(part, &mut units, &axes);
    consider(best_runs(part, &units));
    units.swap(0, first);
    chain(part, &mut units);
    consider(best_runs(part, &units));
    best
}

fn all_hold(part: &Part<'_>, groups: &[Vec<u32>]) -> bool {
    part.size_is_enough() || groups.iter().all(|members| part.holds(members))
}
