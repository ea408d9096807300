//! Clusters that do not satisfy the models.

use super::clusters::Clusters;

/// Joins every cluster that does not satisfy the models with the one with which it loses least, until all do. The part
/// as a whole satisfies them and the models hold for unions, so it ends.
///
/// **Cost**: one look at every cluster for each join.
pub(super) fn join_failing(clusters: &mut Clusters<'_>) {
    let part = clusters.part();
    let mut number = 0;
    while number < clusters.len() {
        if clusters.len() == 1 || part.holds(&clusters.get(number).members) {
            number += 1;
            continue;
        }
        let others = (0..clusters.len()).filter(|&other| other != number);
        let rises = others.map(|other| (clusters.rise_joined(number, other), other));
        let best = rises.min_by(|one, other| one.0.total_cmp(&other.0));
        let Some((_, other)) = best else { return };
        // What was the last cluster may stand here now: this place is looked at again.
        clusters.join(number.max(other), number.min(other));
        number = number.min(other);
    }
}
