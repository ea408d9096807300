//! The privacy budget as an exact number.

use crate::number::{NumberError, parse_number};
use lethe_num::{Enclosure, Interval, Rational, Verdict, decide, ratio};
use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// A budget ln(factor) + linear with exact fractions: `1`, `0.1`, `ln(2)`, `ln(5/2)`, and their sums and differences.
///
/// Promises speak of e^epsilon. With a decimal it is no fraction, with a logarithm of a fraction it is one, and sums of both kinds
/// stay of this form, so that nothing is rounded when a budget is split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epsilon {
    factor: Rational,
    linear: Rational,
}

/// Why a text is no budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpsilonError {
    /// The number.
    #[error("{0}; a budget is written as 1, 0.1, ln(2) or ln(5/2)")]
    Number(#[from] NumberError),
    /// The logarithm of zero or less.
    #[error("has no logarithm: it must be above zero")]
    NotPositive,
}

impl Epsilon {
    /// No budget.
    pub const ZERO: Self = Self { factor: Rational::ONE, linear: Rational::ZERO };

    /// A budget that is a fraction.
    pub fn new(linear: Rational) -> Self {
        Self { factor: Rational::ONE, linear }
    }

    /// The budget ln(factor), or `None` when the factor is not positive.
    pub fn ln(factor: Rational) -> Option<Self> {
        (factor > Rational::ZERO).then_some(Self { factor, linear: Rational::ZERO })
    }

    /// e^epsilon if it is a fraction.
    pub fn rational_exp(&self) -> Option<&Rational> {
        (self.linear == Rational::ZERO).then_some(&self.factor)
    }

    /// The budget itself if it is a fraction.
    pub fn as_rational(&self) -> Option<&Rational> {
        (self.factor == Rational::ONE).then_some(&self.linear)
    }

    /// The budget itself if it is a fraction, else a fraction just below it; `None` when it is not above zero.
    ///
    /// Noise is made for fractions. Less budget means more noise, so rounding down keeps every promise.
    pub fn fraction_below(&self) -> Option<Rational> {
        let below = self.as_rational().cloned().unwrap_or_else(|| self.within(lethe_num::FIRST_BITS).lo());
        (below > Rational::ZERO).then_some(below)
    }

    /// e^epsilon within bounds of so many bits; `None` for budgets above 2^32.
    pub fn exp(&self, bits: u32) -> Option<Enclosure> {
        Some(&Enclosure::around(&self.factor, bits) * &Enclosure::around(&self.linear, bits).exp()?)
    }

    /// e^−epsilon within bounds of so many bits; `None` for budgets below −2^32.
    pub fn exp_neg(&self, bits: u32) -> Option<Enclosure> {
        (Self::ZERO - self.clone()).exp(bits)
    }

    /// The budget within bounds of so many bits.
    pub fn within(&self, bits: u32) -> Enclosure {
        let linear = Enclosure::around(&self.linear, bits);
        match Enclosure::around(&self.factor, bits).ln() {
            Some(logarithm) if self.factor != Rational::ONE => &logarithm + &linear,
            _ => linear,
        }
    }

    /// The budget as an interval of doubles, for showing.
    pub fn to_interval(&self) -> Interval {
        self.within(lethe_num::FIRST_BITS).to_interval()
    }

    /// The budget of so many uses.
    #[must_use]
    pub fn times(&self, uses: u32) -> Self {
        Self { factor: self.factor.pow(uses as isize), linear: &self.linear * Rational::from(uses) }
    }

    /// The budget times a fraction, exactly where it is a fraction itself; otherwise a fraction at or above it.
    ///
    /// A multiple of ln(p/q) need not be of the form that is kept exactly, and whoever compares promises may look at a larger one.
    #[must_use]
    pub fn scaled(&self, times: u32, over: u32) -> Self {
        let factor = Rational::from(times) / Rational::from(over.max(1));
        if times.is_multiple_of(over.max(1)) {
            return self.times(times / over.max(1));
        }
        let linear = self.as_rational().cloned().unwrap_or_else(|| self.within(lethe_num::FIRST_BITS).hi());
        Self::new(linear * factor)
    }

    /// Whether it is above zero.
    ///
    /// **Guarantee**: exact. ln(p/q) + r with fractions is zero only where p = q and r = 0 (Lindemann), so more precision decides
    /// everything else; what is not decided within [`lethe_num::LAST_BITS`] counts as not positive.
    pub fn is_positive(&self) -> bool {
        decide(|bits| Enclosure::integer(0, bits).less_than(&self.within(bits))).is_proven()
    }

    /// Whether it is at most another: what is not decided counts as no.
    pub fn at_most(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        decide(|bits| self.within(bits).at_most(&other.within(bits))) == Verdict::True
    }
}

/// Logarithms of fractions with larger numbers are not looked for.
const LARGEST_FACTOR: u128 = 10;
/// Decimals with fewer places are near some logarithm by accident.
const FEWEST_PLACES: i32 = 3;

