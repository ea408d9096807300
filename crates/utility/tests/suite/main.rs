//! The integration tests of this crate: one program, a module a subject.

mod labels;
mod oracles;
mod statistics;
