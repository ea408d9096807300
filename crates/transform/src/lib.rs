//! Make it safe: the only room that changes data.

mod error;
pub mod lattice;

pub use error::{Error, Result};
