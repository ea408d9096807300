//! Recursive diversity where some values may be disclosed.

use super::super::fraction::{Fraction, above_zero, quotient, refuse};
use super::super::{Class, ClassModel, Distribution, Histogram, Least, Threshold};
use super::counts::descending;
use super::recursive::{least_distinct, saturated};
use super::{NAME, known, possible};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::Interval;

/// Positive-disclosure recursive (c,l)-diversity: recursive diversity of the most frequent value that is to be kept
/// secret, while others may be learned.
///
/// With `ry` the count of that value and the `l − 2` most frequent other values taken away, `ry < c · rest`, where
/// `rest` counts all that is left but `ry`. That is both cases of the published definition in one: when the value is
/// among the first `l − 1`, the rest is `rl + … + rm`, else it is `r(l−1) + … + rm` without `ry`. A class in which
/// every value may be disclosed holds.
///
/// **Guarantee**: as recursive diversity, for each value that is to be kept secret (a less frequent one has a smaller
/// count and no smaller rest).
///
/// **Paper**: Machanavajjhala et al. 2007; Dimakopoulos 2022, section 2.5.3.4.
///
/// **Cost**: one sort of the counts a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositiveRecursiveDiversity {
    slot: usize,
    c: Fraction,
    l: usize,
    /// Ascending codes.
    disclosable: Vec<u32>,
    distinct: usize,
}

impl PositiveRecursiveDiversity {
    /// The model for the sensitive column of a slot; `disclosable` are the codes of values that anybody may learn.
    ///
    /// **Errors**: `c` is not above 0, `l` is below 2 (the definition counts from `l − 1`), a code is not of the
    /// column, or no class could have enough distinct values.
    pub fn new(
        slot: usize,
        c: Decimal,
        l: u64,
        disclosable: &[u32],
        reference: &Distribution,
    ) -> Result<Self> {
        let c = above_zero(NAME, "c", c)?;
        if l < 2 {
            return Err(refuse(NAME, "l must be at least 2 where values may be disclosed"));
        }
        let disclosable = known(disclosable, reference)?;
        let some_occurs = disclosable.iter().any(|&code| reference.counts()[code as usize] > 0);
        let distinct = if some_occurs { 1 } else { least_distinct(&c, l) };
        possible(distinct, reference)?;
        Ok(Self { slot, c, l: saturated(l), disclosable, distinct: saturated(distinct) })
    }

    /// The largest count of a secret value and what is left of the others; zeros when there is no secret value.
    fn secret_and_rest(&self, histogram: Histogram<'_>) -> (u128, u128) {
        let secret = |code: u32| self.disclosable.binary_search(&code).is_err();
        let secrets = histogram.iter().filter(|(code, _)| secret(*code)).map(|&(_, count)| count);
        let Some(largest) = secrets.max() else { return (0, 0) };
        let rest = descending(histogram, |counts| {
            // Equal counts are alike: the first of them stands for the secret value.
            let own = counts.iter().position(|&count| count == largest).unwrap_or_default();
            let others = counts.iter().enumerate().filter(|&(at, _)| at != own);
            others.skip(self.l - 2).map(|(_, &count)| u128::from(count)).sum()
        });
        (largest.into(), rest)
    }
}

impl ClassModel for PositiveRecursiveDiversity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some("positive-recursive")
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = class.histograms[self.slot];
        if histogram.len() < self.distinct {
            return false;
        }
        let (secret, rest) = self.secret_and_rest(histogram);
        secret == 0 || self.c.exceeds(secret, rest)
    }

    /// The smallest `c` that would not do: 0 when no value is secret, infinite when nothing is left.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let (secret, rest) = self.secret_and_rest(class.histograms[self.slot]);
        quotient(secret, rest)
    }

    fn threshold(&self) -> Threshold {
        Threshold::Below(self.c.to_f64())
    }

    /// Where no value may be disclosed this is recursive diversity; else a class of one value can hold.
    fn least(&self) -> Least {
        Least { distinct: self.distinct, ..Least::default() }
    }

    /// In each class the condition holds for every secret value, and what is left of a union is at least the sum of
    /// what is left of its classes.
    fn monotone(&self) -> bool {
        true
    }
}
