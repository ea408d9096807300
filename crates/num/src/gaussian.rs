//! Whole-number noise with the bell's probabilities, exactly.

use crate::{Coin, DiscreteLaplace, Entropy, Rational, ratio};
use dashu_int::ops::SquareRoot;

/// The discrete Gaussian distribution: the chance of a whole number z is in proportion to e^(−z² / 2σ²).
///
/// **Paper**: Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy* (2020), Algorithm 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscreteGaussian {
    variance: Rational,
    /// ⌊σ⌋ + 1: the scale of the Laplace noise that draws are chosen from.
    scale: u64,
}

impl DiscreteGaussian {
    /// The distribution with this σ², or `None` when it is not positive or σ is 2^63 or more.
    pub fn new(variance: Rational) -> Option<Self> {
        if variance <= Rational::ZERO {
            return None;
        }
        let root = variance.floor().into_parts().1.sqrt();
        let scale = u64::try_from(root).ok().filter(|&root| root < 1 << 63)? + 1;
        Some(Self { variance, scale })
    }

    /// σ².
    pub fn variance(&self) -> &Rational {
        &self.variance
    }

    /// A number drawn at random.
    ///
    /// **Guarantee**: the distribution is exact when the bits are fair and independent.
    /// **Errors**: there are no random bits.
    pub fn draw<E: Entropy>(&self, bits: &mut E) -> Result<i128, E::Error> {
        let Some(wide) = DiscreteLaplace::new(1, self.scale) else { unreachable!("the scale is at least 1") };
        let shift = &self.variance / Rational::from(self.scale);
        loop {
            let drawn = wide.draw(bits)?;
            let Some(size) = ratio(drawn.unsigned_abs() as i128, 1) else { unreachable!("one is not zero") };
            let distance = size - &shift;
            let exponent = &distance * &distance / (Rational::from(2u8) * &self.variance);
            if Coin::exponential(exponent).flip(bits)? {
                return Ok(drawn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::tests::Seeded;

    #[test]
    fn frequencies_are_those_of_the_definition() {
        const DRAWS: u32 = 20_000;
        for (n, d) in [(1i128, 4u128), (1, 1), (7, 2), (100, 1)] {
            let noise = DiscreteGaussian::new(ratio(n, d).unwrap()).unwrap();
            let mut bits = Seeded(d as u64);
            let mut counts = std::collections::BTreeMap::<i128, u32>::new();
            for _ in 0..DRAWS {
                let Ok(drawn) = noise.draw(&mut bits);
                *counts.entry(drawn).or_default() += 1;
            }
            let variance = n as f64 / d as f64;
            let weight = |z: i128| (-((z * z) as f64) / (2.0 * variance)).exp();
            let sum: f64 = (-200..=200).map(weight).sum();
            for z in -200i128..=200 {
                let expected = weight(z) / sum * f64::from(DRAWS);
                let found = f64::from(counts.get(&z).copied().unwrap_or(0));
                assert!((found - expected).abs() <= 6.0 * expected.sqrt() + 6.0, "{n}/{d} {z}");
            }
        }
    }

    #[test]
    fn variances_that_make_no_sense_are_refused() {
        assert!(DiscreteGaussian::new(Rational::ZERO).is_none());
        assert!(DiscreteGaussian::new(ratio(-1, 2).unwrap()).is_none());
        assert!(DiscreteGaussian::new(Rational::from(u128::MAX)).is_none());
    }
}
