//! Clustering: records that are near each other are published together.
//!
//! Large tables are first cut as Mondrian does, into parts of some thousand units, and each part is clustered by itself:
//! what a cluster is made of stands near to begin with, and the work grows with the number of parts instead of its
//! square.

mod centroid;
mod clusters;
mod crowds;
mod k_member;
mod mdav;
mod oka;
mod part;
mod reach;
mod refine;
mod sizes;

use super::{Axis, Crowd, Cutter, Groups, Split, Units};
use clusters::Clusters;
use lethe_data::Context;
use part::Part;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// Parts of at most so many people are clustered by themselves.
const PART: u64 = 1 << 11;

/// Parts of more units, which no cut could divide, are left as they are.
pub const MOST_UNITS: usize = Part::MOST;

/// How clusters are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// One pass of k-means.
    Oka,
    /// Clusters grown greedily, one after the other.
    KMember,
    /// One pass of k-means, sizes evened out as k-member does, then units moved for as long as the loss falls.
    #[default]
    Hybrid,
    /// Groups around the records farthest from the mean.
    Mdav,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Oka, Self::KMember, Self::Hybrid, Self::Mdav];

    /// The algorithm of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oka => "oka",
            Self::KMember => "k-member",
            Self::Hybrid => "hybrid",
            Self::Mdav => "mdav",
        }
    }
}

/// Clusters units.
#[derive(Clone, Copy, Debug)]
pub struct Clusterer<'a> {
    /// The quasi-identifying columns.
    pub axes: &'a [Axis],
    /// The units.
    pub units: &'a Units,
    /// What every cluster must satisfy.
    pub crowd: &'a Crowd<'a>,
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

/// What was done to find clusters. Of several parts, the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClusterStats {
    /// Units that satisfy the models by themselves.
    pub set_aside: u64,
    /// Clusters split in two.
    pub splits: u64,
    /// Clusters whose units went to others.
    pub dissolved: u64,
    /// Units moved or exchanged since that lowered the loss.
    pub moves: u64,
}

impl std::ops::AddAssign for ClusterStats {
    fn add_assign(&mut self, other: Self) {
        self.set_aside += other.set_aside;
        self.splits += other.splits;
        self.dissolved += other.dissolved;
        self.moves += other.moves;
    }
}

impl Clusterer<'_> {
    /// Clusters all units, which together satisfy the models.
    ///
    /// **Guarantee**: every cluster satisfies the models. Where k people are enough, a cluster has at most 2k − 2 people
    /// and those of its largest unit: 2k − 1 where every unit is one person. The clusters of a part depend on its units
    /// and the seed alone, not on the number of threads. When the context is cancelled, parts are left as they are.
    ///
    /// **Paper**: Byun et al. 2007 (k-member); Lin and Wei 2008 (OKA); Lin et al. 2010 and Dimakopoulos 2022, chapter 3
    /// (hybrid); Domingo-Ferrer and Torra 2005 (MDAV).
    ///
    /// **Cost**: for each part, the square of its units.
    pub fn cluster(&self, context: &Context) -> Clustered {
        if self.units.is_empty() {
            return Clustered::default();
        }
        let Self { axes, units, crowd, .. } = *self;
        let parts = Cutter { axes, units, crowd, split: Split::Strict, enough: PART }.cut(context);
        let parts: Vec<&[u32]> = parts.iter().collect();
        let task = context.task("clustering", Some(units.len() as u64));
        let cluster = |ids: &&[u32]| {
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
        if ids.len() > Part::MOST || context.cancel_token().is_cancelled() {
            return Clustered { groups: Groups::new([ids]), stats: ClusterStats::default() };
        }
        let part = Part::new(self.axes, self.units, self.crowd, ids);
        let mut clusters = Clusters::none(&part);
        let mut stats = ClusterStats::default();
        for unit in 0..part.len() as u32 {
            if part.people(unit) >= part.least() && part.holds(&[unit]) {
                clusters.found(vec![unit]);
                stats.set_aside += 1;
            }
        }
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed(context.seed(), self.units.places(ids[0])));
        match self.algorithm {
            Algorithm::KMember => {
                let first = chance.next_u64() % part.len() as u64;
                k_member::k_member(&mut clusters, first as u32);
            }
            Algorithm::Mdav => mdav::mdav(&mut clusters),
            Algorithm::Oka | Algorithm::Hybrid => oka::assign(&mut clusters, &mut chance),
        }
        sizes::split_large(&mut clusters, &mut stats);
        sizes::dissolve_small(&mut clusters, &mut stats);
        crowds::join_failing(&mut clusters);
        sizes::split_large(&mut clusters, &mut stats);
        if self.algorithm == Algorithm::Hybrid {
            refine::refine(&mut clusters, &mut stats);
        }
        Clustered {
            groups: Groups::new(clusters.iter().map(|cluster| part.outside(&cluster.members))),
            stats,
        }
    }
}

/// The seed of a part: that of the run and the places of its first unit, each stirred in with the finalizer of
/// `SplitMix64` (Steele, Lea and Flood 2014).
fn seed(seed: u64, places: &[u32]) -> u64 {
    places.iter().fold(seed, |state, &place| {
        let mut mixed = (state ^ u64::from(place)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}
