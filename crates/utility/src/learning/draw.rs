//! Chance that can be repeated.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Numbers that depend on a seed and a purpose only.
pub(super) struct Draw(Xoshiro256PlusPlus);

impl Draw {
    pub(super) fn new(seed: u64, purpose: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// A number below `bound`, which is not 0. The bias of the product is at most bound / 2^64.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts items into an order of which all are equally likely.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }

    /// As many of the items as there are, each drawn among all; in their order.
    pub(super) fn with_replacement(&mut self, items: &[u32]) -> Vec<u32> {
        let mut drawn: Vec<u32> = items.iter().map(|_| items[self.below(items.len())]).collect();
        drawn.sort_unstable();
        drawn
    }

    /// `count` of the items, in their order, every such choice equally likely.
    pub(super) fn sample(&mut self, items: Vec<u32>, count: usize) -> Vec<u32> {
        let mut wanted = count.min(items.len());
        let mut left = items.len();
        let chosen = items.into_iter().filter(|_| {
            let taken = self.below(left) < wanted;
            left -= 1;
            wanted -= usize::from(taken);
            taken
        });
        chosen.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_size_asked_for_keeps_order_and_reaches_everyone() {
        let mut seen = [0u32; 10];
        for seed in 0..500 {
            let sample = Draw::new(seed, 1).sample((0..10).collect(), 4);
            assert!(sample.len() == 4 && sample.is_sorted());
            for item in sample {
                seen[item as usize] += 1;
            }
        }
        assert!(seen.iter().all(|times| (150..250).contains(times)), "{seen:?}");
    }
}
