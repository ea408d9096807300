//! Whole-number noise with exactly the probabilities that its definition states.
//!
//! Noise computed from doubles has gaps that give the true count away (Mironov, 2012). Here nothing is rounded: every coin that
//! is flipped has a rational chance, and chances with an exponential come from such coins alone.

use crate::entropy::below;
use crate::{Entropy, Interval, Rational};

/// The discrete Laplace distribution: the chance of a whole number z is in proportion to e^(−|z| · rate).
///
/// **Paper**: Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy* (2020), Algorithms 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscreteLaplace {
    numerator: u64,
    denominator: u64,
}

impl DiscreteLaplace {
    /// The distribution with the rate `numerator / denominator`, or `None` when either is zero.
    ///
    /// Added to counts of which one person changes the sum of absolute values by at most `s`, noise of the rate `epsilon / s`
    /// is epsilon-differentially private.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        (numerator > 0 && denominator > 0).then_some(Self { numerator, denominator })
    }

    /// A number drawn at random.
    ///
    /// **Guarantee**: the distribution is exact when the bits are fair and independent.
    /// **Cost**: about twenty words, whatever the rate. It varies with what is drawn, so it must not be observable.
    /// **Errors**: there are no random bits.
    pub fn draw<E: Entropy>(&self, bits: &mut E) -> Result<i128, E::Error> {
        let denominator = u128::from(self.denominator);
        loop {
            let part = below(denominator, bits)?;
            if !is_exponential(part, denominator, bits)? {
                continue;
            }
            let mut whole = 0u64;
            // More than 2^63 heads in a row do not happen; that the count fits is no assumption about the chance.
            while whole < u64::MAX >> 1 && is_exponential(1, 1, bits)? {
                whole += 1;
            }
            let size = (part + denominator * u128::from(whole)) / u128::from(self.numerator);
            let is_negative = below(2, bits)? == 1;
            if is_negative && size == 0 {
                continue;
            }
            // The size is below 2^127, since both factors are below 2^64 and 2^63.
            return Ok(if is_negative { -(size as i128) } else { size as i128 });
        }
    }

    /// The chance that a draw is at least `bound`, which is at least 1.
    ///
    /// **Guarantee**: the exact chance e^(−bound · rate) / (1 + e^(−rate)) lies in the interval.
    pub fn chance_of_at_least(&self, bound: u64) -> Interval {
        let rate = Rational::from(self.numerator) / Rational::from(self.denominator);
        let reach = Interval::around(&-(Rational::from(bound) * &rate)).exp();
        let one_more = Interval::point(1.0) + Interval::around(&-rate).exp();
        reach.checked_div(one_more).unwrap_or(Interval::ALL)
    }
}

/// A coin that shows heads with the chance e^(−numerator / denominator), for fractions up to 1.
///
/// Coins with the chances γ, γ/2, γ/3, … are flipped until one shows tails: an odd number of flips has the chance
/// 1 − γ + γ²/2! − …
fn is_exponential<E: Entropy>(numerator: u128, denominator: u128, bits: &mut E) -> Result<bool, E::Error> {
    let mut flips = 1u128;
    loop {
        // The chance of the n-th flip is 1 / n at most, so the product stays far below 2^128.
        let heads = below(denominator.saturating_mul(flips), bits)? < numerator;
        if !heads {
            return Ok(flips % 2 == 1);
        }
        flips += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::tests::Seeded;

    #[test]
    fn frequencies_are_those_of_the_definition() {
        const DRAWS: u32 = 200_000;
        for (numerator, denominator) in [(1, 1), (1, 3), (5, 2), (1, 20)] {
            let noise = DiscreteLaplace::new(numerator, denominator).unwrap();
            let mut bits = Seeded(numerator * 1000 + denominator);
            let mut counts = std::collections::BTreeMap::<i128, u32>::new();
            for _ in 0..DRAWS {
                let Ok(drawn) = noise.draw(&mut bits);
                *counts.entry(drawn).or_default() += 1;
            }
            let alpha = (-(numerator as f64) / denominator as f64).exp();
            for z in -30i128..=30 {
                let chance = (1.0 - alpha) / (1.0 + alpha) * alpha.powi(z.abs() as i32);
                let expected = chance * f64::from(DRAWS);
                let found = f64::from(counts.get(&z).copied().unwrap_or(0));
                assert!(
                    (found - expected).abs() <= 6.0 * expected.sqrt() + 6.0,
                    "{numerator}/{denominator} {z}"
                );
            }
            let reached: u32 = counts.range(3..).map(|(_, count)| count).sum();
            let chance = noise.chance_of_at_least(3);
            assert!(chance.lo() <= chance.hi() && chance.hi() - chance.lo() < 1e-12);
            let expected = chance.hi() * f64::from(DRAWS);
            assert!((f64::from(reached) - expected).abs() <= 6.0 * expected.sqrt() + 6.0);
        }
    }

    #[test]
    fn the_chance_of_a_tail_is_enclosed() {
        // Rate ln 2 cannot be written as a fraction; 1 can: e^-2 / (1 + e^-1).
        let chance = DiscreteLaplace::new(1, 1).unwrap().chance_of_at_least(2);
        assert!(chance.contains((-2.0f64).exp() / (1.0 + (-1.0f64).exp())));
        assert!(DiscreteLaplace::new(0, 1).is_none() && DiscreteLaplace::new(1, 0).is_none());
        let far = DiscreteLaplace::new(u64::MAX, 1).unwrap().chance_of_at_least(u64::MAX);
        assert!(far.contains(0.0) && far.hi() <= 1e-300);
    }
}
