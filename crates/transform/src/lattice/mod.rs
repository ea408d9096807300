//! Full-domain generalization: one level for each quasi-identifying column, and records suppressed that still stand
//! out.
//!
//! A [`Problem`] says what is asked; every [`Search`] walks the lattice of levels with the same [`Checker`], so that no
//! search can redefine what a solution is.
//!
//! # Where is what?
//!
//! `transform/src/lattice`: a `Problem` (table, columns with their `Space` of levels, models, measure, limit) becomes
//! an `Engine`, which collapses the table to distinct weighted `Rows` of packed keys (`encode.rs`, `key.rs`) and judges
//! any node: `group.rs` and `numbering.rs` form classes, `judge.rs` says which are published, `view.rs` shows the node
//! to the measure. Every search goes through it; `searches/` has the published ones. `optimal/` is our own: `work.rs`
//! takes regions in order of their bounds, `expand.rs` works on one (`screen.rs` with `sieve.rs` finds who is
//! suppressed in all of it), `seed.rs` begins large lattices. `local/` recodes in rounds. See
//! `docs/src/methods/optimal-search.md`.

mod bound;
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
mod solutions;
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
pub use solutions::{ListedNode, ListedNodes, all_nodes, best_solutions};
pub use space::{Dimension, Space};
