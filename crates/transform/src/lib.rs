//! Make it safe: the only room that changes data.

mod add_up;
pub mod compartment;
mod draws;
pub mod eliminate;
mod error;
pub mod lattice;
pub mod partition;
mod recoding;
pub mod release;
pub mod rule;
pub mod safepub;

pub use error::{Error, Result};
pub use recoding::{Recoding, SUPPRESSED};
