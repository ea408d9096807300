//! Coins with any chance that can be computed, exactly.

use crate::{Enclosure, Entropy, Natural, Rational};
use std::fmt;
use std::sync::Arc;

/// The bits of the chance that are computed in advance.
const PREPARED_BITS: u32 = 96;

/// A coin that shows heads with a chance that is known to any precision.
///
/// A random number between 0 and 1 is written down bit by bit until it is surely below or surely not below the chance, so heads have
/// exactly that chance. Nearly always the first word decides.
#[derive(Clone)]
pub struct Coin {
    chance: Arc<dyn Fn(u32) -> Enclosure + Send + Sync>,
    /// Words below this one are heads whatever follows.
    heads_below: u128,
    /// Words from this one on are tails whatever follows.
    tails_from: u128,
}

impl Coin {
    /// A coin whose chance is what the function encloses with so many bits.
    ///
    /// **Guarantee**: exact when every enclosure contains the chance and they become narrow with more bits. Chances outside 0 to 1
    /// are never and always.
    pub fn new(chance: impl Fn(u32) -> Enclosure + Send + Sync + 'static) -> Self {
        let all = 1u128 << u64::BITS;
        let (lo, hi) = chance(PREPARED_BITS).units(u64::BITS).unwrap_or((0, all));
        Self { chance: Arc::new(chance), heads_below: lo.min(all), tails_from: hi.min(all) }
    }

    /// A coin with a fraction as its chance.
    pub fn ratio(chance: Rational) -> Self {
        Self::new(move |bits| Enclosure::around(&chance, bits))
    }

    /// A coin with the chance e^(−exponent), for exponents from 0 on.
    pub fn exponential(exponent: Rational) -> Self {
        // Exponents beyond 2^32 have an enclosure too; only large positive arguments of the exponential have none.
        Self::new(move |bits| {
            Enclosure::around(&-exponent.clone(), bits).exp().unwrap_or_else(|| Enclosure::integer(1, bits))
        })
    }

    /// The chance of heads with so many bits.
    pub fn chance(&self, bits: u32) -> Enclosure {
        (self.chance)(bits)
    }

    /// Whether it shows heads.
    ///
    /// **Errors**: there are no random bits.
    pub fn flip<E: Entropy>(&self, bits: &mut E) -> Result<bool, E::Error> {
        let word = bits.word()?;
        if u128::from(word) < self.heads_below {
            return Ok(true);
        }
        if u128::from(word) >= self.tails_from {
            return Ok(false);
        }
        self.look_closer(Natural::from(word), bits)
    }

    /// Goes on where the first word left it open.
    fn look_closer<E: Entropy>(&self, mut drawn: Natural, bits: &mut E) -> Result<bool, E::Error> {
        let mut length = u64::BITS as usize;
        loop {
            let chance = self.chance(length as u32 + 32);
            let unit = Natural::ONE << length;
            // The number lies from drawn up to, but not including, drawn + 1 units.
            let least = Rational::from_parts(drawn.clone().into(), unit.clone());
            let most = Rational::from_parts((&drawn + Natural::ONE).into(), unit);
            if most <= chance.lo() {
                return Ok(true);
            }
            if least >= chance.hi() {
                return Ok(false);
            }
            drawn = (drawn << u64::BITS as usize) + Natural::from(bits.word()?);
            length += u64::BITS as usize;
        }
    }
}

impl fmt::Debug for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coin").field("chance", &self.chance(53).to_interval()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::tests::Seeded;
    use crate::ratio;
    use std::convert::Infallible;

    /// Words that are given in advance.
    struct Given(Vec<u64>);

    impl Entropy for Given {
        type Error = Infallible;
        fn word(&mut self) -> Result<u64, Infallible> {
            Ok(self.0.remove(0))
        }
    }

    #[test]
    fn words_at_the_border_are_decided_by_the_next() {
        // 1/3 = 0.010101…: the first word equals the chance's.
        let third = Coin::ratio(ratio(1, 3).unwrap());
        let same = u64::MAX / 3;
        for (last, heads) in [(same - 1, true), (same + 1, false), (0, true), (u64::MAX, false)] {
            let mut bits = Given(vec![same, same, last]);
            assert_eq!(third.flip(&mut bits), Ok(heads));
            assert!(bits.0.is_empty());
        }
        let half = Coin::ratio(ratio(1, 2).unwrap());
        assert_eq!(half.flip(&mut Given(vec![(1 << 63) - 1])), Ok(true));
        assert_eq!(half.flip(&mut Given(vec![1 << 63])), Ok(false));
    }

    #[test]
    fn every_first_word_agrees_with_the_exact_border() {
        // e^-1 · 2^64 = 6786177901268885274.67…
        let coin = Coin::exponential(Rational::ONE);
        let border = 6_786_177_901_268_885_274u64;
        assert_eq!(coin.flip(&mut Given(vec![border - 1])), Ok(true));
        assert_eq!(coin.flip(&mut Given(vec![border + 1])), Ok(false));
        assert_eq!(coin.flip(&mut Given(vec![border, 0])), Ok(true));
        assert_eq!(coin.flip(&mut Given(vec![border, u64::MAX])), Ok(false));
    }

    #[test]
    fn never_and_always() {
        for word in [0, 1, u64::MAX] {
            assert_eq!(Coin::ratio(Rational::ZERO).flip(&mut Given(vec![word])), Ok(false));
            assert_eq!(Coin::ratio(Rational::ONE).flip(&mut Given(vec![word])), Ok(true));
            assert_eq!(Coin::exponential(Rational::ZERO).flip(&mut Given(vec![word])), Ok(true));
            assert_eq!(Coin::ratio(ratio(-1, 2).unwrap()).flip(&mut Given(vec![word])), Ok(false));
        }
        let vast = Coin::exponential(Rational::from(u64::MAX));
        assert_eq!(vast.flip(&mut Given(vec![1])), Ok(false));
    }

    #[test]
    fn frequencies_are_the_chances() {
        const FLIPS: u32 = 100_000;
        for (n, d) in [(1, 7), (1, 1), (5, 2)] {
            let coin = Coin::exponential(ratio(n, d).unwrap());
            let mut bits = Seeded(7);
            let heads = (0..FLIPS).filter(|_| coin.flip(&mut bits) == Ok(true)).count();
            let expected = (-(n as f64) / d as f64).exp() * f64::from(FLIPS);
            // Six standard deviations: a false alarm in 10^8 runs, and the seed is fixed.
            assert!((heads as f64 - expected).abs() < 6.0 * expected.sqrt());
        }
    }
}
