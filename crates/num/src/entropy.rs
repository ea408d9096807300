//! Fair bits, and the two ways in which programs decide by them.

use crate::{Coin, WeightedDraw};

/// Where random bits come from: the operating system, or a seeded stream in tests.
pub trait Entropy {
    /// Why there are none.
    type Error;

    /// The next 64 independent, fair bits.
    fn word(&mut self) -> Result<u64, Self::Error>;
}

/// Something that decides at random: a source of bits, or a test that goes through every decision in turn.
pub trait Decide {
    /// Why nothing can be decided.
    type Error;

    /// Whether the coin shows heads.
    fn flip(&mut self, coin: &Coin) -> Result<bool, Self::Error>;

    /// The ticket that wins; `None` when there is none.
    fn draw(&mut self, weighted_draw: &WeightedDraw) -> Result<Option<usize>, Self::Error>;
}

impl<E: Entropy> Decide for E {
    type Error = E::Error;

    fn flip(&mut self, coin: &Coin) -> Result<bool, E::Error> {
        coin.flip(self)
    }

    fn draw(&mut self, weighted_draw: &WeightedDraw) -> Result<Option<usize>, E::Error> {
        weighted_draw.draw(self)
    }
}

/// A whole number below the bound, each with the same chance.
pub(crate) fn below<E: Entropy>(bound: u128, bits: &mut E) -> Result<u128, E::Error> {
    let largest = bound.saturating_sub(1);
    let unused = largest.leading_zeros();
    loop {
        let low = u128::from(bits.word()?);
        let drawn = if unused >= 64 { low << 64 } else { low << 64 | u128::from(bits.word()?) };
        let drawn = drawn.checked_shr(unused).unwrap_or(0);
        if drawn <= largest {
            return Ok(drawn);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::convert::Infallible;

    /// `SplitMix64`: fair enough to test with.
    pub(crate) struct Seeded(pub(crate) u64);

    impl Entropy for Seeded {
        type Error = Infallible;

        fn word(&mut self) -> Result<u64, Infallible> {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            Ok(word ^ (word >> 31))
        }
    }

    #[test]
    fn numbers_below_a_bound_are_equally_frequent() {
        let mut bits = Seeded(1);
        for bound in [1u128, 2, 3, 5, 7] {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..20_000 {
                let Ok(drawn) = below(bound, &mut bits);
                counts[drawn as usize] += 1;
            }
            let expected = 20_000.0 / bound as f64;
            // Six standard deviations: a false alarm in 10^8 runs, and the seed is fixed.
            assert!(counts.iter().all(|&count| (f64::from(count) - expected).abs() <= 6.0 * expected.sqrt()));
        }
        let wide = (1u128 << 100) + 1;
        for _ in 0..1000 {
            let Ok(drawn) = below(wide, &mut bits);
            assert!(drawn < wide);
        }
    }
}
