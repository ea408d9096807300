//! Local recoding by groups of records: whoever is published together shows the same.
//!
//! Every quasi-identifying column is a line of places ([`Axis`]), every distinct combination of values a unit
//! ([`Units`]), and a group of units what lies between a first and a last place on each line ([`Extent`]). Mondrian cuts
//! the whole table into smaller and smaller groups; clustering joins units that are near each other. Both ask the same
//! judge ([`GroupModels`]) whether a group satisfies the models, and both end in [`Groups`].
//!
//! # Where is what?
//!
//! `transform/src/partition`: a column becomes an `Axis`, a line of places on which groups lie between a first and a
//! last one; records with the same places are a unit of `Units`. `GroupModels` says whether units together satisfy the models.
//! `mondrian/` cuts units into `Groups` (`choose.rs` finds the cut, from a `Pile` that may be in memory or on disk),
//! `cluster/` cuts large tables first and then clusters each part. `recode.rs` turns groups into a `Recoding`. In the
//! façade `groups.rs` and `axes.rs` call them. See `docs/src/methods/mondrian.md` and `docs/src/methods/clustering.md`.

mod ancestors;
mod axis;
pub(crate) mod center;
mod cluster;
mod group_models;
mod groups;
mod label;
mod mondrian;
mod order;
mod recode;
mod summary;
mod units;

pub use axis::{Axis, Shown};
pub use cluster::{Algorithm, ClusterStats, Clustered, Clusterer};
pub use group_models::GroupModels;
pub use groups::{Extent, Groups};
pub use lethe_recipe::{Center, Split};
pub use mondrian::{Cut, Cutter, Pile, SMALL_PART, choose};
pub use recode::{Recoded, Rounds, recoding};
pub use summary::Summary;
pub use units::{Records, Units};
