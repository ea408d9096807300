//! The published searches of generalization lattices, each in a file of its own, and all searches by name.
//!
//! They all ask the same [`Checker`](super::Checker), so they agree on what a solution is, and on which of two is the
//! better one: the smaller loss, and of equal losses the levels that come first column by column.

mod datafly;
mod exhaustive;
mod fixed;
mod flash;
mod genetic;
mod incognito;
mod incumbent;
mod lightning;
mod nodes;
mod settle;
mod top_down;

pub use datafly::Datafly;
pub use exhaustive::Exhaustive;
pub use fixed::Fixed;
pub use flash::Flash;
pub use genetic::Genetic;
pub use incognito::Incognito;
pub use lightning::Lightning;
pub(super) use nodes::Nodes;
pub use top_down::TopDown;

use super::{Optimal, Search};

/// Every search that looks for levels, our own first.
pub const ALL: &[&dyn Search] =
    &[&Optimal, &Exhaustive, &Incognito, &Flash, &Lightning, &TopDown, &Genetic, &Datafly];

/// The search of this name.
pub fn named(name: &str) -> Option<&'static dyn Search> {
    ALL.iter().copied().find(|search| search.name() == name)
}
