//! Entropy l-diversity: the sensitive values of a class are as uncertain as l equally frequent ones.

use super::super::fraction::{exact, refuse};
use super::super::{Class, ClassModel, Distribution, Histogram, Least, Threshold};
use super::recursive::saturated;
use super::{NAME, possible};
use crate::Result;
use lethe_data::Decimal;
use lethe_num::{Interval, Natural, Rational, Verdict};

/// Counts below this have their `c ln c` at hand.
const TABULATED: usize = 4096;
/// Comparisons that intervals leave open are made in integers of at most so many bits.
const EXACT_BITS: f64 = 4e6;

/// The entropy of the sensitive values of each class is at least `ln l`: with counts `c1, c2, …` that sum to `n`,
/// `n ln n − Σ ci ln ci ≥ n ln l`.
///
/// **Guarantee**: the values of a class are at least as uncertain as `l` equally likely ones, on average over its people.
/// The comparison is made with enclosing intervals, and in exact integers when those overlap; classes too large for that
/// count as not diverse.
///
/// **Paper**: Machanavajjhala et al. 2007; Bild 2024, section 2.1.4; Dimakopoulos 2022, section 2.5.3.2.
///
/// **Cost**: one addition a distinct value of a class, for counts below 4,096; a logarithm for larger ones.
#[derive(Clone, Debug)]
pub struct EntropyDiversity {
    slot: usize,
    l: Rational,
    ln_l: Interval,
    distinct: usize,
    /// `c ln c` by count.
    products: Vec<Interval>,
}

impl EntropyDiversity {
    /// The model for the sensitive column of a slot, whose distribution in the whole table is `reference`.
    ///
    /// **Errors**: `l` is below 1, or more than the distinct values of the table.
    pub fn new(slot: usize, l: Decimal, reference: &Distribution) -> Result<Self> {
        if l < Decimal::from(1) {
            return Err(refuse(NAME, "l must be at least 1"));
        }
        let l = exact(l);
        let distinct = u64::try_from(l.ceil()).unwrap_or(u64::MAX);
        possible(distinct, reference)?;
        let largest = reference.people().min(TABULATED as u64);
        let products = (0..=largest).map(times_ln).collect();
        // A number of at least 1 has a logarithm.
        let ln_l = Interval::around(&l).ln().unwrap_or(Interval::ALL);
        Ok(Self { slot, l, ln_l, distinct: saturated(distinct), products })
    }

    #[inline]
    fn product(&self, count: u64) -> Interval {
        self.products.get(count as usize).copied().unwrap_or_else(|| times_ln(count))
    }

    /// `n` times the entropy.
    #[inline]
    fn total_entropy(&self, size: u64, histogram: Histogram<'_>) -> Interval {
        let counts = histogram.iter();
        let sum = counts.fold(Interval::point(0.0), |sum, &(_, count)| sum + self.product(count));
        self.product(size) - sum
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

fn times_ln(count: u64) -> Interval {
    let count = Interval::from_u64(count);
    // Neither nothing nor one person adds to the entropy; only zero has no logarithm.
    if count.hi() <= 1.0 { Interval::point(0.0) } else { count * count.ln().unwrap_or(Interval::ALL) }
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
        Some("entropy")
    }

    fn slot(&self) -> Option<usize> {
        Some(self.slot)
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let histogram = class.histograms[self.slot];
        if histogram.len() < self.distinct {
            return false;
        }
        let needed = Interval::from_u64(class.size) * self.ln_l;
        match needed.at_most(self.total_entropy(class.size, histogram)) {
            Verdict::True => true,
            Verdict::False => false,
            Verdict::Undecided => self.holds_exactly(histogram),
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

    /// The entropy of `d` values is at most `ln d`.
    fn least(&self) -> Least {
        Least { distinct: self.distinct, ..Least::default() }
    }

    /// Entropy is concave: that of a mixture is at least the mean of the entropies mixed.
    fn monotone(&self) -> bool {
        true
    }
}
