//! What is left to chance in a part.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random numbers that depend on the seed of the run and on the part alone.
#[derive(Clone, Debug)]
pub(super) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The seed of the run and the places of the part's first unit, each stirred in with the finalizer of `SplitMix64`
    /// (Steele, Lea and Flood 2014).
    pub(super) fn new(seed: u64, places: &[u32]) -> Self {
        let stir = |state: u64, &place: &u32| {
            let mut mixed = (state ^ u64::from(place)).wrapping_add(0x9e37_79b9_7f4a_7c15);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        Self(Xoshiro256PlusPlus::seed_from_u64(places.iter().fold(seed, stir)))
    }

    /// A number below another, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Shuffles as Fisher and Yates do.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
