//! Cuts through a value: records that have it may go to either side.

use super::Cutter;
use crate::partition::Extent;
use crate::partition::axis::Cuts;

/// Only parts of at most so many records are cut through a value; in larger ones it would change next to nothing. Parts of
/// this size always fit into memory, so that what is cut on disk is cut alike.
pub(super) const AT_MOST: u64 = super::SMALL_PART;

impl Cutter<'_> {
    /// Divides members at half of their records along the widest axis, if that is one without a hierarchy.
    pub(super) fn divide_relaxed(
        &self,
        members: &mut [u32],
        extent: &Extent,
        records: u64,
    ) -> Option<Vec<usize>> {
        let width = |axis: usize| {
            let (first, last) = extent.ranges[axis];
            self.axes[axis].width(first, last)
        };
        // The first of the widest axes, as where ties stay together.
        let axis = (0..self.axes.len()).rev().max_by(|&one, &other| width(one).total_cmp(&width(other)))?;
        let (first, last) = extent.ranges[axis];
        let Cuts::Anywhere { null: None } = self.axes[axis].cuts(first, last) else { return None };
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|&unit| (self.units.places(unit)[axis], unit));
        let least = self.group_models.least();
        let mut before = 0;
        let cuts = sorted.iter().enumerate().filter_map(|(at, &unit)| {
            before += self.units.records(unit);
            let stands = before >= least && records - before >= least;
            stands.then(|| (before.abs_diff(records - before), at + 1))
        });
        let (_, at) = cuts.min()?;
        let (left, right) = sorted.split_at_mut(at);
        if !(self.group_models.holds(self.units, left) && self.group_models.holds(self.units, right)) {
            return None;
        }
        left.sort_unstable();
        right.sort_unstable();
        members.copy_from_slice(&sorted);
        Some(vec![at, members.len() - at])
    }
}
