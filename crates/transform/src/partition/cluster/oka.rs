//! One pass of k-means.

use super::centroid::Centroid;
use super::chance::Chance;
use super::clusters::Clusters;

/// Puts all free units into as many clusters as k records each allow: units drawn at random begin them, and every other
/// goes to the nearest centroid, which moves at once. Clusters may be too small or too large.
///
/// **Paper**: Lin and Wei 2008, first stage; Dimakopoulos 2022, sections 3.2.2 and 3.3.
///
/// **Cost**: the free units times the clusters.
pub(super) fn assign(clusters: &mut Clusters<'_>, chance: &mut Chance) {
    let part = clusters.part();
    let mut free = clusters.free();
    let records: u64 = free.iter().map(|&unit| part.records(unit)).sum();
    let count = (records / part.least().max(1)).clamp(1, free.len().max(1) as u64) as usize;
    chance.shuffle(&mut free);
    let first = clusters.len();
    let mut centroids: Vec<Centroid> = Vec::with_capacity(count);
    for (at, &unit) in free.iter().enumerate() {
        if at < count {
            clusters.found(vec![unit]);
            centroids.push(Centroid::of(part, unit));
            continue;
        }
        let distances = centroids.iter().map(|centroid| centroid.distance(part, unit)).enumerate();
        let nearest = distances.min_by(|one, other| one.1.total_cmp(&other.1));
        if let Some((number, _)) = nearest {
            clusters.add(first + number, unit);
            centroids[number].include(part, unit);
        }
    }
}
