//! Privacy models: when may a table be published?
//!
//! Most models judge one class of records that look alike ([`ClassModel`]); a few judge all class sizes together
//! ([`ReleaseModel`]). A [`Requirements`] holds those that a release must satisfy, all of them.
//!
//! Real thresholds are compared exactly where the formula is rational and by enclosing intervals elsewhere; a
//! comparison that stays undecided counts as "does not hold".

mod alpha_k;
mod average_risk;
mod beta_likeness;
mod class;
mod closeness;
mod delta_disclosure;
mod delta_presence;
mod differential_privacy;
mod distribution;
mod diversity;
pub mod entry;
mod fraction;
mod k_anonymity;
mod k_map;
mod marketer_risk;
mod model;
mod population_uniqueness;
mod privacy_model;
pub mod registry;
mod reidentification_risk;
mod requirements;
mod sample_uniqueness;
mod share_caps;
mod zero_truncated;

pub use alpha_k::{AlphaK, lkc_privacy};
pub use average_risk::AverageRisk;
pub use beta_likeness::BetaLikeness;
pub use class::{Class, Histogram};
pub use closeness::{Closeness, Distance};
pub use delta_disclosure::DeltaDisclosure;
pub use delta_presence::DeltaPresence;
pub use distribution::Distribution;
pub use diversity::{
    DistinctDiversity, EntropyDiversity, Estimator, NegativePositiveRecursiveDiversity,
    PositiveRecursiveDiversity, RecursiveDiversity,
};
pub use fraction::exact;
pub use k_anonymity::{KAnonymity, km_anonymity};
pub use k_map::KMap;
pub use marketer_risk::MarketerRisk;
pub use model::{ClassModel, ClassSize, Least, ReleaseModel, Threshold};
pub use population_uniqueness::{PopulationUniqueness, UniquenessEstimator};
pub use privacy_model::PrivacyModel;
pub use reidentification_risk::{Attacker, ReidentificationRisk};
pub use requirements::{ClassRequirement, Requirements, Scope};
pub use sample_uniqueness::SampleUniqueness;
