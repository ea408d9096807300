//! Recursive diversity where some values may be disclosed and others must not be ruled out.

use super::super::fraction::{Fraction, at_least_zero, quotient, refuse};
use super::super::{Class, ClassModel, Distribution, Histogram, Least, Threshold};
use super::{NAME, PositiveRecursiveDiversity, known, possible};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Rational};

/// Negative/positive-disclosure recursive (c1,c2,l)-diversity: [`PositiveRecursiveDiversity`] with `c1` and `l`, and every
/// protected value has a share of at least `c2` in each class.
///
/// **Guarantee**: as positive-disclosure recursive diversity, and of nobody can it be ruled out that they have a protected
/// value: it is at least `c2` likely.
///
/// **Paper**: Machanavajjhala et al. 2007; Dimakopoulos 2022, section 2.5.3.5.
///
/// **Cost**: one sort of the counts a class and a search for each protected value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NegativePositiveRecursiveDiversity {
    positive: PositiveRecursiveDiversity,
    slot: usize,
    c2: Fraction,
    /// Ascending codes.
    protected: Vec<u32>,
}

impl NegativePositiveRecursiveDiversity {
    /// The model for the sensitive column of a slot; `disclosable` are the codes of values that anybody may learn,
    /// `protected` those that must stay possible for everybody.
    ///
    /// **Errors**: those of the positive-disclosure model; `c2` is negative or more than the protected values' equal
    /// share; a protected value does not occur.
    pub fn new(
        slot: usize,
        (c1, c2): (Decimal, Decimal),
        l: u64,
        disclosable: &[u32],
        protected: &[u32],
        reference: &Distribution,
    ) -> Result<Self> {
        let positive = PositiveRecursiveDiversity::new(slot, c1, l, disclosable, reference)?;
        let c2 = at_least_zero(NAME, "c2", c2)?;
        let protected = known(protected, reference)?;
        if c2.exact() * Rational::from(protected.len()) > Rational::ONE {
            return Err(refuse(NAME, "not all protected values can have a share of c2; lower c2"));
        }
        if reference.records() > 0 && protected.iter().any(|&code| reference.counts()[code as usize] == 0) {
            return Err(refuse(NAME, "a protected value does not occur in the sensitive column"));
        }
        possible(protected.len() as u64, reference)?;
        Ok(Self { positive, slot, c2, protected })
    }

    fn smallest_protected(&self, histogram: Histogram<'_>) -> Option<u64> {
        let count = |code: &u32| {
            histogram.binary_search_by_key(code, |&(code, _)| code).map_or(0, |at| histogram[at].1)
        };
        self.protected.iter().map(count).min()
    }

    /// The smallest share of a protected value in the class, 1 when none is protected.
    pub fn protected_share(&self, class: &Class<'_>) -> Interval {
        let smallest = self.smallest_protected(class.histograms[self.slot]);
        smallest.map_or(Interval::point(1.0), |count| quotient(count.into(), class.size.into()))
    }
}

impl ClassModel for NegativePositiveRecursiveDiversity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some("negative-positive-recursive")
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let Some(count) = self.smallest_protected(class.histograms[self.slot]) else {
            return self.positive.holds(class);
        };
        let often = !self.c2.exceeds(count.into(), class.size.into());
        often && self.positive.holds(class)
    }

    /// What the positive-disclosure model measures; infinite in a class where a protected value is too rare.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let count = self.smallest_protected(class.histograms[self.slot]);
        if count.is_some_and(|count| self.c2.exceeds(count.into(), class.size.into())) {
            return Interval::point(f64::INFINITY);
        }
        self.positive.measure(class)
    }

    fn threshold(&self) -> Threshold {
        self.positive.threshold()
    }

    /// Every protected value must occur, when its share is not zero.
    fn least(&self) -> Least {
        let positive = self.positive.least();
        let protected = if self.c2.exact().is_zero() { 0 } else { self.protected.len() };
        Least { distinct: positive.distinct.max(protected), ..positive }
    }

    /// The share of a value in a union lies between its shares in the classes.
    fn monotone(&self) -> bool {
        true
    }
}
