//! Laplace noise on whole numbers.

use super::MechanismError;
use crate::Epsilon;
use lethe_num::{DiscreteLaplace, Enclosure, Natural, Rational, ratio};

/// Fractions of the rate stay below this, so that noise is drawn with 128 bits.
const LARGEST: u64 = 1 << 62;

/// Noise with the chance of z in proportion to e^(−|z| · rate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laplace {
    rate: Rational,
    distribution: DiscreteLaplace,
}

impl Laplace {
    /// Noise for a whole number that one person changes by at most `sensitivity`.
    ///
    /// **Guarantee**: with it the number is epsilon-differentially private. The chance of an output changes by a factor of at most
    /// e^(rate · sensitivity), and the rate is epsilon / sensitivity or, where that is no fraction of 62 bits, a little less.
    /// For several numbers the same holds when `sensitivity` bounds the sum of their changes.
    /// **Paper**: Dwork, `McSherry`, Nissim, Smith (2006); Ghosh, Roughgarden, Sundararajan (2009) for whole numbers.
    /// **Errors**: there is no budget or no sensitivity, or the noise is too wide to be drawn.
    pub fn new(epsilon: &Epsilon, sensitivity: u64) -> Result<Self, MechanismError> {
        let epsilon = epsilon.fraction_below().ok_or(MechanismError::NoBudget)?;
        if sensitivity == 0 {
            return Err(MechanismError::Sensitivity);
        }
        Self::with_rate(&(epsilon / Rational::from(sensitivity)))
    }

    /// Noise of at most this rate.
    fn with_rate(rate: &Rational) -> Result<Self, MechanismError> {
        let (numerator, denominator) = fitting_below(rate).ok_or(MechanismError::TooMuchNoise)?;
        let distribution =
            DiscreteLaplace::new(numerator, denominator).ok_or(MechanismError::TooMuchNoise)?;
        Ok(Self { rate: Rational::from(numerator) / Rational::from(denominator), distribution })
    }

    /// The rate of the chances.
    pub fn rate(&self) -> &Rational {
        &self.rate
    }

    /// What draws it.
    pub fn distribution(&self) -> &DiscreteLaplace {
        &self.distribution
    }

    /// e^(−rate · times).
    fn power(&self, times: i128, bits: u32) -> Enclosure {
        let exponent = &self.rate * Rational::from(times.unsigned_abs());
        // The exponent is negative, so the exponential always has bounds.
        Enclosure::around(&-exponent, bits).exp().unwrap_or_else(|| Enclosure::integer(1, bits))
    }

    /// The chance of a number: (1 − a) / (1 + a) · a^|z| with a = e^−rate.
    pub fn chance(&self, z: i128, bits: u32) -> Enclosure {
        let (one, a) = (Enclosure::integer(1, bits), self.power(1, bits));
        let middle = (&one - &a).checked_div(&(&one + &a)).unwrap_or(one);
        &middle * &self.power(z, bits)
    }

    /// The chance of at least `bound`: a^bound / (1 + a) from 1 on, and what is left of 1 below.
    pub fn chance_of_at_least(&self, bound: i128, bits: u32) -> Enclosure {
        let one = Enclosure::integer(1, bits);
        if bound < 1 {
            return &one - &self.chance_of_at_least(1i128.saturating_sub(bound), bits);
        }
        let a = self.power(1, bits);
        self.power(bound, bits).checked_div(&(&one + &a)).unwrap_or(one)
    }
}

/// The largest fraction of two numbers of 62 bits that is at most the given one, or nearly; `None` when it would be zero.
fn fitting_below(rate: &Rational) -> Option<(u64, u64)> {
    let fits = |number: &Natural| u64::try_from(number).ok().filter(|&number| number <= LARGEST);
    let (numerator, denominator) = rate.clone().into_parts();
    let numerator = Natural::try_from(numerator).ok()?;
    if let (Some(numerator), Some(denominator)) = (fits(&numerator), fits(&denominator)) {
        return (numerator > 0).then_some((numerator, denominator));
    }
    for shift in (0..=62u32).rev() {
        let scaled = (rate * ratio(1i128 << shift, 1)?).floor();
        if let Some(numerator) = Natural::try_from(scaled).ok().as_ref().and_then(fits) {
            return (numerator > 0).then_some((numerator, 1 << shift));
        }
    }
    Some((LARGEST, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_exact_or_a_little_less() {
        let third = Laplace::new(&"1".parse().unwrap(), 3).unwrap();
        assert_eq!(third.rate(), &ratio(1, 3).unwrap());
        let logarithm: Epsilon = "ln(2)".parse().unwrap();
        let noise = Laplace::new(&logarithm, 1).unwrap();
        assert!(Epsilon::new(noise.rate().clone()).at_most(&logarithm));
        assert!((std::f64::consts::LN_2 - noise.rate().to_f64().value()).abs() < 1e-9);
        let long = "0.123456789012345678901234567890123456789";
        let noise = Laplace::new(&long.parse().unwrap(), 7).unwrap();
        let exact = crate::parse_number(long).unwrap() / Rational::from(7u8);
        assert!(noise.rate() <= &exact && noise.rate() * ratio(1_000_001, 1_000_000).unwrap() > exact);
        assert!(Laplace::new(&"1e30".parse().unwrap(), 1).unwrap().rate() <= &Rational::from(LARGEST));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let new =
            |epsilon: &str, sensitivity| Laplace::new(&epsilon.parse().unwrap(), sensitivity).unwrap_err();
        assert_eq!(new("0", 1), MechanismError::NoBudget);
        assert_eq!(new("-1", 1), MechanismError::NoBudget);
        assert_eq!(new("ln(1/2)", 1), MechanismError::NoBudget);
        assert_eq!(new("1", 0), MechanismError::Sensitivity);
        assert_eq!(new("1e-30", 1), MechanismError::TooMuchNoise);
    }

    #[test]
    fn chances_add_up_to_one() {
        let noise = Laplace::new(&"0.7".parse().unwrap(), 2).unwrap();
        let inner = (-9..=9).fold(Enclosure::integer(0, 120), |sum, z| &sum + &noise.chance(z, 120));
        let outer = noise.chance_of_at_least(10, 120);
        let all = &(&inner + &outer) + &outer;
        assert!(all.lo() <= Rational::ONE && all.hi() >= Rational::ONE);
        assert!(all.hi() - all.lo() < crate::parse_number("1e-30").unwrap());
        let from_minus_two = noise.chance_of_at_least(-2, 120);
        let same = (-2..10).fold(outer, |sum, z| &sum + &noise.chance(z, 120));
        assert!(from_minus_two.less_than(&same) == lethe_num::Verdict::Undecided);
    }
}
