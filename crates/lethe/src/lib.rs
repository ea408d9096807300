//! Publish data about people without giving them away.
//!
//! This is the façade: each module is a verb of the product, takes a request and a [`Context`], and returns a report
//! that serialises to the JSON of the command of the same name. [`request::VERBS`] lists all of them with their schemas.
//! The crates behind it do the work and are re-exported for those who need more.

pub mod anonymize;
pub mod attack;
pub mod clean;
pub mod collapse;
pub mod compare;
pub mod convert;
pub mod demo;
pub mod discover;
pub mod dp;
mod error;
pub mod evidence;
pub mod exposure;
mod files;
pub mod generate;
mod guard;
pub mod hierarchy;
pub mod inspect;
pub mod json;
mod parts;
mod plot;
pub mod progress;
pub mod randomness;
pub mod recipe;
pub mod recipe_file;
pub mod request;
pub mod requirements;
pub mod risk;
pub mod safepub_parameters;
pub mod schema;
pub mod silo;
pub mod solution;
mod split_rows;
pub mod stream;
mod time_limit;
pub mod verify;

pub use error::{CODES, Error, ErrorReport, Problem, Result};
pub use files::Files;
pub use guard::guarded;
pub use plot::Plot;

pub use lethe_data as data;
pub use lethe_data::{ByteSize, CancelToken, Context, Fault, MemoryBudget, ValueType};
pub use lethe_discovery as discovery;
pub use lethe_exposure as inference;
pub use lethe_io as io;
pub use lethe_io::{Document, Location, MemoryFile, ReadOptions};
pub use lethe_models as models;
pub use lethe_synth as synth;
pub use lethe_transform as transform;
pub use lethe_utility as utility;
