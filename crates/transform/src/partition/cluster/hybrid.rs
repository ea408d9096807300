//! The clustering that loses least.

use super::ClusterStats;
use super::chance::Chance;
use super::clusters::Clusters;
use super::moves::move_units;
use super::regroup::regroup_all;
use super::sizes::split_large;

/// How often single units are moved after neighbourhoods were grouped anew.
const PASSES: usize = 2;

/// Lowers the loss of clusters that satisfy the models.
///
/// Lin et al. join two ideas: one pass of k-means finds where records are close to each other, and k-member evens the
/// clusters out. Here Mondrian's groups say where records are close: they are found faster than those of one pass of
/// k-means, and the search that follows ends lower. K-member is one of the ways in which neighbours are grouped anew.
///
/// **Guarantee**: the loss is never more than that of the clusters it is given, and those that satisfy the models go on
/// to.
///
/// **Paper**: after Lin et al. 2008 and Dimakopoulos 2022, section 3.2.2.
pub(super) fn improve(clusters: &mut Clusters<'_>, chance: &mut Chance, stats: &mut ClusterStats) {
    split_large(clusters, stats);
    move_units(clusters, stats);
    split_large(clusters, stats);
    regroup_all(clusters, chance, stats);
    for _ in 0..PASSES {
        move_units(clusters, stats);
    }
    split_large(clusters, stats);
}
