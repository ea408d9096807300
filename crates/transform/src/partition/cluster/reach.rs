//! How far a cluster reaches on each axis, with and without one of its units.

use super::part::Part;

/// The two lowest and the two highest ranks of a cluster on an axis, so that a unit can be thought away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ends {
    low: u16,
    /// `u16::MAX` in a cluster of one unit.
    next_low: u16,
    high: u16,
    /// 0 in a cluster of one unit.
    next_high: u16,
}

/// The ends of no unit.
const NONE: Ends = Ends { low: u16::MAX, next_low: u16::MAX, high: 0, next_high: 0 };

/// The ends of a cluster on every axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach(Vec<Ends>);

impl Reach {
    pub(super) fn over(part: &Part<'_>, members: &[u32]) -> Self {
        let mut reach = Self(vec![NONE; part.lines().len()]);
        for &unit in members {
            reach.include(part.ranks(unit));
        }
        reach
    }

    /// Forgets all units.
    pub(super) fn clear(&mut self) {
        self.0.fill(NONE);
    }

    pub(super) fn include(&mut self, ranks: &[u16]) {
        for (ends, &rank) in self.0.iter_mut().zip(ranks) {
            ends.next_low = ends.next_low.min(rank.max(ends.low));
            ends.low = ends.low.min(rank);
            ends.next_high = ends.next_high.max(rank.min(ends.high));
            ends.high = ends.high.max(rank);
        }
    }

    /// What each person loses.
    pub(super) fn cost(&self, part: &Part<'_>) -> f64 {
        part.lines().iter().zip(&self.0).map(|(line, ends)| line.cost(ends.low, ends.high)).sum()
    }

    /// What each person would lose with one more unit.
    #[inline]
    pub(super) fn cost_with(&self, part: &Part<'_>, ranks: &[u16]) -> f64 {
        let lines = part.lines().iter().zip(&self.0).zip(ranks);
        lines.map(|((line, ends), &rank)| line.cost(ends.low.min(rank), ends.high.max(rank))).sum()
    }

    /// What each person would lose without a unit of a cluster that has others.
    #[inline]
    pub(super) fn cost_without(&self, part: &Part<'_>, ranks: &[u16]) -> f64 {
        let lines = part.lines().iter().zip(&self.0).zip(ranks);
        lines.map(|((line, ends), &rank)| line.cost(ends.low_without(rank), ends.high_without(rank))).sum()
    }

    /// What each person would lose with one unit in place of another, in a cluster that has others.
    #[inline]
    pub(super) fn cost_exchanged(&self, part: &Part<'_>, out: &[u16], into: &[u16]) -> f64 {
        let lines = part.lines().iter().zip(&self.0).zip(out.iter().zip(into));
        lines
            .map(|((line, ends), (&out, &into))| {
                line.cost(ends.low_without(out).min(into), ends.high_without(out).max(into))
            })
            .sum()
    }

    /// What each person would lose if two clusters were one.
    pub(super) fn cost_joined(&self, part: &Part<'_>, other: &Self) -> f64 {
        let lines = part.lines().iter().zip(self.0.iter().zip(&other.0));
        lines.map(|(line, (a, b))| line.cost(a.low.min(b.low), a.high.max(b.high))).sum()
    }
}

impl Ends {
    #[inline]
    fn low_without(self, rank: u16) -> u16 {
        if rank == self.low { self.next_low } else { self.low }
    }

    #[inline]
    fn high_without(self, rank: u16) -> u16 {
        if rank == self.high { self.next_high } else { self.high }
    }
}

/// Units that may become a cluster.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    part: &'a Part<'a>,
    pub(super) members: Vec<u32>,
    pub(super) records: u64,
    reach: Reach,
    loss: f64,
}

impl<'a> Group<'a> {
    /// A group of at least one unit.
    pub(super) fn of(part: &'a Part<'a>, members: &[u32]) -> Self {
        let records = members.iter().map(|&unit| part.records(unit)).sum();
        let reach = Reach::over(part, members);
        let loss = records as f64 * reach.cost(part);
        Self { part, members: members.to_vec(), records, reach, loss }
    }

    pub(super) fn add(&mut self, unit: u32) {
        self.loss += self.rise(unit);
        self.members.push(unit);
        self.records += self.part.records(unit);
        self.reach.include(self.part.ranks(unit));
    }

    /// What all of its records lose.
    pub(super) fn loss(&self) -> f64 {
        self.loss
    }

    /// By how much the loss grows when a unit comes.
    #[inline]
    pub(super) fn rise(&self, unit: u32) -> f64 {
        let records = (self.records + self.part.records(unit)) as f64;
        records * self.reach.cost_with(self.part, self.part.ranks(unit)) - self.loss
    }
}
