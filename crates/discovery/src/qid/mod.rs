//! Which minimal column sets single records out?
//!
//! A person is *exposed* by a column set when fewer than `k` records look alike on it. A set that exposes at least
//! `min_exposed` records is a *quasi-identifier*; it is *minimal* when no proper subset is one. Exposure only grows
//! when columns are added, so the minimal quasi-identifiers describe all of them.
//!
//! Every way to find them is an [`Algorithm`]; [`Question::exposed`] is the definition they all follow. The other
//! functions say what the answer means: which sets are safe, whom a set exposes, which column does the most harm.
//!
//! # Where is what?
//!
//! `discovery/src/qid`: a `Question` (table, columns, limits) is put to an `Algorithm`, which returns what it `Found`.
//! What the answer means is defined once, in its plainest form, in `exposure.rs`; the reference algorithms in
//! `algorithms/` use it, and all algorithms run one test suite against brute force. `exact/` is our own: `levels.rs`
//! goes from size to size, `families.rs` walks through the candidates, `evaluate.rs` settles a family of them by the
//! cheapest way that answers (`probe.rs`, `direct.rs` with `sample.rs` and `resolve.rs`, `partition.rs`, `frugal.rs`),
//! `jump.rs` finds large safe sets. What follows from the sets (coverage, borders, witnesses, ranking, dependencies) is
//! a file each beside it. See `docs/src/methods/find-qid.md` for the design and its proof.

mod algorithm;
pub mod algorithms;
mod borders;
mod coarser;
mod coverage;
mod dependency;
mod each_set;
mod exact;
mod exposure;
mod found;
mod found_sets;
mod generalized;
mod hitting;
mod question;
mod ranking;
mod relief;
mod small_safe;
mod standalone;
mod wildcard;
mod witness;

pub use algorithm::Algorithm;
pub use borders::{BorderOptions, maximal_safe};
pub use coverage::{coverage, union_coverage};
pub use dependency::{Dependency, dependencies};
pub use exact::Exact;
pub use found::Found;
pub use question::{Limits, Nulls, Question};
pub use ranking::{ColumnRisk, Generalized, Ranking, RankingOptions, column_risk, smallest_without};
pub use standalone::standalone;
pub use witness::witnesses;
