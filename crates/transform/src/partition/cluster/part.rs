//! The units of one part, with what makes looking at them cheap.

use crate::partition::{Axis, GroupModels, Units};

/// The cost of every range is kept for axes on which a part has at most this many places.
const TABULATED: usize = 1024;

/// The costs that a part keeps for all its axes together, 16 MiB of them: each thread has a part.
const COSTS: usize = 1 << 22;

/// The places up to which the costs of an axis are kept when there are so many axes.
fn tabulated(axes: usize) -> usize {
    (COSTS / axes.max(1)).isqrt().min(TABULATED)
}

/// Some units that are clustered by themselves. Units are numbered within the part, and so are the places on each axis
/// that occur in it: what a range costs depends on its ends alone, and both of them occur.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    group_models: &'a GroupModels<'a>,
    units: &'a Units,
    /// The units by their number in the part.
    ids: &'a [u32],
    lines: Vec<Line<'a>>,
    /// The rank of each unit's place on each axis, unit by unit.
    ranks: Vec<u16>,
    records: Vec<u64>,
}

/// The places on an axis that occur in a part.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub(super) axis: &'a Axis,
    /// Ascending.
    pub(super) places: Vec<u32>,
    /// The cost of `first ..= last` at `first * places + last`, for few places.
    costs: Vec<f32>,
}

impl<'a> Line<'a> {
    fn new(axis: &'a Axis, mut places: Vec<u32>, tabulated: usize) -> Self {
        places.sort_unstable();
        places.dedup();
        let mut costs = Vec::new();
        if places.len() <= tabulated {
            for (at, &first) in places.iter().enumerate() {
                costs.extend(std::iter::repeat_n(0.0, at));
                costs.extend(places[at..].iter().map(|&last| axis.cost(first, last) as f32));
            }
        }
        Self { axis, places, costs }
    }

    /// What a record loses in this column in a group between these ranks.
    #[inline]
    pub(super) fn cost(&self, first: u16, last: u16) -> f64 {
        let (first, last) = (usize::from(first), usize::from(last));
        match self.costs.get(first * self.places.len() + last) {
            Some(&cost) => f64::from(cost),
            None => self.axis.cost(self.places[first], self.places[last]),
        }
    }
}

impl<'a> Part<'a> {
    /// The most units that a part may have: ranks are kept in two bytes.
    pub(super) const MOST: usize = 1 << 14;

    pub(super) fn new(
        axes: &'a [Axis],
        units: &'a Units,
        group_models: &'a GroupModels<'a>,
        ids: &'a [u32],
    ) -> Self {
        let places = |at: usize| ids.iter().map(|&unit| units.places(unit)[at]).collect();
        let tabulated = tabulated(axes.len());
        let line = |(at, axis): (usize, &'a Axis)| Line::new(axis, places(at), tabulated);
        let lines: Vec<Line<'a>> = axes.iter().enumerate().map(line).collect();
        let mut ranks = Vec::with_capacity(ids.len() * axes.len());
        for &unit in ids {
            let rank = |(line, place): (&Line<'_>, &u32)| line.places.partition_point(|at| at < place) as u16;
            ranks.extend(lines.iter().zip(units.places(unit)).map(rank));
        }
        let records = ids.iter().map(|&unit| units.records(unit)).collect();
        Self { group_models, units, ids, lines, ranks, records }
    }

    /// The number of units.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn lines(&self) -> &[Line<'a>] {
        &self.lines
    }

    /// The rank of a unit's place on each axis.
    #[inline]
    pub(super) fn ranks(&self, unit: u32) -> &[u16] {
        let start = unit as usize * self.lines.len();
        &self.ranks[start..start + self.lines.len()]
    }

    #[inline]
    pub(super) fn records(&self, unit: u32) -> u64 {
        self.records[unit as usize]
    }

    /// The records that every cluster needs at least.
    pub(super) fn least(&self) -> u64 {
        self.group_models.least()
    }

    /// Whether so many records are enough, whoever they are.
    pub(super) fn size_is_enough(&self) -> bool {
        self.group_models.size_is_enough()
    }

    /// The units' numbers outside the part.
    pub(super) fn outside(&self, members: &[u32]) -> Vec<u32> {
        members.iter().map(|&unit| self.ids[unit as usize]).collect()
    }

    /// Whether these units together satisfy every model.
    pub(super) fn holds(&self, members: &[u32]) -> bool {
        let records: u64 = members.iter().map(|&unit| self.records(unit)).sum();
        records >= self.least()
            && (self.size_is_enough() || self.group_models.holds(self.units, &self.outside(members)))
    }

    /// What each person of a group of two units would lose.
    #[inline]
    pub(super) fn pair_cost(&self, one: u32, other: u32) -> f64 {
        let ranks = self.ranks(one).iter().zip(self.ranks(other));
        self.lines.iter().zip(ranks).map(|(line, (&a, &b))| line.cost(a.min(b), a.max(b))).sum()
    }

    /// The distance of two records.
    pub(super) fn distance(&self, one: u32, other: u32) -> f64 {
        let ranks = self.ranks(one).iter().zip(self.ranks(other));
        let of_line = |(line, (&a, &b)): (&Line<'_>, (&u16, &u16))| {
            line.axis.distance(line.places[usize::from(a)], line.places[usize::from(b)])
        };
        self.lines.iter().zip(ranks).map(of_line).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_costs_take_no_more_room_for_more_axes() {
        assert_eq!([1, 4, 5, 100].map(tabulated), [1024, 1024, 915, 204]);
        assert!((1..2000).all(|axes| axes * tabulated(axes).pow(2) <= COSTS));
    }
}
