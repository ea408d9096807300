//! How re-identifiable records are as they stand.
//!
//! These are figures to weigh, not guarantees: doubles, and for the population estimates of a model that may not fit.
//! What a release must satisfy is decided by the models of [`crate::privacy`].

mod attackers;
mod class_sizes;
mod separation;
mod uniqueness;

pub use attackers::{AttackerRisk, journalist, prosecutor};
pub use class_sizes::ClassSizes;
pub use separation::{SubsetFigures, figures, subsets};
pub use uniqueness::{Chosen, Sample, UniquenessEstimates};
