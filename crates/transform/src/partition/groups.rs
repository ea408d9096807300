//! Who is published together.

use super::{Axis, Units};

/// Units divided into groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The units, group by group.
    members: Vec<u32>,
    /// Where each group ends.
    ends: Vec<u32>,
}

impl Groups {
    /// Groups from their members; empty ones are left out.
    pub fn new(groups: impl IntoIterator<Item = impl AsRef<[u32]>>) -> Self {
        let mut all = Self::default();
        groups.into_iter().for_each(|group| all.push(group.as_ref()));
        all
    }

    /// Adds a group.
    pub fn push(&mut self, members: &[u32]) {
        if !members.is_empty() {
            self.members.extend_from_slice(members);
            self.ends.push(self.members.len() as u32);
        }
    }

    /// Adds the groups of others, in their order.
    pub fn append(&mut self, others: &Self) {
        others.iter().for_each(|group| self.push(group));
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The units of each group.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.members[start as usize..end as usize])
    }
}

/// The first and the last place of some units on each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// On each axis.
    pub ranges: Vec<(u32, u32)>,
}

impl Extent {
    /// The extent of one unit.
    pub fn of(units: &Units, unit: u32) -> Self {
        Self { ranges: units.places(unit).iter().map(|&place| (place, place)).collect() }
    }

    /// The extent of several units, at least one.
    pub fn over(units: &Units, members: &[u32]) -> Self {
        let mut extent = Self::of(units, members[0]);
        members[1..].iter().for_each(|&unit| extent.include(units.places(unit)));
        extent
    }

    /// Widens it so that it holds these places.
    #[inline]
    pub fn include(&mut self, places: &[u32]) {
        for ((first, last), &place) in self.ranges.iter_mut().zip(places) {
            *first = (*first).min(place);
            *last = (*last).max(place);
        }
    }

    /// What each of its records loses, summed over the columns.
    #[inline]
    pub fn cost(&self, axes: &[Axis]) -> f64 {
        axes.iter().zip(&self.ranges).map(|(axis, &(first, last))| axis.cost(first, last)).sum()
    }

    /// What each of its records would lose if it held these places as well.
    #[inline]
    pub fn cost_with(&self, places: &[u32], axes: &[Axis]) -> f64 {
        let ranges = axes.iter().zip(&self.ranges).zip(places);
        ranges.map(|((axis, &(first, last)), &place)| axis.cost(first.min(place), last.max(place))).sum()
    }
}
