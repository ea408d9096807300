//! The door that all search algorithms share.

use super::{Found, Question};
use crate::Result;
use lethe_data::Context;

/// A way to find all minimal quasi-identifiers.
///
/// **Guarantee** of every implementation: a finished search lists exactly the minimal non-empty subsets of the
/// question's columns that expose at least `min_exposed` records and have at most `max_size` columns, whatever the
/// number of threads. A search stopped through the context's cancel token returns what is proven so far; it does not
/// fail. Where the memory budget is too small it does the same or fails with that error.
pub trait Algorithm: Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;

    /// Searches.
    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found>;
}
