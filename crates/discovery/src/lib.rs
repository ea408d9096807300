//! Which columns and records identify records?
//!
//! This room only reads tables. [`profile`](fn@profile) looks at each column by itself: how its values are
//! distributed, what kind of information about records they are, and which role the column should play when the table
//! is published. [`qid`] finds the minimal column sets that single records out. [`records`] finds the records that are
//! singled out by few columns. [`approximate`] gives first answers from samples.

pub mod approximate;
mod error;
pub mod kind;
mod profile;
pub mod qid;
pub mod records;

pub use error::{Error, Result};
pub use kind::Kind;
pub use profile::{ColumnProfile, Profile, ProfileOptions, profile};
