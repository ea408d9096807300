//! What a released table is still good for, measured against its original. Nothing here changes data, and no guarantee
//! rests on its doubles.
//!
//! [`Counterpart`]s hold the columns of the original beside what the release shows of them; everything else is computed from
//! these: the [`data_score`], what became of [`cells`], [`distances`] between distributions, the [`association`] of columns.
//!
//! # Where is what?
//!
//! `utility/src`: a `Counterpart` holds a column of the original (`values.rs`) beside each place where the release
//! shows it, with what every label says (`reading/`). `cells.rs`, `data_score.rs`, `distances.rs` and `association/`
//! compute from these, as do `statistics.rs` (mean, median, quantiles), `queries.rs` (count queries) and `contingency.rs`; `correspondence.rs` guesses whether rows stand where they stood. `lethe/src/compare` reads
//! tables and compartments, adds quality from released labels (`quality/`), risk and learning, and decides what the
//! report shows (`html/`; `report/src/html` lays it out). See `docs/src/methods/data-score.md`.

pub mod association;
pub mod bins;
pub mod cells;
mod contingency;
mod correspondence;
mod counterpart;
pub mod data_score;
pub mod distances;
pub mod label_bins;
pub mod learning;
pub mod queries;
pub mod reading;
pub mod statistics;
mod values;

pub use correspondence::rows_correspond;
pub use counterpart::{Counterpart, Shown};
pub use values::Values;
