//! What is known of the records that a cut divides.

use super::Cut;
use crate::add_up::add_up;
use crate::partition::{Crowd, Extent, Units};

/// Records that may be cut: some units in memory, or a part of a table on disk.
pub trait Pile {
    /// Their people.
    fn people(&self) -> u64;
    /// Their first and last places.
    fn extent(&self) -> &Extent;
    /// The places on an axis that occur, ascending, each with its people.
    fn counts(&self, axis: usize) -> Vec<(u32, u64)>;
    /// Whether each side of a cut satisfies the models.
    fn sides_hold(&self, cut: &Cut) -> Vec<bool>;
}

/// Units in memory.
pub(super) struct Members<'a> {
    pub(super) units: &'a Units,
    pub(super) crowd: &'a Crowd<'a>,
    pub(super) ids: &'a [u32],
    pub(super) extent: &'a Extent,
    pub(super) people: u64,
}

impl Pile for Members<'_> {
    fn people(&self) -> u64 {
        self.people
    }

    fn extent(&self) -> &Extent {
        self.extent
    }

    fn counts(&self, axis: usize) -> Vec<(u32, u64)> {
        let entries = self.ids.iter().map(|&unit| (self.units.places(unit)[axis], self.units.people(unit)));
        let (first, last) = self.extent.ranges[axis];
        let span = (last - first) as usize + 1;
        if span <= 4 * self.ids.len() {
            let mut people = vec![None; span];
            for (place, count) in entries {
                *people[(place - first) as usize].get_or_insert(0) += count;
            }
            let occur = people.into_iter().enumerate();
            return occur.filter_map(|(at, people)| Some((first + at as u32, people?))).collect();
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
        sides.iter().map(|members| self.crowd.holds(self.units, members)).collect()
    }
}
