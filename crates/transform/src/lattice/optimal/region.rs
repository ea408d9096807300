//! A box of the lattice with the rows that matter in it.

use crate::lattice::bound::Bound;
use crate::lattice::rows::Rows;
use crate::lattice::tally::Tally;
use std::cmp::Ordering;
use std::sync::Arc;

/// All nodes whose levels lie between `floor` and `ceiling`.
pub(super) struct Region<const W: usize> {
    pub(super) floor: Vec<usize>,
    pub(super) ceiling: Vec<usize>,
    /// Rows on levels not above the floor; only records are missing who are suppressed in the whole region.
    pub(super) rows: Arc<Rows<W>>,
    /// The records of these rows who are not known to be suppressed in the whole region.
    pub(super) tally: Arc<Tally>,
    /// A loss that no node of the region falls below.
    pub(super) bound: Bound,
    /// When the region was made, to order regions with equal bounds.
    pub(super) number: u64,
}

impl<const W: usize> Region<W> {
    /// Takes note of another bound.
    pub(super) fn raise(&mut self, bound: Bound) {
        self.bound = std::mem::take(&mut self.bound).or(bound);
    }
}

/// The region with the smallest bound is the greatest: a heap gives it first.
impl<const W: usize> Ord for Region<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.compare(&self.bound).then(other.number.cmp(&self.number))
    }
}

impl<const W: usize> PartialOrd for Region<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> PartialEq for Region<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<const W: usize> Eq for Region<W> {}
