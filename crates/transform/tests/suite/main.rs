//! The integration tests of this crate: one program, a module a subject.

mod compartments;
mod lattice_suite;
mod partition_suite;
mod published_optima;
#[path = "../../../../tests/real_data.rs"]
mod real_data;
mod worked_searches;
