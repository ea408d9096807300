//! Units change clusters one by one for as long as that lowers the loss.

use super::ClusterStats;
use super::clusters::Clusters;
use super::part::Part;

/// With how many clusters, those with the least rise, a unit is exchanged.
const NEAR: usize = 6;
/// A gain is more than rounding.
pub(super) const GAIN: f64 = 1e-7;

/// Looks at every unit once, and moves it to another cluster or exchanges it with a unit of one where that lowers the
/// loss of all records.
///
/// **Guarantee**: the loss never rises, and clusters that satisfy the models go on to.
///
/// **Cost**: the units times the clusters.
pub(super) fn move_units(clusters: &mut Clusters<'_>, stats: &mut ClusterStats) {
    for unit in 0..clusters.part().len() as u32 {
        if let Some(step) = best_step(clusters, unit)
            && (clusters.part().size_is_enough() || still_hold(clusters, &step))
        {
            let home = clusters.of(step.unit);
            clusters.take(step.unit);
            if let Some(other) = step.exchanged {
                clusters.take(other);
                clusters.add(home, other);
            }
            clusters.add(step.into, step.unit);
            stats.moves += 1;
        }
    }
}

/// A unit that changes clusters, with another that comes instead.
struct Step {
    unit: u32,
    into: usize,
    exchanged: Option<u32>,
}

/// The step of a unit that lowers the loss most.
fn best_step(clusters: &Clusters<'_>, unit: u32) -> Option<Step> {
    let part = clusters.part();
    let home = clusters.get(clusters.of(unit));
    let near = nearest(clusters, unit);
    let records = part.records(unit);
    let (mut most, mut best) = (GAIN, None);
    if home.records - records >= part.least()
        && home.members.len() > 1
        && let Some(&(rise, into)) = near.first()
        && clusters.relief(unit) - rise > most
    {
        most = clusters.relief(unit) - rise;
        best = Some(Step { unit, into, exchanged: None });
    }
    // Where a unit is at no end of its cluster, only the other one can gain: that is found when it is looked at.
    if !clusters.narrows(unit) {
        return best;
    }
    for (into, other) in
        near.iter().flat_map(|&(_, into)| clusters.get(into).members.iter().map(move |&other| (into, other)))
    {
        let theirs = part.records(other);
        let enough = |before: u64, out: u64, comes: u64| before - out + comes >= part.least();
        if !enough(home.records, records, theirs) || !enough(clusters.get(into).records, theirs, records) {
            continue;
        }
        let gain = -clusters.rise_exchanged(unit, other) - clusters.rise_exchanged(other, unit);
        if gain > most {
            most = gain;
            best = Some(Step { unit, into, exchanged: Some(other) });
        }
    }
    best
}

/// The clusters other than its own where a unit adds the least, the best first.
fn nearest(clusters: &Clusters<'_>, unit: u32) -> Vec<(f64, usize)> {
    let home = clusters.of(unit);
    let mut near: Vec<(f64, usize)> = Vec::with_capacity(NEAR + 1);
    for number in (0..clusters.len()).filter(|&number| number != home) {
        let rise = clusters.rise(number, unit);
        if near.len() < NEAR || near.last().is_some_and(|last| rise < last.0) {
            let at = near.partition_point(|(other, _)| *other <= rise);
            near.insert(at, (rise, number));
            near.truncate(NEAR);
        }
    }
    near
}

fn still_hold(clusters: &Clusters<'_>, step: &Step) -> bool {
    let part: &Part<'_> = clusters.part();
    let changed = |number: usize, out: Option<u32>, into: Option<u32>| {
        let members = clusters.get(number).members.iter().copied();
        let members: Vec<u32> = members.filter(|&member| Some(member) != out).chain(into).collect();
        part.holds(&members)
    };
    changed(clusters.of(step.unit), Some(step.unit), step.exchanged)
        && changed(step.into, step.exchanged, Some(step.unit))
}
