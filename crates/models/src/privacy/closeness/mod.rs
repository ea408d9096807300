//! t-closeness: the sensitive values of a class are distributed nearly as in the whole table.

mod entry;
mod equal;
mod hierarchical;
mod ordered;
mod spread;
mod whole;

use super::fraction::{Fraction, exact, quotient, refuse};
use super::{Class, ClassModel, Distribution, Histogram, Least, Threshold};
use crate::Result;
pub use entry::Distance;
pub(super) use entry::ENTRY;
use equal::Equal;
use hierarchical::Hierarchical;
use lethe_data::Decimal;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_num::{Interval, Rational};
use ordered::Ordered;
use std::borrow::Cow;
use whole::Whole;

const NAME: &str = "t-closeness";

/// The earth mover's distance between the sensitive values of each class and those of the whole table is at most `t`.
///
/// A class of `n` records is held against a table of `N`. Each distance is a sum of whole numbers divided by `n · N · u`,
/// where `u` is a unit of the distance (1, the number of values less one, or the height of the hierarchy); the sum is
/// compared with the largest whole number that is at most `t · n · N · u`. Nothing is rounded.
///
/// **Guarantee**: exact. A class with a value that the table does not have is not close by ordered or hierarchical
/// distance, and neither is one whose sums do not fit 128 bits (counts beyond 10¹³).
///
/// **Paper**: Li, Li and Venkatasubramanian 2007; Bild 2024, section 2.1.4 and the article on ordered t-closeness;
/// Dimakopoulos 2022, section 2.5.4.
///
/// **Cost**: equal: one product a distinct value of the class; ordered: one search in the prefix sums a distinct value;
/// hierarchical: one product a distinct value and level.
#[derive(Clone, Debug)]
pub struct Closeness {
    slot: usize,
    t: Fraction,
    distance: Metric,
    /// The place of each code in the order of the values, where that is not the order of the codes.
    places: Option<Vec<u32>>,
    records: u64,
    /// The parts into which the distance divides its unit.
    unit: u64,
    /// `t · N · u`: what a class may cost a person.
    allowed: Fraction,
    least: Least,
}

#[derive(Clone, Debug)]
enum Metric {
    Equal(Equal),
    Ordered(Ordered),
    Hierarchical(Hierarchical),
}

impl Closeness {
    /// Closeness where all values are equally far apart.
    ///
    /// **Errors**: `t` is not from 0 to 1.
    pub fn equal(slot: usize, t: Decimal, reference: &Distribution) -> Result<Self> {
        Self::new(slot, t, reference, Metric::Equal(Equal::new(reference)), 1)
    }

    /// Closeness where values lie at equal steps in the order of their codes, null last. Values that no row has are no
    /// steps.
    ///
    /// **Errors**: `t` is not from 0 to 1.
    pub fn ordered(slot: usize, t: Decimal, reference: &Distribution) -> Result<Self> {
        let ordered = Ordered::new(reference);
        let unit = ordered.steps();
        Self::new(slot, t, reference, Metric::Ordered(ordered), unit)
    }

    /// Closeness where values lie at equal steps in an order of their own: `order` has every code once.
    ///
    /// **Errors**: `t` is not from 0 to 1, or the order lacks a code or has one twice.
    pub fn ordered_by(slot: usize, t: Decimal, reference: &Distribution, order: &[u32]) -> Result<Self> {
        let counts = reference.counts();
        let mut places = vec![u32::MAX; counts.len()];
        for (place, &code) in order.iter().enumerate() {
            if let Some(free @ &mut u32::MAX) = places.get_mut(code as usize) {
                *free = place as u32;
            }
        }
        if order.len() != counts.len() || places.contains(&u32::MAX) {
            return Err(refuse(NAME, "the order does not have every value once"));
        }
        let in_order = order.iter().map(|&code| counts[code as usize]).collect();
        let closeness = Self::ordered(slot, t, &Distribution::from_counts(in_order))?;
        Ok(Self { places: Some(places), ..closeness })
    }

    /// Closeness where two values are as far apart as the level of the hierarchy on which they meet. Null and values
    /// that the hierarchy lacks meet all others at the root.
    ///
    /// **Errors**: `t` is not from 0 to 1, or the hierarchy is a mere root or of another column.
    pub fn hierarchical(
        slot: usize,
        t: Decimal,
        reference: &Distribution,
        hierarchy: &BoundHierarchy,
    ) -> Result<Self> {
        let hierarchical = Hierarchical::new(reference, hierarchy)?;
        let unit = hierarchical.height();
        Self::new(slot, t, reference, Metric::Hierarchical(hierarchical), unit)
    }

