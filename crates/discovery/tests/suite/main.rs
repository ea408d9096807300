//! The integration tests of this crate: one program, a module a subject.

mod approximate;
mod profile;
mod qid;
mod records;
