//! Noise without end, cut where a test no longer looks.

use super::Explorer;
use crate::mechanism::{Draw, Gaussian, Laplace};
use lethe_num::Enclosure;
use std::convert::Infallible;

/// Noise beyond this is shown as this.
///
/// A sum v + noise that is clamped to a window from a to b has its exact distribution whenever v − REACH is at most a and v + REACH at
/// least b: then everything that was cut lies beyond the window. Tests clamp what a mechanism returns so.
pub const REACH: i128 = 12;

impl Draw for Explorer {
    fn laplace(&mut self, noise: &Laplace) -> Result<i128, Infallible> {
        let bits = self.bits;
        Ok(self.cut(|size| {
            if size == REACH { noise.chance_of_at_least(REACH, bits) } else { noise.chance(size, bits) }
        }))
    }

    fn gaussian(&mut self, noise: &Gaussian) -> Result<i128, Infallible> {
        let bits = self.bits;
        let inside = |size| noise.chance(size, bits);
        Ok(self.cut(|size| if size == REACH { beyond(inside, bits) } else { inside(size) }))
    }
}

impl Explorer {
    /// Takes one of the noises from −REACH to REACH, given the chance of each size.
    fn cut(&mut self, chance: impl Fn(i128) -> Enclosure) -> i128 {
        let taken = self.take(2 * REACH as usize + 1, |taken| chance((taken as i128 - REACH).abs()));
        taken as i128 - REACH
    }
}

/// Half of what all sizes below REACH leave.
fn beyond(chance: impl Fn(i128) -> Enclosure, bits: u32) -> Enclosure {
    let sum = (1 - REACH..REACH).fold(Enclosure::integer(0, bits), |sum, z| &sum + &chance(z.abs()));
    let rest = &Enclosure::integer(1, bits) - &sum;
    let half = rest.checked_div(&Enclosure::integer(2, bits)).unwrap_or(rest);
    // Never below nothing, however wide the bounds are.
    half.larger_of(&Enclosure::integer(0, bits))
}
