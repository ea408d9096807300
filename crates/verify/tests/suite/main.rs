//! The integration tests of this crate: one program, a module a subject.

mod judge;
mod rejoin;
