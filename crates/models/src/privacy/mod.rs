//! Privacy models: when may a table be published?
//!
//! Most models judge one class of records that look alike ([`ClassModel`]); a few judge all class sizes together
//! ([`ReleaseModel`]). A [`Requirements`] holds those that a release must satisfy, all of them.
//!
//! Real thresholds are compared exactly where the formula is rational and by enclosing intervals elsewhere; a
//! comparison that stays undecided counts as "does not hold".

mod class;
mod distribution;
mod k_anonymity;
mod model;
mod requirements;

pub use class::{Class, Histogram};
pub use distribution::Distribution;
pub use k_anonymity::KAnonymity;
pub use model::{ClassModel, ClassSize, Least, ReleaseModel, Threshold};
pub use requirements::{ClassRequirement, Requirements, Scope};
