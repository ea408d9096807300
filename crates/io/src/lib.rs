//! Files in and out: the only crate that knows formats.

pub mod hierarchy;
