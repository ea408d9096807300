//! Do these models hold on this table? This crate uses none of the code that searches and transforms.
//!
//! [`judge`] groups the rows that look alike, counts the sensitive values of each class and asks every model about
//! every class. It knows nothing of how the table was made, so it judges files of any tool. The
//! definitions of models, the grouping of rows and hierarchies are those of the crates below, which are tested by
//! themselves.
//!
//! # Where is what?
//!
//! `lethe/src/requirements` turns what a recipe demands into models: it checks columns, brings sensitive values and the
//! population into the codes that models know, and names each model's place. `verify/src/judge.rs` forms classes
//! (`sheet.rs`), counts their sensitive values (`histograms.rs`) and asks every model about every class; `known.rs`
//! unites classes for attackers who know some columns (`sizes/` where only their sizes count), `wildcard.rs` counts
//! matches with missing values. `rejoin/` attacks releases that were split by columns. It may not be built with
//! anything that transforms.

mod error;
mod growing;
mod histograms;
mod judge;
mod judgement;
mod known;
mod membership;
mod options;
mod parts;
mod population;
pub mod rejoin;
mod sheet;
mod sizes;
mod suppressed;
mod wildcard;

pub use error::{Error, Result};
pub use growing::{GrowingRelease, Lacking};
pub use judge::judge;
pub use judgement::{Achieved, JudgedModel, Judgement, WorstClass};
pub use membership::{class_sizes, first_row_lacking};
pub use options::{HIDDEN, Options, SuppressedRecords};
