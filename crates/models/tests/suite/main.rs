//! The integration tests of this crate: one program, a module a subject.

mod privacy;
mod quality;
#[path = "../../../../tests/real_data.rs"]
mod real_data;
mod recipe;
