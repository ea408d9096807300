//! The noise that fits a budget.

use super::{Draw, Gaussian, Laplace, MechanismError};
use crate::Budget;
use lethe_num::{Decide, Enclosure, FIRST_BITS, Rational, Verdict, ratio};

/// Laplace noise for budgets without delta, Gaussian noise for budgets with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noise {
    /// Pure differential privacy.
    Laplace(Laplace),
    /// With delta.
    Gaussian(Gaussian),
}

impl Noise {
    /// Noise for whole numbers of which one person changes one, by at most `sensitivity`.
    ///
    /// **Guarantee**: with it, drawn anew for each number, they keep the budget.
    /// **Errors**: see [`Laplace::new`] and [`Gaussian::new`].
    pub fn new(budget: &Budget, sensitivity: u64) -> Result<Self, MechanismError> {
        if budget.delta == Rational::ZERO {
            return Ok(Self::Laplace(Laplace::new(&budget.epsilon, sensitivity)?));
        }
        Ok(Self::Gaussian(Gaussian::new(budget, sensitivity)?))
    }

    /// The number with noise.
    ///
    /// **Errors**: there are no random bits.
    pub fn add_to<D: Draw>(&self, number: i128, random: &mut D) -> Result<i128, <D as Decide>::Error> {
        let noise = match self {
            Self::Laplace(noise) => random.laplace(noise)?,
            Self::Gaussian(noise) => random.gaussian(noise)?,
        };
        // Cutting the sum at the ends of the type happens after the noise, whatever the number is.
        Ok(number.saturating_add(noise))
    }

    /// The standard deviation, for showing.
    pub fn deviation(&self) -> f64 {
        match self {
            Self::Laplace(noise) => {
                // The variance is 2a / (1 − a)² with a = e^−rate; written so that small rates do not cancel.
                let rate = noise.rate().to_f64().value();
                (2.0 * (-rate).exp()).sqrt() / -(-rate).exp_m1()
            }
            Self::Gaussian(noise) => noise.distribution().variance().to_f64().value().sqrt(),
        }
    }

    /// The noise is at most this, up or down, with a chance of at least 95 of 100. It follows from the parameters alone.
    ///
    /// Laplace noise reaches t with the chance 2a^t / (1 + a), Gaussian noise with at most 2e^(−t² / 2σ²), since the
    /// discrete Gaussian is subgaussian (Canonne et al. 2020).
    pub fn bound(&self) -> i128 {
        match self {
            Self::Laplace(noise) => {
                let rate = noise.rate().to_f64().value();
                let guess = (40.0 / (1.0 + (-rate).exp())).ln() / rate;
                let limit = ratio(1, 40).unwrap_or(Rational::ZERO);
                // The guess is a double; the chance itself is what counts.
                let mut bound = (guess.floor() as i128 - 1).max(0);
                let reaches = |bound: i128| {
                    let chance = noise.chance_of_at_least(bound.saturating_add(1), FIRST_BITS);
                    chance.at_most(&Enclosure::around(&limit, FIRST_BITS)) != Verdict::True
                };
                while reaches(bound) {
                    bound += 1 + (bound >> 40);
                }
                bound
            }
            Self::Gaussian(_) => (self.deviation() * (2.0 * 40f64.ln()).sqrt()).ceil() as i128,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_number;

    #[test]
    fn bounds_and_deviations_are_known() {
        let laplace = |epsilon: &str| Noise::new(&Budget::pure(epsilon.parse().unwrap()), 1).unwrap();
        // a = 1/2: beyond t with 2 · (1/2)^(t+1) / 1.5, first below 0.05 at t = 4.
        assert_eq!(laplace("ln(2)").bound(), 4);
        assert!((laplace("ln(2)").deviation() - 2.0).abs() < 1e-9);
        assert_eq!(laplace("20").bound(), 0);
        assert!((laplace("1e-6").deviation() / 2f64.sqrt() - 1e6).abs() < 1.0);
        let wide = laplace("1e-15").bound() as f64;
        assert!((wide / (20f64.ln() * 1e15) - 1.0).abs() < 1e-6);
        let budget = Budget { epsilon: "1".parse().unwrap(), delta: parse_number("1e-6").unwrap() };
        let gaussian = Noise::new(&budget, 1).unwrap();
        assert!(gaussian.deviation() > 3.0 && gaussian.deviation() < 6.0);
        assert_eq!(gaussian.bound(), (gaussian.deviation() * 2.716_203).ceil() as i128);
    }
}
