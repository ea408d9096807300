//! Values at equal steps along a line.

use super::super::fraction::Fraction;
use super::super::{Distribution, Histogram, Least};
use super::whole::Whole;

/// Gaps of so many steps are summed step by step.
const SHORT: usize = 8;
/// The search for the smallest size stops after about so many additions.
const EFFORT: usize = 5_000_000;
/// More steps than this are not walked one by one.
const MANY: usize = 1 << 10;
/// The rank of a value that no row of the table has.
const ABSENT: u32 = u32::MAX;

/// The distance is the sum over the steps between neighbouring values of what must cross them: with `Ci` records of the
/// class and `Qi` of the table at or before the `i`-th value, the sum of `|Ci · N − Qi · n|`.
///
/// Between two neighbouring values of the class `C` stays the same and `Q` grows, so the summands change their sign once.
/// A search finds where, and the sums of `Q` before and after it come from prefix sums.
#[derive(Clone, Debug)]
pub(super) struct Ordered {
    /// The position of each code among the values that occur.
    ranks: Vec<u32>,
    /// `Qi` for each step.
    before: Vec<u64>,
    /// Sums of the first `i` of them.
    sums: Vec<u128>,
    records: u64,
    /// The largest rank that the first value of a close class can have.
    latest_first: usize,
    /// The smallest rank that the last value of a close class can have.
    earliest_last: usize,
}

impl Ordered {
    pub(super) fn new(reference: &Distribution) -> Self {
        let mut ranks = Vec::with_capacity(reference.counts().len());
        let (mut before, mut total) = (Vec::new(), 0);
        for &count in reference.counts() {
            ranks.push(if count > 0 { before.len() as u32 } else { ABSENT });
            total += count;
            if count > 0 {
                before.push(total);
            }
        }
        // Nothing crosses a step after the last value.
        before.pop();
        let mut sums = vec![0];
        let mut sum = 0;
        for &records in &before {
            sum += u128::from(records);
            sums.push(sum);
        }
        let latest_first = before.len();
        Self { ranks, before, sums, records: total, latest_first, earliest_last: 0 }
    }

    /// The steps from the first value to the last, at least one.
    pub(super) fn steps(&self) -> u64 {
        self.before.len().max(1) as u64
    }

    /// Prepares to reject classes by their first and last value only. With the first value at rank `r`, all that the
    /// table has before must come from there, which costs each person of the class the sum of the first `r` of `Qi`; the
    /// last value likewise.
    pub(super) fn prune(&mut self, allowed: &Fraction) {
        let budget = allowed.floor_of(1);
        self.latest_first = self.sums.partition_point(|&sum| sum <= budget).saturating_sub(1);
        let steps = self.before.len();
        let mut cost = 0;
        self.earliest_last = steps;
        while self.earliest_last > 0 {
            cost += u128::from(self.records - self.before[self.earliest_last - 1]);
            if cost > budget {
                break;
            }
            self.earliest_last -= 1;
        }
    }

    /// Whether the first or the last value only shows that the class is not close.
    #[inline]
    pub(super) fn too_far(&self, histogram: Histogram<'_>) -> bool {
        let (Some(first), Some(last)) = (histogram.first(), histogram.last()) else { return false };
        let late = self.rank(first.0).is_none_or(|rank| rank > self.latest_first);
        late || self.rank(last.0).is_none_or(|rank| rank < self.earliest_last)
    }

    #[inline]
    fn rank(&self, code: u32) -> Option<usize> {
        self.ranks.get(code as usize).filter(|&&rank| rank != ABSENT).map(|&rank| rank as usize)
    }

    /// The distance in units of `1 / (n · N · steps)`; `None` for a class with a value that the table lacks.
    pub(super) fn work<W: Whole>(&self, size: u64, histogram: Histogram<'_>, limit: W) -> Option<W> {
        let (mut sum, mut seen, mut from) = (W::default(), 0, 0);
        for &(code, count) in histogram {
            let rank = self.rank(code)?;
            sum += self.gap(size, seen, from, rank);
            if sum > limit {
                return Some(sum);
            }
            seen += count;
            from = rank;
        }
        sum += self.gap(size, seen, from, self.before.len());
        Some(sum)
    }

    /// What crosses the steps `from..to`, before all of which the class has `seen` records.
    #[inline]
    fn gap<W: Whole>(&self, size: u64, seen: u64, from: usize, to: usize) -> W {
        let (n, level) = (W::from(size), W::from(seen) * W::from(self.records));
        if to - from <= SHORT {
            let mut sum = W::default();
            for &q in &self.before[from..to] {
                let due = W::from(q) * n;
                sum += level.less(due) + due.less(level);
            }
            return sum;
        }
        let expected = level.over(size);
        let turn = from + self.before[from..to].partition_point(|&q| W::from(q) <= expected);
        let steps = |from: usize, to: usize| W::from((to - from) as u64);
        let sums = |from: usize, to: usize| W::fitting(self.sums[to] - self.sums[from]);
        let short = level * steps(from, turn) - n * sums(from, turn);
        let over = n * sums(turn, to) - level * steps(turn, to);
        short + over
    }

    /// The function adds up what must cross the steps, each in the direction of the class: with `s` their signs it gives
    /// for the value of rank `v` the sum of `N · s` over the steps from `v` on, less that of `s · Q` over all.
    ///
    /// With very many steps, the most that it could be.
    pub(super) fn reach(&self, size: u64, histogram: Histogram<'_>) -> u128 {
        let (steps, records) = (self.before.len(), i128::from(self.records));
        if steps > MANY {
            return u128::from(self.records) * steps as u128;
        }
        let mut class = vec![0u64; steps];
        for &(code, count) in histogram {
            let Some(rank) = self.rank(code) else { return u128::from(self.records) * steps as u128 };
            if let Some(at) = class.get_mut(rank) {
                *at += count;
            }
        }
        let (mut seen, mut constant, mut signs) = (0, 0, Vec::with_capacity(steps));
        for (&count, &before) in class.iter().zip(&self.before) {
            seen += count;
            let more = u128::from(seen) * u128::from(self.records) > u128::from(before) * u128::from(size);
            let sign = if more { 1 } else { -1 };
            constant += sign * i128::from(before);
            signs.push(sign);
        }
        let (mut from_here, mut most) = (0, 0);
        for &sign in signs.iter().rev() {
            from_here += sign;
            most = most.max(from_here);
        }
        (records * most - constant).max(0) as u128
    }

    /// What a class needs at least.
    ///
    /// *Size.* `n` records come nearest when each step has before it the whole number of records next to `n · Qi / N`: that
    /// is the best for each step by itself, and since these numbers never fall from step to step, some class has them.
    /// Sizes below the first whose nearest class is close all fail.
    ///
    /// *Distinct values.* A class of one value is as far away as one person with it, so when one person never is close,
    /// two values are needed.
    pub(super) fn least(&self, allowed: &Fraction) -> Least {
        let most = (EFFORT / self.before.len().max(1)) as u64;
        let mut size = 1;
        while size < most && self.nearest(size) > allowed.floor_of(size.into()) {
            size += 1;
        }
        Least { size, distinct: if size > 1 { 2 } else { 1 }, population: 0 }
    }

    fn nearest(&self, size: u64) -> u128 {
        let records = u128::from(self.records);
        let off = |&q: &u64| {
            let remainder = u128::from(size) * u128::from(q) % records;
            remainder.min(records - remainder)
        };
        self.before.iter().map(off).sum()
    }
}
