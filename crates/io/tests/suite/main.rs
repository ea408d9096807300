//! The integration tests of this crate: one program, a module a subject.

mod independent_reader;
mod memory;
mod model_files;
mod mutations;
mod per_record;
mod projection;
#[path = "../../../../tests/real_data.rs"]
mod real_data;
mod real_hierarchies;
mod round_trips;
mod types;
