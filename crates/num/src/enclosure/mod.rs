//! Bounds of any precision whose arithmetic rounds outward.
//!
//! Everything rests on whole numbers of any size: sums and products are exact before they are rounded, quotients and roots are
//! rounded by their remainders, and functions are series with a bound of what they leave out. No floating-point operation
//! takes part.

mod functions;
#[cfg(test)]
mod tests;

use crate::dyadic::{Dyadic, Toward};
use crate::{Interval, Rational, Verdict};
use std::ops::{Add, Mul, Neg, Sub};

/// A set of real numbers from `lo` to `hi` that is known to contain the exact value, with so many bits to a bound.
///
/// **Guarantee**: if `x` is in `a` and `y` in `b`, the exact `x ∘ y` is in `a ∘ b`. More bits make it narrower, never wrong.
#[derive(Clone, Debug)]
pub struct Enclosure {
    lo: Dyadic,
    hi: Dyadic,
    bits: u32,
}

impl Enclosure {
    /// The narrowest bounds with so many bits around a fraction.
    pub fn around(value: &Rational, bits: u32) -> Self {
        let bits = bits.max(2);
        Self {
            lo: Dyadic::from_ratio(value, bits, Toward::Below),
            hi: Dyadic::from_ratio(value, bits, Toward::Above),
            bits,
        }
    }

    /// A whole number.
    pub fn integer(value: u64, bits: u32) -> Self {
        Self::point(Dyadic::integer(value), bits)
    }

    /// The bounds that are known to lie in order.
    fn between(lo: Dyadic, hi: Dyadic, bits: u32) -> Self {
        debug_assert!(lo <= hi);
        Self { lo, hi, bits }
    }

    fn point(value: Dyadic, bits: u32) -> Self {
        Self { lo: value.clone().rounded(bits, Toward::Below), hi: value.rounded(bits, Toward::Above), bits }
    }

    /// How many bits a bound has at most.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The lower bound.
    pub fn lo(&self) -> Rational {
        self.lo.to_ratio()
    }

    /// The upper bound.
    pub fn hi(&self) -> Rational {
        self.hi.to_ratio()
    }

    /// The narrowest interval of doubles around the bounds.
    pub fn to_interval(&self) -> Interval {
        Interval::enclosing(self.lo.to_f64(Toward::Below), self.hi.to_f64(Toward::Above))
    }

    /// The largest whole number at most `lo · 2^scale` and the smallest at least `hi · 2^scale`, for bounds that are not negative and
    /// small enough: `None` when the upper one is 2^128 or more.
    pub(crate) fn units(&self, scale: u32) -> Option<(u128, u128)> {
        let lo = self.lo.to_units(i64::from(scale), Toward::Below)?;
        let hi = self.hi.to_units(i64::from(scale), Toward::Above)?;
        Some((u128::try_from(lo).unwrap_or(0), u128::try_from(hi).ok()?))
    }

    /// Is every value here smaller than every value there?
    pub fn less_than(&self, other: &Self) -> Verdict {
        if self.hi < other.lo {
            Verdict::True
        } else if self.lo >= other.hi {
            Verdict::False
        } else {
            Verdict::Undecided
        }
    }

    /// Is every value here at most every value there?
    pub fn at_most(&self, other: &Self) -> Verdict {
        other.less_than(self).negate()
    }

    /// Bounds for a value that is in one or the other.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let lo = (&self.lo).min(&other.lo).clone();
        let hi = (&self.hi).max(&other.hi).clone();
        Self::between(lo, hi, self.bits.min(other.bits))
    }

    /// Bounds for the larger of two values.
    #[must_use]
    pub fn larger_of(&self, other: &Self) -> Self {
        let lo = (&self.lo).max(&other.lo).clone();
        let hi = (&self.hi).max(&other.hi).clone();
        Self::between(lo, hi, self.bits.min(other.bits))
    }

    /// The quotient, or `None` when the divisor may be zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        let zero = Dyadic::integer(0);
        if divisor.lo <= zero && divisor.hi >= zero {
            return None;
        }
        Some(self.hull(divisor, Dyadic::over))
    }

    /// The smallest and the largest of what the operation gives at the corners.
    fn hull(&self, other: &Self, operation: fn(&Dyadic, &Dyadic, u32, Toward) -> Dyadic) -> Self {
        let bits = self.bits.min(other.bits);
        let corners =
            [(&self.lo, &other.lo), (&self.lo, &other.hi), (&self.hi, &other.lo), (&self.hi, &other.hi)];
        let at = |toward| corners.map(|(x, y)| operation(x, y, bits, toward));
        let [first, lower @ ..] = at(Toward::Below);
        let lo = lower.into_iter().fold(first, Ord::min);
        let [first, upper @ ..] = at(Toward::Above);
        let hi = upper.into_iter().fold(first, Ord::max);
        Self::between(lo, hi, bits)
    }
}

impl Add for &Enclosure {
    type Output = Enclosure;
    fn add(self, other: &Enclosure) -> Enclosure {
        let bits = self.bits.min(other.bits);
        Enclosure {
            lo: self.lo.plus(&other.lo, bits, Toward::Below),
            hi: self.hi.plus(&other.hi, bits, Toward::Above),
            bits,
        }
    }
}

impl Neg for &Enclosure {
    type Output = Enclosure;
    fn neg(self) -> Enclosure {
        Enclosure { lo: self.hi.negated(), hi: self.lo.negated(), bits: self.bits }
    }
}

impl Sub for &Enclosure {
    type Output = Enclosure;
    fn sub(self, other: &Enclosure) -> Enclosure {
        self + &-other
    }
}

impl Mul for &Enclosure {
    type Output = Enclosure;
    fn mul(self, other: &Enclosure) -> Enclosure {
        let bits = self.bits.min(other.bits);
        let of = |(low, high): (&Dyadic, &Dyadic), (least, most): (&Dyadic, &Dyadic)| Enclosure {
            lo: low.times(least, bits, Toward::Below),
            hi: high.times(most, bits, Toward::Above),
            bits,
        };
        // Which corners are the outermost is known where signs are; where they are not, all are tried.
        let below = |x: &Enclosure| x.hi.is_negative() || x.hi.is_zero();
        match (self.lo.is_negative(), other.lo.is_negative()) {
            (false, false) => of((&self.lo, &self.hi), (&other.lo, &other.hi)),
            (true, false) if below(self) => of((&self.lo, &self.hi), (&other.hi, &other.lo)),
            (false, true) if below(other) => of((&self.hi, &self.lo), (&other.lo, &other.hi)),
            _ => self.hull(other, Dyadic::times),
        }
    }
}
