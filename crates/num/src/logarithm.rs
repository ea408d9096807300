//! The natural logarithm and the exponential of an interval, from basic operations alone.
//!
//! Library functions promise no error bound, so none is asked here. Both functions reduce their argument exactly or
//! within bounds, sum a series in interval arithmetic and add a bound of what the series leaves out.

use crate::Interval;
use std::f64::consts::{LN_2, SQRT_2};

/// Terms of the series of the area tangent; with arguments up to 0.172 the rest is below 10⁻²⁰ of the sum.
const LN_TERMS: u32 = 13;
/// Terms of the exponential series; with arguments up to 0.36 the rest is below 10⁻²².
const EXP_TERMS: u32 = 18;

impl Interval {
    /// The natural logarithm, or `None` when the argument may be zero or less.
    pub fn ln(self) -> Option<Self> {
        if self.lo() <= 0.0 {
            return None;
        }
        Some(Self::enclosing(ln_of(self.lo()).lo(), ln_of(self.hi()).hi()))
    }

    /// The exponential.
    #[must_use]
    pub fn exp(self) -> Self {
        Self::enclosing(exp_of(self.lo()).lo().max(0.0), exp_of(self.hi()).hi())
    }
}

/// ln 2 lies strictly between its nearest double and that double's neighbour above.
fn ln_2() -> Interval {
    Interval::enclosing(LN_2, LN_2.next_up())
}

/// The logarithm of a positive double: `x = m · 2^e` with `m` near 1, and `ln m = 2 artanh((m − 1) / (m + 1))`.
fn ln_of(x: f64) -> Interval {
    if x.is_infinite() {
        return Interval::enclosing(709.0, f64::INFINITY);
    }
    let (mut mantissa, mut exponent) = split(x);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let one = Interval::point(1.0);
    let m = Interval::point(mantissa);
    // The difference of doubles within a factor of two of each other is exact, so nothing is lost near 1.
    let difference = Interval::point(mantissa - 1.0);
    let Some(s) = difference.checked_div(m + one) else { return Interval::ALL };
    let square = s * s;
    // s + s³/3 + s⁵/5 + …: what follows n terms is at most s^(2n+1) / ((2n+1)(1 − s²)), and 1 − s² is above 1/2.
    let mut rest = Interval::enclosing(0.0, 2.0);
    for term in (0..LN_TERMS).rev() {
        rest = reciprocal(2 * term + 1) + square * rest;
    }
    let area = s * rest;
    area + area + Interval::point(f64::from(exponent)) * ln_2()
}

/// The exponential of a double: `x = r + e ln 2` with `r` near 0.
fn exp_of(x: f64) -> Interval {
    if x == 0.0 {
        return Interval::point(1.0);
    }
    if x > 709.0 {
        return Interval::enclosing(1e307, f64::INFINITY);
    }
    if x < -708.0 {
        return Interval::enclosing(0.0, 1e-307);
    }
    let exponent = (x / LN_2).round();
    let r = Interval::point(x) - Interval::point(exponent) * ln_2();
    // 1 + r(1 + r/2(1 + r/3(…))): what follows n terms is at most |r|ⁿ/n! times 2, as |r| is below 1/2.
    let mut rest = Interval::enclosing(-2.0, 2.0);
    for term in (1..=EXP_TERMS).rev() {
        rest = Interval::point(1.0) + r * reciprocal(term) * rest;
    }
    // A power of two within the range of normal doubles: the product is exact but for the widening.
    rest * Interval::point(f64::from_bits(((exponent as i64 + 1023) as u64) << 52))
}

fn reciprocal(n: u32) -> Interval {
    let quotient = 1.0 / f64::from(n);
    if n.is_power_of_two() {
        Interval::point(quotient)
    } else {
        Interval::enclosing(quotient.next_down(), quotient.next_up())
    }
}

/// A positive finite double as a number from 1 to 2 and a power of two.
fn split(x: f64) -> (f64, i32) {
    const SUBNORMAL_SHIFT: i32 = 64;
    if x < f64::MIN_POSITIVE {
        let (mantissa, exponent) = split(x * 2f64.powi(SUBNORMAL_SHIFT));
        return (mantissa, exponent - SUBNORMAL_SHIFT);
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    (mantissa, exponent)
}

#[cfg(test)]
mod tests;
