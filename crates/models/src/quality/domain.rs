//! What measures know about a quasi-identifying column.

use super::Covers;
use lethe_data::hierarchy::BoundHierarchy;

/// A quasi-identifying column: how its values generalize, how often each occurs, and how much it counts.
#[derive(Clone, Debug)]
pub struct Domain {
    /// The hierarchy over the column's codes.
    pub hierarchy: BoundHierarchy,
    /// Records by column code, null last where the column has nulls.
    pub counts: Vec<u64>,
    /// How much a loss in this column counts against a loss in others.
    pub weight: f64,
    /// The number each column code stands for, for columns of numbers; null has none.
    pub numbers: Option<Vec<Option<f64>>>,
    /// The values behind each span that the release shows; mostly none. A [`super::Cell`] whose level is the height of
    /// the hierarchy is the span with the number of its node.
    pub spans: Vec<Covers>,
}
