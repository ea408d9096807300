//! Which minimal column sets single people out?
//!
//! A person is *exposed* by a column set when fewer than `k` people look alike on it. A set that exposes at least
//! `min_exposed` people is a *quasi-identifier*; it is *minimal* when no proper subset is one. Exposure only grows
//! when columns are added, so the minimal quasi-identifiers describe all of them.
//!
//! Every way to find them is an [`Algorithm`]; [`Question::exposed`] is the definition they all follow.

mod algorithm;
pub mod algorithms;
mod exact;
mod exposure;
mod found;
mod question;
mod wildcard;

pub use algorithm::Algorithm;
pub use exact::Exact;
pub use found::Found;
pub use question::{Limits, Nulls, Question};
