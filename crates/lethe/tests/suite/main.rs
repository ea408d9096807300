//! The integration tests of this crate: one program, a module a subject.

mod anonymize;
mod attack_inference;
mod elimination;
mod grouping;
mod in_memory;
mod neighbours;
#[path = "../../../../tests/real_data.rs"]
mod real_data;
mod real_quasi_identifiers;
mod requests;
mod solution;
mod uniqueness;
