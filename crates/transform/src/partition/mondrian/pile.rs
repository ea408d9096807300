//! What is known of the records that a cut divides.

use super::Cut;
use crate::add_up::add_up;
use crate::partition::{Extent, GroupModels, Units};

/// Records that may be cut: some units in memory, or a part of a table on disk.
pub trait Pile {
    /// Their records.
    fn records(&self) -> u64;
    /// Their first and last places.
    fn extent(&self) -> &Extent;
    /// The places on an axis that occur, ascending, each with its records.
    fn counts(&self, axis: usize) -> Vec<(u32, u64)>;
    /// Whether each side of a cut satisfies the models.
    fn sides_hold(&self, cut: &Cut) -> Vec<bool>;
}

/// Units in memory.
pub(super) struct Members<'a> {
    pub(super) units: &'a Units,
    pub(super) group_models: &'a GroupModels<'a>,
    pub(super) ids: &'a [u32],
    pub(super) extent: &'a Extent,
    pub(super) records: u64,
}

impl Pile for Members<'_> {
    fn records(&self) -> u64 {
        self.records
    }

    fn extent(&self) -> &Extent {
        self.extent
    }

    fn counts(&self, axis: usize) -> Vec<(u32, u64)> {
        let entries = self.ids.iter().map(|&unit| (self.units.places(unit)[axis], self.units.records(unit)));
        let (first, last) = self.extent.ranges[axis];
        let span = (last - first) as usize + 1;
        if span <= 4 * self.ids.len() {
            let mut records = vec![None; span];
            for (place, count) in entries {
                *records[(place - first) as usize].get_or_insert(0) += count;
            }
            let occur = records.into_iter().enumerate();
            return occur.filter_map(|(at, records)| Some((first + at as u32, records?))).collect();
        }
        let mut entries: Vec<(u32, u64)> = entries.collect();
        add_up(&mut entries);
        entries
    }

    fn sides_hold(&self, cut: &Cut) -> Vec<bool> {
        let mut sides = vec![Vec::new(); cut.sides()];
        for &unit in self.ids {
            sides[cut.side(self.units.places(unit)[cut.axis])].push(unit);
        }
        sides.iter().map(|members| self.group_models.holds(self.units, members)).collect()
    }
}
