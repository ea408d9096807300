//! Rows in an order that tells nothing about the one they came in.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Puts rows into an order that the seed decides (Fisher and Yates).
pub(super) fn shuffle(rows: &mut [u32], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..rows.len()).rev() {
        rows.swap(last, below(&mut random, last as u64 + 1) as usize);
    }
}

/// A number below `limit`, each equally likely: the few draws that would favour small ones are drawn again.
fn below(random: &mut Xoshiro256PlusPlus, limit: u64) -> u64 {
    let uneven = limit.wrapping_neg() % limit;
    loop {
        let product = u128::from(random.next_u64()) * u128::from(limit);
        if product as u64 >= uneven {
            return (product >> 64) as u64;
        }
    }
}
