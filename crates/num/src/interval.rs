//! Closed intervals of doubles whose arithmetic rounds outward.
//!
//! Every basic operation of IEEE 754 returns the double nearest to the exact result, so the exact result lies
//! between the neighbours of what was returned. Moving each bound one step outward therefore always encloses it, on
//! any hardware and without changing the rounding mode. The price is at most one unit in the last place a bound.

use crate::{Rational, Verdict};
use std::ops::{Add, Mul, Neg, Sub};

/// A set of real numbers `lo..=hi` that is known to contain the exact value.
///
/// **Guarantee**: if `x` is in `a` and `y` in `b`, the exact `x ∘ y` is in `a ∘ b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    lo: f64,
    hi: f64,
}

impl Interval {
    /// The interval that holds every real number: the answer when nothing better is known.
    pub const ALL: Self = Self { lo: f64::NEG_INFINITY, hi: f64::INFINITY };

    /// The interval of exactly one double.
    pub fn point(value: f64) -> Self {
        Self::enclosing(value, value)
    }

    /// The interval from `lo` to `hi`, or all numbers when either bound is not a number or they are out of order.
    pub fn enclosing(lo: f64, hi: f64) -> Self {
        if lo <= hi { Self { lo, hi } } else { Self::ALL }
    }

    /// An interval that encloses an integer, exact up to 2^53 and one step wide beyond.
    pub fn from_u64(value: u64) -> Self {
        let nearest = value as f64;
        if value <= 1 << 53 { Self::point(nearest) } else { Self::widened(nearest, nearest) }
    }

    /// The narrowest interval at hand that encloses a fraction: a point where a double equals it.
    pub fn around(value: &Rational) -> Self {
        let nearest = value.to_f64().value();
        match Rational::try_from(nearest) {
            Ok(double) if double == *value => Self::point(nearest),
            _ => Self::widened(nearest, nearest),
        }
    }

    /// The lower bound.
    pub fn lo(self) -> f64 {
        self.lo
    }

    /// The upper bound.
    pub fn hi(self) -> f64 {
        self.hi
    }

    /// Whether `value` lies within the bounds.
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// The quotient, or `None` when the divisor may be zero.
    pub fn checked_div(self, divisor: Self) -> Option<Self> {
        if divisor.contains(0.0) {
            return None;
        }
        Some(Self::hull([
            self.lo / divisor.lo,
            self.lo / divisor.hi,
            self.hi / divisor.lo,
            self.hi / divisor.hi,
        ]))
    }

    /// Is every value here smaller than every value there?
    pub fn less_than(self, other: Self) -> Verdict {
        if self.hi < other.lo {
            Verdict::True
        } else if self.lo >= other.hi {
            Verdict::False
        } else {
            Verdict::Undecided
        }
    }

    /// Is every value here at most every value there?
    pub fn at_most(self, other: Self) -> Verdict {
        other.less_than(self).negate()
    }

    fn hull(candidates: [f64; 4]) -> Self {
        if candidates.iter().any(|c| c.is_nan()) {
            return Self::ALL;
        }
        let lo = candidates.iter().copied().fold(f64::INFINITY, f64::min);
        let hi = candidates.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self::widened(lo, hi)
    }

    fn widened(lo: f64, hi: f64) -> Self {
        Self::enclosing(lo.next_down(), hi.next_up())
    }
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::widened(self.lo + other.lo, self.hi + other.hi)
    }
}

impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::widened(self.lo - other.hi, self.hi - other.lo)
    }
}

impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::hull([self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi])
    }
}

impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;
    use proptest::prelude::*;

    fn exact(value: f64) -> Rational {
        Rational::try_from(value).expect("the strategies only make finite doubles")
    }

    fn encloses(interval: Interval, value: &Rational) -> bool {
        let below = interval.lo.is_infinite() || exact(interval.lo) <= *value;
        let above = interval.hi.is_infinite() || exact(interval.hi) >= *value;
        below && above
    }

    proptest! {
        #[test]
        fn fractions_are_enclosed(numerator in any::<i128>(), denominator in 1..u128::MAX) {
            let value = crate::ratio(numerator, denominator).unwrap();
            prop_assert!(encloses(Interval::around(&value), &value));
            let binary = Interval::around(&crate::ratio(numerator % 1000, 1 << 10).unwrap());
            prop_assert_eq!(binary, Interval::point(binary.lo()));
        }

        #[test]
        fn arithmetic_encloses_the_exact_rational_result(a in -1e12f64..1e12, b in -1e12f64..1e12) {
            let (x, y) = (Interval::point(a), Interval::point(b));
            prop_assert!(encloses(x + y, &(exact(a) + exact(b))));
            prop_assert!(encloses(x - y, &(exact(a) - exact(b))));
            prop_assert!(encloses(x * y, &(exact(a) * exact(b))));
            if b != 0.0 {
                let quotient = x.checked_div(y).unwrap();
                prop_assert!(encloses(quotient, &(exact(a) / exact(b))));
            }
        }

        #[test]
        fn large_integers_are_enclosed(value in any::<u64>()) {
            prop_assert!(encloses(Interval::from_u64(value), &Rational::from(value)));
        }
    }

    #[test]
    fn a_tenth_added_ten_times_is_not_proven_to_be_one() {
        let mut sum = Interval::point(0.0);
        for _ in 0..10 {
            sum = sum + Interval::point(0.1);
        }
        assert_eq!(sum.less_than(Interval::point(1.0)), Verdict::Undecided);
        assert_eq!(sum.less_than(Interval::point(1.1)), Verdict::True);
        assert_eq!(Interval::point(1.1).at_most(sum), Verdict::False);
    }

    #[test]
    fn division_by_an_interval_around_zero_and_not_a_number_are_refused() {
        assert_eq!(Interval::point(1.0).checked_div(Interval::enclosing(-1.0, 1.0)), None);
        assert_eq!(Interval::point(f64::NAN), Interval::ALL);
        assert_eq!(Interval::point(f64::INFINITY) - Interval::point(f64::INFINITY), Interval::ALL);
    }
}
