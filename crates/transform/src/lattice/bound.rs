//! What no node of a region falls below.

use std::cmp::Ordering;

/// A loss, and of equal losses ranks, that no node of a region falls below.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: f64,
    /// Exact, so that they may decide between equal losses; nothing where the measure has none.
    pub(crate) ranks: Vec<f64>,
}

impl Bound {
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then_with(|| compare(&self.ranks, &other.ranks))
    }

    /// The stricter of two bounds of the same region.
    pub(crate) fn or(self, other: Self) -> Self {
        if self.compare(&other).is_lt() { other } else { self }
    }
}

impl From<f64> for Bound {
    fn from(value: f64) -> Self {
        Self { value, ranks: Vec::new() }
    }
}

/// Compares ranks place by place.
pub(crate) fn compare(ranks: &[f64], others: &[f64]) -> Ordering {
    let mut places = ranks.iter().zip(others).map(|(rank, other)| rank.total_cmp(other));
    places.find(|place| place.is_ne()).unwrap_or(Ordering::Equal)
}
