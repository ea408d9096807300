//! Gaussian noise on whole numbers.

use super::{MechanismError, zcdp};
use crate::Budget;
use lethe_num::{DiscreteGaussian, Enclosure, Rational};

/// Noise with the chance of z in proportion to e^(−z² / 2σ²).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaussian {
    distribution: DiscreteGaussian,
}

impl Gaussian {
    /// Noise for a whole number that one person changes by at most `sensitivity`.
    ///
    /// **Guarantee**: with it the number is (epsilon, delta)-differentially private. With σ² = sensitivity² / 2ρ it is ρ-zCDP, and ρ is
    /// proven to be enough. For several numbers the same holds when `sensitivity` bounds the root of the sum of their squared changes.
    /// **Paper**: Canonne, Kamath, Steinke (2020), Theorem 4 and Corollary 13.
    /// **Errors**: no budget, no sensitivity, no proof, or noise too wide to be drawn.
    pub fn new(budget: &Budget, sensitivity: u64) -> Result<Self, MechanismError> {
        if sensitivity == 0 {
            return Err(MechanismError::Sensitivity);
        }
        let rho = zcdp::rho(budget)?;
        let square = Rational::from(sensitivity) * Rational::from(sensitivity);
        let variance = square / (Rational::from(2u8) * rho);
        let distribution = DiscreteGaussian::new(variance).ok_or(MechanismError::TooMuchNoise)?;
        Ok(Self { distribution })
    }

    /// What draws it.
    pub fn distribution(&self) -> &DiscreteGaussian {
        &self.distribution
    }

    /// The chance of a number.
    ///
    /// **Cost**: terms in proportion to σ and the root of the bits: for tests with small σ.
    pub fn chance(&self, z: i128, bits: u32) -> Enclosure {
        let mut sum = Enclosure::integer(1, bits);
        let mut size = 0i128;
        let whole = loop {
            size += 1;
            let weight = self.weight(size, bits);
            sum = &(&sum + &weight) + &weight;
            let rest = self.weight_beyond(size, bits);
            if rest.hi() * Rational::from(1u128 << bits.min(100)) < Rational::ONE {
                break &sum + &Enclosure::integer(0, bits).or(&rest);
            }
        };
        self.weight(z, bits).checked_div(&whole).unwrap_or_else(|| Enclosure::integer(1, bits))
    }

    /// e^(−z² / 2σ²).
    fn weight(&self, z: i128, bits: u32) -> Enclosure {
        let size = Rational::from(z.unsigned_abs());
        let exponent = &size * &size / (Rational::from(2u8) * self.distribution.variance());
        Enclosure::around(&-exponent, bits).exp().unwrap_or_else(|| Enclosure::integer(1, bits))
    }

    /// At least the sum of all weights beyond ±size: they fall faster than powers of e^(−size / σ²).
    fn weight_beyond(&self, size: i128, bits: u32) -> Enclosure {
        let one = Enclosure::integer(1, bits);
        let step = -(Rational::from(size.unsigned_abs()) / self.distribution.variance());
        let factor = Enclosure::around(&step, bits).exp().unwrap_or_else(|| one.clone());
        let first = self.weight(size + 1, bits);
        let side = first.checked_div(&(&one - &factor)).unwrap_or_else(|| Enclosure::integer(u64::MAX, bits));
        &side + &side
    }
}
