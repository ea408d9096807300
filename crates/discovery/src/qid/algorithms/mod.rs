//! The search algorithms, one a file.

use super::{Algorithm, Exact};

/// Every algorithm that needs nothing but the table, the default first.
pub const ALL: &[&dyn Algorithm] = &[&Exact];

/// The algorithm of a name.
pub fn named(name: &str) -> Option<&'static dyn Algorithm> {
    ALL.iter().copied().find(|algorithm| algorithm.name() == name)
}
