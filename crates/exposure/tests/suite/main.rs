//! The integration tests of this crate: one program, a module a subject.

mod models;
mod stream;
