//! The search algorithms, one a file.
//!
//! All published ones walk the column sets from small to large; what they share is in `by_size`. They differ in which
//! sets they look at, in which order, and in how they count. [`sql`] is not in the list, because it needs a database.

mod by_size;
mod combinations;
mod fpvi;
mod greedy;
mod levelwise;
mod minimal;
mod minimal_sets;
mod mtui;
pub mod sql;

pub use fpvi::Fpvi;
pub use greedy::Greedy;
pub use levelwise::Levelwise;
pub use minimal::Minimal;
pub use mtui::Mtui;

use super::{Algorithm, Exact};

/// Every algorithm that needs nothing but the table, the default first.
pub const ALL: &[&dyn Algorithm] = &[&Exact, &Levelwise, &Minimal, &Greedy, &Fpvi::DEFAULT, &Mtui];

/// The algorithm of a name.
pub fn named(name: &str) -> Option<&'static dyn Algorithm> {
    ALL.iter().copied().find(|algorithm| algorithm.name() == name)
}
