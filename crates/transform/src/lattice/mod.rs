//! Full-domain generalization: one level for each quasi-identifying column, and records suppressed that still stand
//! out.
//!
//! A [`Problem`] says what is asked; every [`Search`] walks the lattice of levels with the same [`Checker`], so that no
//! search can redefine what a solution is.

mod checker;
mod encode;
mod engine;
mod examine;
pub mod explain;
mod group;
mod judge;
mod key;
mod lease;
pub mod local;
mod merge;
mod miss;
mod numbering;
mod optimal;
mod outcome;
mod probe;
mod problem;
mod rows;
mod scratch;
pub mod searches;
mod sieve;
mod space;
mod tally;
#[cfg(test)]
mod tests;
mod view;

pub use checker::Checker;
pub use engine::Checked;
pub use examine::Failure;
pub use miss::{Miss, nearest_miss};
pub use optimal::Optimal;
pub use outcome::{Outcome, Search, Stats};
pub use problem::{Population, Problem};
pub use space::{Dimension, Space};
