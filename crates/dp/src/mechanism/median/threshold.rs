//! The random threshold between easy and hard.

use super::Parameters;
use crate::Epsilon;
use crate::mechanism::{Draw, MechanismError};
use lethe_num::{Coin, Decide, Natural, Rational, ratio};

/// More thresholds than these differ in nothing: each is half as likely as the one before.
const MOST_STEPS: u64 = 200;

/// 3/4 + j · gamma, where each j from 0 to 3/20 / gamma is half as likely as the one before. It does not depend on data, so the
/// privacy of answers does not depend on gamma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Threshold {
    gamma: Rational,
    /// The largest j.
    last: u64,
}

impl Threshold {
    /// **Errors**: gamma is not above zero.
    pub(super) fn new(gamma: &Rational) -> Result<Self, MechanismError> {
        if *gamma <= Rational::ZERO {
            return Err(MechanismError::Median("gamma must be above 0"));
        }
        let steps = (ratio(3, 20).unwrap_or(Rational::ZERO) / gamma).floor();
        let last = u64::try_from(steps).unwrap_or(MOST_STEPS).min(MOST_STEPS);
        Ok(Self { gamma: gamma.clone(), last })
    }

    /// With gamma = 4 / (α' ε n) · ln(2k/α), in doubles.
    pub(super) fn published(parameters: &Parameters, rows: u64, rate: f64, epsilon: &Epsilon) -> Self {
        let accuracy = parameters.accuracy.to_f64().value();
        let ratio_in_logarithm = 2.0 * f64::from(parameters.queries) / epsilon.to_interval().hi();
        let gamma = 4.0 / (rate * accuracy * rows as f64) * ratio_in_logarithm.max(1.0).ln();
        // Beyond 3/20 there is one threshold only, whatever gamma is.
        let gamma = gamma.clamp(1e-6, 1.0);
        let gamma = ratio((gamma * 1e6) as i128, 1_000_000).unwrap_or(Rational::ONE);
        Self::new(&gamma).unwrap_or(Self { gamma: Rational::ONE, last: 0 })
    }

    /// **Errors**: there are no random bits.
    pub(super) fn draw<D: Draw>(&self, random: &mut D) -> Result<Rational, <D as Decide>::Error> {
        let mut step = 0;
        while step < self.last && !random.flip(&stops(self.last - step))? {
            step += 1;
        }
        Ok(ratio(3, 4).unwrap_or(Rational::ZERO) + Rational::from(step) * &self.gamma)
    }
}

/// The chance of the first of `left + 1` steps, each half as likely as the one before: 2^left / (2^(left+1) − 1).
fn stops(left: u64) -> Coin {
    let first = Natural::ONE << left as usize;
    let all = (Natural::ONE << (left as usize + 1)) - Natural::ONE;
    Coin::ratio(Rational::from_parts(first.into(), all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falsify::distribution;

    #[test]
    fn every_threshold_is_half_as_likely_as_the_one_before() {
        let threshold = Threshold::new(&ratio(1, 20).unwrap()).unwrap();
        let chances = distribution(96, |random| {
            let Ok(drawn) = threshold.draw(random);
            drawn
        });
        let expected = [(15, 8), (16, 4), (17, 2), (18, 1)];
        assert_eq!(chances.len(), 4);
        for (twentieths, fifteenths) in expected {
            let chance = &chances[&ratio(twentieths, 20).unwrap()];
            let exact = ratio(fifteenths, 15).unwrap();
            assert!(chance.lo() <= exact && exact <= chance.hi());
        }
        assert!(Threshold::new(&Rational::ZERO).is_err());
        assert_eq!(Threshold::new(&Rational::ONE).unwrap().last, 0);
    }
}
