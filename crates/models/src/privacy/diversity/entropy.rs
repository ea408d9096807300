//! Entropy l-diversity: the sensitive values of a class are as uncertain as l equally frequent ones.

use super::super::fraction::{exact, refuse};
use super::super::{Class, ClassModel, Distribution, Histogram, Least, Threshold};
use super::estimator::{Estimator, Terms};
use super::fixed::Fixed;
use super::recursive::saturated;
use super::{NAME, possible};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Natural, Rational, Verdict};

/// Comparisons that intervals leave open are made in integers of at most so many bits.
const EXACT_BITS: f64 = 4e6;

/// The entropy of the sensitive values of each class is at least `ln l`: with counts `c1, c2, …` that sum to `n`,
/// `n ln n − Σ ci ln ci ≥ n ln l`.
///
/// **Guarantee**: the values of a class are at least as uncertain as `l` equally likely ones, on average over its records.
/// The comparison is made with enclosing intervals, and in exact integers when those overlap; classes too large for that
/// count as not diverse.
///
/// With [`Estimator::Grassberger`] the entropy is an estimate of that of the distribution which the class was drawn from.
/// It is meant for small classes, whose own entropy is too small on average, and therefore accepts more of them: it is a
/// statistical claim, and a union of classes that hold may fail. At least `l` distinct values are requested as well.
///
/// **Paper**: Machanavajjhala et al. 2007; Bild 2024, section 2.1.4; Dimakopoulos 2022, section 2.5.3.2; for the
/// estimator Grassberger 2003 (the function called G there) and Stammler, Katzenbeisser and Hamacher 2016.
///
/// **Cost**: one addition a distinct value of a class of up to 4,096 records; a logarithm each for larger counts.
#[derive(Clone, Debug)]
pub struct EntropyDiversity {
    slot: usize,
    l: Rational,
    ln_l: Interval,
    distinct: usize,
    estimator: Estimator,
    terms: Terms,
    fixed: Fixed,
}

impl EntropyDiversity {
    /// The model for the sensitive column of a slot, whose distribution in the whole table is `reference`.
    ///
    /// **Errors**: `l` is below 1, or more than the distinct values of the table.
    pub fn new(slot: usize, l: Decimal, reference: &Distribution) -> Result<Self> {
        Self::with_estimator(slot, l, reference, Estimator::Shannon)
    }

    /// The model with a way to estimate the entropy.
    ///
    /// **Errors**: those of [`EntropyDiversity::new`].
    pub fn with_estimator(
        slot: usize,
        l: Decimal,
        reference: &Distribution,
        estimator: Estimator,
    ) -> Result<Self> {
        if l < Decimal::from(1) {
            return Err(refuse(NAME, "l must be at least 1"));
        }
        let l = exact(l);
        let distinct = u64::try_from(l.ceil()).unwrap_or(u64::MAX);
        possible(distinct, reference)?;
        // A number of at least 1 has a logarithm.
        let ln_l = Interval::around(&l).ln().unwrap_or(Interval::ALL);
        let terms = Terms::new(estimator, reference.records());
        let fixed = Fixed::new(&terms, ln_l, reference.records());
        Ok(Self { slot, l, ln_l, distinct: saturated(distinct), estimator, terms, fixed })
    }

    /// `n` times the entropy.
    #[inline]
    fn total_entropy(&self, size: u64, histogram: Histogram<'_>) -> Interval {
        let counts = histogram.iter();
        let sum = counts.fold(Interval::point(0.0), |sum, &(_, count)| sum + self.terms.of(count));
        self.terms.of(size) - sum
    }

    /// The comparison in integers: with `l = a/b`, `nⁿ bⁿ ≥ aⁿ Π ci^ci`. It stays the same when all counts are divided by
    /// a common factor.
    fn holds_exactly(&self, histogram: Histogram<'_>) -> bool {
        let common = histogram.iter().fold(0, |common, &(_, count)| gcd(common, count));
        if common == 0 {
            return false;
        }
        let counts = histogram.iter().map(|&(_, count)| count / common);
        let size: u64 = counts.clone().sum();
        let (a, b) = (self.l.numerator().clone().into_parts().1, self.l.denominator());
        let widest = (size as f64) * a.to_f64().value();
        if widest.log2() * size as f64 > EXACT_BITS {
            return false;
        }
        let power = |base: Natural, exponent: u64| base.pow(saturated(exponent));
        let left = power(Natural::from(size) * b, size);
        let right = counts.fold(power(a, size), |product, count| product * power(count.into(), count));
        left >= right
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl ClassModel for EntropyDiversity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn variant(&self) -> Option<&'static str> {
        Some(match self.estimator {
            Estimator::Shannon => "entropy",
            Estimator::Grassberger => "grassberger-entropy",
        })
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = class.histograms[self.slot];
        if histogram.len() < self.distinct {
            return false;
        }
        if let Some(decided) = self.fixed.decide(class.size, histogram) {
            return decided;
        }
        let needed = Interval::from_u64(class.size) * self.ln_l;
        match needed.at_most(self.total_entropy(class.size, histogram)) {
            Verdict::True => true,
            Verdict::False => false,
            // Grassberger's estimate is a fraction and `ln l` is not, so they are never equal, only too near to tell.
            Verdict::Undecided => self.estimator == Estimator::Shannon && self.holds_exactly(histogram),
        }
    }

    /// The number of equally frequent values with the same entropy.
    fn measure(&self, class: &Class<'_>) -> Interval {
        let total = self.total_entropy(class.size, class.histograms[self.slot]);
        let entropy = total.checked_div(Interval::from_u64(class.size)).unwrap_or(Interval::ALL);
        entropy.exp()
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtLeast(self.l.to_f64().value())
    }

    /// The entropy of `d` values is at most `ln d`; of an estimate it is part of the definition.
    fn least(&self) -> Least {
        Least { distinct: self.distinct, ..Least::default() }
    }

    /// Let a share `ρ` of the class be lost. Entropy is concave, so that of the class is at least `(1 − ρ) ln l`. The estimate
    /// is not.
    fn least_lost(&self, class: &Class<'_>) -> u64 {
        let ln_l = self.ln_l.lo();
        if self.estimator != Estimator::Shannon || ln_l <= 0.0 {
            return 0;
        }
        let most = self.total_entropy(class.size, class.histograms[self.slot]).hi();
        let lost = class.size as f64 - most / ln_l;
        // Counts are far below the inverse of this margin, which covers the rounding of the two steps above.
        (lost * (1.0 - 1e-9) - 1e-6).max(0.0) as u64
    }

    /// Entropy is concave: that of a mixture is at least the mean of the entropies mixed. Estimates are not.
    fn monotone(&self) -> bool {
        self.estimator == Estimator::Shannon
    }
}