impl Epsilon {
    /// The logarithm of a small fraction for which this number was probably written: one that agrees with it in all of its
    /// decimal places, of which it has at least three.
    pub fn nearby_logarithm(&self) -> Option<Self> {
        let number = self.as_rational()?;
        let mut scaled = number.clone();
        let mut places = 0;
        while *scaled.denominator() != 1u8.into() {
            scaled *= Rational::from(10u8);
            places += 1;
            if places > 30 {
                return None;
            }
        }
        if places < FEWEST_PLACES {
            return None;
        }
        // Rounded, or cut off. Doubles have about 16 places.
        let step = 0.1f64.powi(places).max(8e-16);
        let agrees = |above: f64| above.abs() <= step / 2.0 || (0.0..step).contains(&above);
        let written = self.to_interval().lo();
        let fractions = (1..=LARGEST_FACTOR).flat_map(|q| (q + 1..=LARGEST_FACTOR).map(move |p| (p, q)));
        let mut logarithms = fractions.filter_map(|(p, q)| Self::ln(ratio(p.try_into().ok()?, q)?));
        logarithms.find(|logarithm| agrees(logarithm.to_interval().lo() - written))
    }
}

impl Add for Epsilon {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { factor: self.factor * other.factor, linear: self.linear + other.linear }
    }
}

impl Sub for Epsilon {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        // A factor is never zero.
        Self { factor: self.factor / other.factor, linear: self.linear - other.linear }
    }
}

impl FromStr for Epsilon {
    type Err = EpsilonError;

    fn from_str(text: &str) -> Result<Self, EpsilonError> {
        let text = text.trim();
        match text.strip_prefix("ln(").and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) => Self::ln(parse_number(inner)?).ok_or(EpsilonError::NotPositive),
            None => Ok(Self::new(parse_number(text)?)),
        }
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_rational(), self.rational_exp()) {
            (Some(linear), _) => write!(f, "{linear}"),
            (None, Some(factor)) => write!(f, "ln({factor})"),
            (None, None) if self.linear < Rational::ZERO => {
                write!(f, "ln({}) - {}", self.factor, -self.linear.clone())
            }
            (None, None) => write!(f, "ln({}) + {}", self.factor, self.linear),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(text: &str) -> Epsilon {
        text.parse().unwrap()
    }

    #[test]
    fn decimals_for_which_a_logarithm_was_meant_are_recognised() {
        let near =
            |text: &str| text.parse::<Epsilon>().unwrap().nearby_logarithm().map(|near| near.to_string());
        for (decimal, logarithm) in [
            ("0.693", "ln(2)"),
            ("0.6931471805599453", "ln(2)"),
            ("1.0986", "ln(3)"),
            ("1.099", "ln(3)"),
            ("0.405", "ln(3/2)"),
        ] {
            assert_eq!(near(decimal).as_deref(), Some(logarithm), "{decimal}");
        }
        for other in ["1", "0.1", "0.69", "0.7", "0.694", "1.0987", "ln(2)", "1/3", "2.5"] {
            assert_eq!(near(other), None, "{other}");
        }
    }

    #[test]
    fn sums_and_differences_stay_exact() {
        let whole = budget("ln(2)");
        let rest = whole.clone() - budget("0.1");
        assert_eq!(rest.clone() + budget("1/10"), whole);
        assert_eq!(rest.to_string(), "ln(2) - 1/10");
        assert_eq!(budget("0.1").times(10), budget("1"));
        assert_eq!(budget("ln(2)").times(3), budget("ln(8)"));
        assert_eq!((budget("ln(6)") - budget("ln(3)")).rational_exp(), budget("ln(2)").rational_exp());
    }

    #[test]
    fn budgets_are_compared_without_rounding() {
        assert!(budget("ln(2)").at_most(&budget("0.69314718055994530942")));
        assert!(!budget("ln(2)").at_most(&budget("0.69314718055994530941")));
        assert!(budget("0.1").at_most(&budget("1e-1")));
        assert!((budget("ln(2)") - budget("0.69314718055994530941")).is_positive());
        assert!(
            !Epsilon::ZERO.is_positive() && !budget("-1").is_positive() && !budget("ln(1/2)").is_positive()
        );
        assert!(!(budget("ln(2)") - budget("ln(2)")).is_positive());
    }

    #[test]
    fn exponentials_are_enclosed() {
        assert!(budget("ln(5/2)").exp(80).unwrap().to_interval().contains(2.5));
        assert!(budget("ln(2)").exp_neg(80).unwrap().to_interval().contains(0.5));
        assert!((budget("1") + budget("ln(2)")).exp(80).unwrap().to_interval().contains(1f64.exp() * 2.0));
        assert!((budget("1") + budget("ln(2)")).to_interval().contains(1.0 + 2f64.ln()));
        assert!(budget("1e12").exp(80).is_none());
    }

    #[test]
    fn texts_that_are_no_budget_are_refused() {
        assert_eq!("ln(0)".parse::<Epsilon>(), Err(EpsilonError::NotPositive));
        assert_eq!("ln(-2)".parse::<Epsilon>(), Err(EpsilonError::NotPositive));
        for text in ["", "ln", "ln(2", "ln()", "log(2)", "one"] {
            assert!(matches!(text.parse::<Epsilon>(), Err(EpsilonError::Number(_))), "{text}");
        }
    }
}
