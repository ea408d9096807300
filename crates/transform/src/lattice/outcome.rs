//! What a search is and what it returns.

use super::{Checked, Problem};
use crate::Result;
use lethe_data::Context;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes and regions whose classes were counted.
    pub grouped: u64,
    /// Nodes whose loss was computed.
    pub checked: u64,
    /// Regions given up because nothing in them can be better than a solution that is known.
    pub pruned_by_bound: u64,
    /// Regions given up because too many records would have to be suppressed everywhere in them.
    pub pruned_by_limit: u64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The best solution found.
    pub best: Option<Checked>,
    /// Whether no solution of the lattice is better, or none exists: proven.
    pub optimal: bool,
    /// A loss that no solution of the lattice falls below.
    pub bound: f64,
    /// Whether the search ended by itself, not by a limit.
    pub complete: bool,
    /// What it did.
    pub stats: Stats,
}

/// A way to look for the best node.
pub trait Search: Send + Sync {
    /// The name users write.
    fn name(&self) -> &'static str;

    /// Looks for the best solution. When the context is cancelled, what was found so far is returned, marked as not
    /// complete.
    ///
    /// **Errors**: the memory budget does not even hold the table's distinct rows.
    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome>;
}
