//! Full-domain generalization: one level for each quasi-identifying column, and records suppressed that still stand
//! out.
//!
//! A [`Problem`] says what is asked; every [`Search`] walks the lattice of levels with the same [`Checker`], so that no
//! search can redefine what a solution is.

mod checker;
mod encode;
mod engine;
mod group;
mod judge;
mod key;
mod lease;
mod merge;
mod numbering;
mod optimal;
mod outcome;
mod problem;
mod rows;
mod scratch;
mod sieve;
mod space;
mod tally;
mod view;

pub use checker::Checker;
pub use engine::Checked;
pub use optimal::Optimal;
pub use outcome::{Outcome, Search, Stats};
pub use problem::{Population, Problem};
pub use space::{Dimension, Space};
