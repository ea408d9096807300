//! Exact parameters of models, and the comparisons with shares that they are for.

use crate::{Error, Result};
use lethe_data::Decimal;
use lethe_num::{Interval, Natural, Rational};

/// The exact value of a decimal number.
///
/// **Cost**: a power of ten; spelled numbers have exponents of at most a few thousand.
pub fn exact(number: Decimal) -> Rational {
    let (mantissa, exponent) = number.parts();
    let power = Rational::from(Natural::from(10u8).pow(exponent.unsigned_abs() as usize));
    if exponent < 0 { Rational::from(mantissa) / power } else { Rational::from(mantissa) * power }
}

/// A fraction of at least zero with its two integers at hand, for comparisons that are made once a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    exact: Rational,
    /// Numerator and denominator, where both fit.
    small: Option<(u128, u128)>,
    /// The same in 64 bits, whose products with counts always fit; zeros where they do not.
    tiny: (u64, u64),
}

impl Fraction {
    /// A fraction of at least zero.
    pub(super) fn new(exact: Rational) -> Self {
        let numerator = u128::try_from(exact.numerator().clone()).ok();
        let small = numerator.zip(u128::try_from(exact.denominator().clone()).ok());
        let halves = small.and_then(|(a, b)| u64::try_from(a).ok().zip(u64::try_from(b).ok()));
        Self { exact, small, tiny: halves.unwrap_or_default() }
    }

    pub(super) fn exact(&self) -> &Rational {
        &self.exact
    }

    /// The nearest double, for display.
    pub(super) fn to_f64(&self) -> f64 {
        self.exact.to_f64().value()
    }

    /// Whether `part ≤ self · whole`.
    #[inline]
    pub(super) fn covers(&self, part: u128, whole: u128) -> bool {
        self.sides(part, whole).map_or_else(
            || Rational::from(part) <= &self.exact * Rational::from(whole),
            |(left, right)| left <= right,
        )
    }

    /// Whether `part < self · whole`.
    #[inline]
    pub(super) fn exceeds(&self, part: u128, whole: u128) -> bool {
        self.sides(part, whole).map_or_else(
            || Rational::from(part) < &self.exact * Rational::from(whole),
            |(left, right)| left < right,
        )
    }

    /// Whether a count is at most this share of another.
    #[inline]
    pub(super) fn covers_count(&self, part: u64, whole: u64) -> bool {
        let (numerator, denominator) = self.tiny;
        if denominator == 0 {
            return self.covers(part.into(), whole.into());
        }
        u128::from(part) * u128::from(denominator) <= u128::from(whole) * u128::from(numerator)
    }

    /// The largest integer that is at most `self · whole`, or `u128::MAX` when that does not fit.
    #[inline]
    pub(super) fn floor_of(&self, whole: u128) -> u128 {
        if let Some((numerator, denominator)) = self.small
            && let Some(product) = numerator.checked_mul(whole)
        {
            return product / denominator;
        }
        let floor = (&self.exact * Rational::from(whole)).floor();
        u128::try_from(floor).unwrap_or(u128::MAX)
    }

    #[inline]
    fn sides(&self, part: u128, whole: u128) -> Option<(u128, u128)> {
        let (numerator, denominator) = self.small?;
        Some((part.checked_mul(denominator)?, whole.checked_mul(numerator)?))
    }
}

/// The share `part / whole`, enclosed; infinite when nothing is the whole of something.
pub(super) fn quotient(part: u128, whole: u128) -> Interval {
    if whole == 0 {
        return Interval::point(if part == 0 { 0.0 } else { f64::INFINITY });
    }
    Interval::around(&(Rational::from(part) / Rational::from(whole)))
}

/// A parameter that must not be negative.
pub(super) fn at_least_zero(model: &'static str, name: &str, value: Decimal) -> Result<Fraction> {
    if value < Decimal::ZERO {
        return Err(refuse(model, format!("{name} must not be negative")));
    }
    Ok(Fraction::new(exact(value)))
}

/// A parameter above zero.
pub(super) fn above_zero(model: &'static str, name: &str, value: Decimal) -> Result<Fraction> {
    if value <= Decimal::ZERO {
        return Err(refuse(model, format!("{name} must be above 0")));
    }
    Ok(Fraction::new(exact(value)))
}

/// A parameter above zero and at most one.
pub(super) fn share(model: &'static str, name: &str, value: Decimal) -> Result<Fraction> {
    if value <= Decimal::ZERO || value > Decimal::from(1) {
        return Err(refuse(model, format!("{name} must be above 0 and at most 1")));
    }
    Ok(Fraction::new(exact(value)))
}

/// A count of at least one.
pub(super) fn at_least_one(model: &'static str, name: &str, value: u64) -> Result<u64> {
    if value == 0 {
        return Err(refuse(model, format!("{name} must be at least 1")));
    }
    Ok(value)
}

pub(super) fn refuse(model: &'static str, problem: impl Into<String>) -> Error {
    Error::Parameter { model, problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_num::ratio;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_exact() {
        assert_eq!(exact(Decimal::parse("0.1").unwrap()), ratio(1, 10).unwrap());
        assert_eq!(exact(Decimal::parse("-2.50e3").unwrap()), ratio(-2500, 1).unwrap());
        assert_eq!(exact(Decimal::ZERO), Rational::ZERO);
        let long = Fraction::new(exact(Decimal::parse("1e-300").unwrap()));
        assert!(long.covers(0, 1) && !long.covers(1, u128::MAX));
    }

    proptest! {
        #[test]
        fn comparisons_agree_with_rationals(
            numerator in any::<u64>(), denominator in 1..u64::MAX, part in any::<u128>(), whole in any::<u128>(),
            small in any::<bool>(),
        ) {
            let (part, whole) = if small { (part % 1000, whole % 1000) } else { (part, whole) };
            let value = ratio(numerator.into(), denominator.into()).unwrap();
            let fraction = Fraction::new(value.clone());
            let right = &value * Rational::from(whole);
            prop_assert_eq!(fraction.covers(part, whole), Rational::from(part) <= right);
            prop_assert_eq!(fraction.exceeds(part, whole), Rational::from(part) < right);
            let (count, all) = (part as u64, whole as u64);
            prop_assert_eq!(fraction.covers_count(count, all), fraction.covers(count.into(), all.into()));
            let floor = fraction.floor_of(whole);
            prop_assert!(floor == u128::MAX || Rational::from(floor) <= right);
            prop_assert!(floor == u128::MAX || Rational::from(floor) + Rational::ONE > right);
        }
    }
}