    fn new(slot: usize, t: Decimal, reference: &Distribution, distance: Metric, unit: u64) -> Result<Self> {
        if t < Decimal::ZERO || t > Decimal::from(1) {
            return Err(refuse(NAME, "t must be from 0 to 1"));
        }
        let t = Fraction::new(exact(t));
        let records = reference.records();
        let allowed = Fraction::new(t.exact() * Rational::from(records) * Rational::from(unit));
        let least = match &distance {
            Metric::Equal(equal) => spread::least(&[equal.counts()], records, &allowed),
            Metric::Hierarchical(hierarchical) => spread::least(&hierarchical.counts(), records, &allowed),
            Metric::Ordered(ordered) => ordered.least(&allowed),
        };
        let mut this = Self { slot, t, distance, places: None, records, unit, allowed, least };
        if let Metric::Ordered(ordered) = &mut this.distance {
            ordered.prune(&this.allowed);
        }
        Ok(this)
    }

    /// The sensitive values of a class, in the order that the distance knows.
    fn histogram<'h>(&self, class: &Class<'h>) -> Cow<'h, [(u32, u64)]> {
        let histogram = class.histograms[self.slot];
        let Some(places) = &self.places else { return Cow::Borrowed(histogram) };
        // A value that the table does not have is at no place.
        let place = |code: u32| places.get(code as usize).copied().unwrap_or(u32::MAX);
        let mut placed: Vec<(u32, u64)> =
            histogram.iter().map(|&(code, records)| (place(code), records)).collect();
        placed.sort_unstable();
        Cow::Owned(placed)
    }

    /// `n · N · u`, where sums of that size fit.
    fn whole(&self, size: u64) -> Option<u128> {
        (u128::from(size) * u128::from(self.records)).checked_mul(self.unit.into())
    }

    /// The distance times `n · N · u`, or any number above `limit` once it is known to be above.
    fn work<W: Whole>(&self, size: u64, histogram: Histogram<'_>, limit: W) -> Option<W> {
        match &self.distance {
            Metric::Equal(equal) => Some(equal.work(size, histogram, limit)),
            Metric::Ordered(ordered) => ordered.work(size, histogram, limit),
            Metric::Hierarchical(hierarchical) => hierarchical.work(size, histogram, limit),
        }
    }

    /// What the linear function that is the distance of a class gives for the value for which it gives most, times `N · u`.
    fn reach(&self, size: u64, histogram: Histogram<'_>) -> u128 {
        match &self.distance {
            Metric::Equal(equal) => equal.reach(size, histogram),
            Metric::Ordered(ordered) => ordered.reach(size, histogram),
            Metric::Hierarchical(hierarchical) => hierarchical.reach(size, histogram),
        }
    }

    /// Whether the distance times `n · N · u` is at most `limit`, all sums being known to fit.
    fn within<W: Whole>(&self, size: u64, histogram: Histogram<'_>, limit: W) -> bool {
        self.work(size, histogram, limit).is_some_and(|work| work <= limit)
    }
}

impl ClassModel for Closeness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(match self.distance {
            Metric::Equal(_) => "equal",
            Metric::Ordered(_) => "ordered",
            Metric::Hierarchical(_) => "hierarchical",
        })
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = &*self.histogram(class);
        if histogram.len() < self.least.distinct || class.size < self.least.size {
            return false;
        }
        if let Metric::Ordered(ordered) = &self.distance
            && ordered.too_far(histogram)
        {
            return false;
        }
        let Some(whole) = self.whole(class.size) else { return false };
        // `t` is at most one, so the limit is at most the whole.
        let limit = self.allowed.floor_of(class.size.into());
        match u64::try_from(whole) {
            Ok(_) => self.within(class.size, histogram, u64::fitting(limit)),
            Err(_) => self.within(class.size, histogram, limit),
        }
    }

    /// The exact distance, rounded outward.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let Some(whole) = self.whole(class.size) else { return Interval::ALL };
        let work = self.work(class.size, &self.histogram(class), u128::MAX);
        work.map_or(Interval::ALL, |work| quotient(work, whole))
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtMost(self.t.to_f64())
    }

    fn least(&self) -> Least {
        self.least
    }

    /// The distance is the largest of several linear functions of a distribution. Take the one, `g`, that is largest for the
    /// class, and let a share `ρ` of the class be lost. Then the distance of the class is `(1 − ρ) g` of those who are
    /// published, which is at most `t`, plus `ρ g` of those who are not, which is at most the `g` of some value, its reach.
    fn least_lost(&self, class: &Class<'_>) -> u64 {
        let histogram = &*self.histogram(class);
        let work = self.work(class.size, histogram, u128::MAX);
        let Some((work, _)) = work.zip(self.whole(class.size)) else { return 0 };
        let limit = self.allowed.floor_of(class.size.into());
        if work <= limit {
            return 0;
        }
        let reach = self.reach(class.size, histogram);
        let reach = reach.saturating_sub(self.allowed.floor_of(1)).max(1);
        // What the class may cost in all lies between the limit and one more.
        let lost = (work - limit - 1).div_ceil(reach).max(1);
        u64::try_from(lost).unwrap_or(class.size).min(class.size)
    }

    /// The distance is convex: a mixture is no farther from the table than the farthest part.
    fn monotone(&self) -> bool {
        true
    }
}
