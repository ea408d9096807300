//! Clustering: records that are near each other are published together.
//!
//! Large tables are first cut as Mondrian does, into parts of some thousand units, and each part is clustered by itself:
//! what a cluster is made of stands near to begin with, and the work grows with the number of parts instead of its
//! square.

mod algorithm;
mod centroid;
mod chance;
mod clusters;
mod crowds;
mod hybrid;
mod k_member;
mod mdav;
mod moves;
mod oka;
mod part;
mod parts;
mod reach;
mod regroup;
mod rows;
mod runs;
mod sizes;
#[cfg(test)]
mod tests;

pub use algorithm::{Algorithm, ClusterStats};

use super::{Axis, Cutter, GroupModels, Groups, Split, Units};
use chance::Chance;
use clusters::Clusters;
use lethe_data::Context;
use part::Part;
use rayon::prelude::*;

/// Clusters units.
#[derive(Clone, Copy, Debug)]
pub struct Clusterer<'a> {
    /// The quasi-identifying columns.
    pub axes: &'a [Axis],
    /// The units.
    pub units: &'a Units,
    /// What every cluster must satisfy.
    pub group_models: &'a GroupModels<'a>,
    /// How clusters are found.
    pub algorithm: Algorithm,
}

/// Clusters, and how they came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clustered {
    /// The clusters.
    pub groups: Groups,
    /// How they came about.
    pub stats: ClusterStats,
}

impl Clusterer<'_> {
    /// Clusters all units, which together satisfy the models.
    ///
    /// **Guarantee**: every cluster satisfies the models. Where k records are enough, a cluster has at most 2k − 2 records
    /// and those of its largest unit: 2k − 1 where every unit is one person. That does not hold for parts that are left
    /// as one group: those that Mondrian cannot cut and that have more than [`SMALL_PART`](super::SMALL_PART) units, and,
    /// where k is above 8,192 or many units have a weight of 0, pieces of uncuttable parts of more than 16,384 units.
    /// [`Algorithm::Hybrid`] loses no more than strict Mondrian does. The clusters of a part depend on its units and the
    /// seed alone, not on the number of threads. When the context is cancelled, the parts that are left become a group
    /// each.
    ///
    /// **Paper**: Byun et al. 2007 (k-member); Lin and Wei 2008 (OKA); Lin et al. 2008 and Dimakopoulos 2022, chapter 3
    /// (hybrid); Domingo-Ferrer and Torra 2005 (MDAV).
    ///
    /// **Cost**: for each part of about a thousand units (16k for large k), a multiple of the square of its units.
    pub fn cluster(&self, context: &Context) -> Clustered {
        if self.units.is_empty() {
            return Clustered::default();
        }
        let parts = parts::parts(self.axes, self.units, self.group_models, context);
        let task = context.task("clustering", Some(self.units.len() as u64));
        let cluster = |ids: &Vec<u32>| {
            let clustered = self.cluster_part(ids, context);
            task.advance(ids.len() as u64);
            clustered
        };
        let of_parts: Vec<Clustered> = context.install(|| parts.par_iter().map(cluster).collect());
        let mut all = Clustered::default();
        for part in of_parts {
            all.groups.append(&part.groups);
            all.stats += part.stats;
        }
        all
    }

    fn cluster_part(&self, ids: &[u32], context: &Context) -> Clustered {
        let mut stats = ClusterStats::default();
        if ids.len() > Part::MOST || context.cancel_token().is_cancelled() {
            return Clustered { groups: Groups::new([ids]), stats };
        }
        let part = Part::new(self.axes, self.units, self.group_models, ids);
        let mut chance = Chance::new(context.seed(), self.units.places(ids[0]));
        let mut clusters = Clusters::none(&part);
        if self.algorithm == Algorithm::Hybrid {
            for group in self.leaves(ids, context) {
                clusters.found(group);
            }
            sizes::set_apart(&mut clusters, &mut stats);
            hybrid::improve(&mut clusters, &mut chance, &mut stats);
        } else {
            sizes::set_aside(&mut clusters, &mut stats);
            self.group(&mut clusters, &mut chance);
            sizes::split_large(&mut clusters, &mut stats);
            sizes::dissolve_small(&mut clusters, &mut stats);
            crowds::join_failing(&mut clusters);
            sizes::split_large(&mut clusters, &mut stats);
        }
        Clustered {
            groups: Groups::new(clusters.iter().map(|cluster| part.outside(&cluster.members))),
            stats,
        }
    }

    /// Puts all units that are in no cluster into some.
    fn group(&self, clusters: &mut Clusters<'_>, chance: &mut Chance) {
        match self.algorithm {
            Algorithm::Oka | Algorithm::Hybrid => oka::assign(clusters, chance),
            Algorithm::Mdav => mdav::mdav(clusters),
            Algorithm::KMember => {
                let free = clusters.free();
                let first = chance.below(clusters.part().len()) as u32;
                for group in k_member::k_member(clusters.part(), &free, first) {
                    clusters.found(group);
                }
            }
        }
    }

    /// The groups into which Mondrian cuts a part, of units numbered within it.
    fn leaves(&self, ids: &[u32], context: &Context) -> Vec<Vec<u32>> {
        let Self { axes, units, group_models, .. } = *self;
        let cutter = Cutter { axes, units, group_models, split: Split::Strict, enough: 0 };
        let within = |unit: &u32| ids.partition_point(|id| id < unit) as u32;
        let groups = cutter.cut_some(ids, context);
        groups.iter().map(|group| group.iter().map(within).collect()).collect()
    }
}
