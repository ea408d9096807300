//! What was done to counts before they left a silo.

use super::ModelError;
use lethe_data::Decimal;
use lethe_num::{DiscreteLaplace, Interval};
use std::str::FromStr;

/// How counts were made safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Treatment {
    /// Counts below it are hidden.
    pub k: u64,
    /// The privacy loss that noise leaves; without it counts are true.
    pub epsilon: Option<Epsilon>,
    /// The columns that the model had, on which the noise depends.
    pub columns: u32,
}

impl Treatment {
    pub(super) fn check(&self) -> Result<(), ModelError> {
        if self.k < 2 {
            return Err(ModelError::Request(format!("k must be at least 2, not {}", self.k)));
        }
        if self.epsilon.is_some() {
            self.noise()?;
        }
        Ok(())
    }

    /// The counts that one person adds 1 to at most: the records, a value of each column, a pair of every two.
    pub fn sensitivity(&self) -> u64 {
        self.cells() + 1
    }

    /// The values and pairs that one person may be the first to have.
    fn cells(&self) -> u64 {
        let columns = u64::from(self.columns);
        // Below 2^63 for every number of columns.
        columns + columns * columns.saturating_sub(1) / 2
    }

    /// The noise of every count, where there is any.
    ///
    /// **Errors**: epsilon is too finely divided for so many columns.
    pub fn noise(&self) -> Result<Option<DiscreteLaplace>, ModelError> {
        let Some(epsilon) = self.epsilon else { return Ok(None) };
        let noise = epsilon
            .denominator
            .checked_mul(self.sensitivity())
            .and_then(|denominator| DiscreteLaplace::new(epsilon.numerator, denominator));
        let too_fine = || ModelError::Request("epsilon has too many digits for so many columns".to_owned());
        noise.ok_or_else(too_fine).map(Some)
    }

    /// An upper bound of the chance that epsilon does not show all: that somebody who is the first to have some value or pair is
    /// shown by it. 0 without noise, where nothing of the kind is guaranteed.
    ///
    /// **Guarantee**: at least (values and pairs of one person) · P(1 + noise ≥ k).
    pub fn delta(&self) -> f64 {
        let Ok(Some(noise)) = self.noise() else { return 0.0 };
        let one = noise.chance_of_at_least(self.k.saturating_sub(1).max(1));
        let all = Interval::from_u64(self.cells()) * one;
        all.hi().clamp(0.0, 1.0)
    }
}

/// A privacy loss: a positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epsilon {
    numerator: u64,
    denominator: u64,
}

impl Epsilon {
    /// The largest numerator and denominator.
    const MAX: u64 = 1_000_000_000_000;

    /// A fraction, or `None` when it is not positive or too finely divided.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        if numerator == 0 || denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        let reduced = Self { numerator: numerator / divisor, denominator: denominator / divisor };
        (reduced.numerator.max(reduced.denominator) <= Self::MAX).then_some(reduced)
    }

    /// The numerator.
    pub fn numerator(&self) -> u64 {
        self.numerator
    }

    /// The denominator.
    pub fn denominator(&self) -> u64 {
        self.denominator
    }

    /// The nearest double, for showing.
    pub fn to_f64(&self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl std::fmt::Display for Epsilon {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}/{}", self.numerator, self.denominator)
    }
}

impl FromStr for Epsilon {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fraction = || {
            if let Some((numerator, denominator)) = text.split_once('/') {
                return Self::new(numerator.trim().parse().ok()?, denominator.trim().parse().ok()?);
            }
            let (mantissa, exponent) = Decimal::parse(text)?.parts();
            let power = 10u64.checked_pow(exponent.unsigned_abs())?;
            let mantissa = u64::try_from(mantissa).ok()?;
            if exponent < 0 { Self::new(mantissa, power) } else { Self::new(mantissa.checked_mul(power)?, 1) }
        };
        fraction()
            .ok_or_else(|| "write a number above 0 with at most 12 digits, such as 0.5 or 1/3".to_owned())
    }
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epsilon_is_read_exactly() {
        let read = |text: &str| text.parse::<Epsilon>().ok().map(|e| (e.numerator, e.denominator));
        assert_eq!(read("0.1"), Some((1, 10)));
        assert_eq!(read("2.50"), Some((5, 2)));
        assert_eq!(read("2/6"), Some((1, 3)));
        assert_eq!(read("1e2"), Some((100, 1)));
        for wrong in ["0", "-1", "x", "", "1/0", "1e-13", "0.0", "1/3/4", "inf", "NaN"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn delta_is_an_upper_bound_of_its_formula() {
        let treatment = Treatment { k: 20, epsilon: Epsilon::new(3, 1), columns: 2 };
        // Two values and a pair, noise of rate 3/4: 3 · e^(-19 · 3/4) / (1 + e^(-3/4)).
        let expected = 3.0 * (-19.0 * 0.75f64).exp() / (1.0 + (-0.75f64).exp());
        assert_eq!(treatment.sensitivity(), 4);
        let delta = treatment.delta();
        assert!(delta >= expected && delta <= expected * (1.0 + 1e-9), "{delta} {expected}");
        assert_eq!(Treatment { epsilon: None, ..treatment }.delta().to_bits(), 0);
        let loose = Treatment { k: 2, epsilon: Epsilon::new(1, 1000), columns: 100 };
        assert_eq!(loose.delta().to_bits(), 1.0f64.to_bits());
    }
}
