//! Recursive (c,l)-diversity: the most frequent value does not stand out.

use super::super::fraction::{Fraction, above_zero, at_least_one, quotient};
use super::super::{Class, ClassModel, Distribution, Least, Threshold};
use super::counts::first_and_rest;
use super::{NAME, possible};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};

/// With the counts of a class in descending order `r1 ≥ r2 ≥ … ≥ rm`: `r1 < c · (rl + … + rm)`.
///
/// **Guarantee**: whoever rules out `l − 2` values still finds the most likely of the others less than `c` times as
/// likely as the rest of them together.
///
/// **Paper**: Machanavajjhala et al. 2007; Dimakopoulos 2022, section 2.5.3.3.
///
/// **Cost**: up to `l` comparisons a distinct value of a class; a sort of the counts where `l` is above 9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecursiveDiversity {
    slot: usize,
    c: Fraction,
    l: usize,
    distinct: usize,
}

impl RecursiveDiversity {
    /// The model for the sensitive column of a slot, whose distribution in the whole table is `reference`.
    ///
    /// **Errors**: `c` is not above 0, `l` is 0, or no class of the table could have enough distinct values.
    pub fn new(slot: usize, c: Decimal, l: u64, reference: &Distribution) -> Result<Self> {
        let c = above_zero(NAME, "c", c)?;
        at_least_one(NAME, "l", l)?;
        let distinct = least_distinct(&c, l);
        possible(distinct, reference)?;
        let (l, distinct) = (saturated(l), saturated(distinct));
        Ok(Self { slot, c, l, distinct })
    }
}

/// The distinct values that a class needs: the tail `rl + … + rm` has `m − l + 1` counts, none above `r1`, so
/// `r1 < c · (m − l + 1) · r1`, which is `m > l − 1 + 1/c`.
pub(super) fn least_distinct(c: &Fraction, l: u64) -> u64 {
    let inverse = (Rational::ONE / c.exact()).floor();
    l.saturating_add(u64::try_from(inverse).unwrap_or(u64::MAX))
}

pub(super) fn saturated(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

impl ClassModel for RecursiveDiversity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some("recursive")
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = class.histograms[self.slot];
        if histogram.len() < self.distinct {
            return false;
        }
        let (first, tail) = first_and_rest(histogram, self.l - 1);
        self.c.exceeds(first.into(), tail)
    }

    /// The smallest `c` that would not do: `r1 / (rl + … + rm)`, infinite when there is no tail.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let (first, tail) = first_and_rest(class.histograms[self.slot], self.l - 1);
        quotient(first.into(), tail)
    }

    fn threshold(&self) -> Threshold {
        Threshold::Below(self.c.to_f64())
    }

    fn least(&self) -> Least {
        Least { distinct: self.distinct, ..Least::default() }
    }

    /// Losing records makes no tail longer, and the largest count only by so many smaller as are lost.
    fn least_lost(&self, class: &Class<'_>) -> u64 {
        if self.holds(class) {
            return 0;
        }
        let (first, tail) = first_and_rest(class.histograms[self.slot], self.l - 1);
        let covered = u64::try_from(self.c.floor_of(tail)).unwrap_or(u64::MAX);
        first.saturating_sub(covered).max(1)
    }

    /// Each class has `r1 < c · tail` for its own largest count, and the tail of a union is at least the sum of the
    /// tails, being the least that is left when `l − 1` values are taken away.
    fn monotone(&self) -> bool {
        true
    }
}
