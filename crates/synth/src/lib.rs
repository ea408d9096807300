//! Made-up records: tables to try Lethe on and to measure it with, when real ones must not leave the house.
//!
//! A [`Generator`] makes one of the built-in [`DataSet`]s in blocks of rows. A block is a pure function of (data set,
//! seed, block, columns): blocks can be made in any order by any number of threads, a table of any size streams, and
//! asking for fewer columns gives the first columns of the same table.
//!
//! Two kinds of chance are kept apart. The *world* (which names, cities, companies, drugs exist, and what each
//! disease is usually treated with) is drawn once with a fixed seed, so hierarchies fit the data of every seed. The
//! *records* are drawn from the seed of the request: first the facts a person's columns must agree on, then each
//! column from those facts and a stream of its own.
//!
//! No person, name list or address list was copied: names come from syllable grammars.

mod amnesia;
mod census;
mod domain;
mod error;
mod generator;
mod geography;
mod health;
mod hierarchy_rows;
mod names;
mod plan;
mod random;
mod request;

pub use error::{Error, Result};
pub use generator::Generator;
pub use hierarchy_rows::HierarchyRows;
pub use request::{DataSet, Request};
