//! Numbers that look like chance and are the same in every run.

/// What the state of a generator grows by.
pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A stream of numbers that depends on its seed alone.
///
/// **Paper**: Steele, Lea & Flood 2014 (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `bound`, all equally likely: the high half of a product, drawn again in the rare biased cases. 0
    /// when there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        let biased = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            if product as u64 >= biased {
                return (product >> 64) as u64;
            }
        }
    }
}

/// Bits in disorder; different for different `bits`.
pub fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// Puts items into an order that depends on the stream alone, all orders equally likely.
///
/// **Paper**: Durstenfeld 1964 (the shuffle of Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator_and_below_their_bound() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let mut drawn = [0u32; 3];
        (0..3000).for_each(|_| drawn[random.below(3) as usize] += 1);
        assert!(drawn.iter().all(|times| (900..1100).contains(times)), "{drawn:?}");
        assert_eq!((random.below(1), random.below(0)), (0, 0));
    }

    #[test]
    fn all_orders_of_three_are_equally_likely() {
        let mut random = Random::new(5);
        let mut met = std::collections::BTreeMap::<[u8; 3], u32>::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            shuffle(&mut items, &mut random);
            *met.entry(items).or_default() += 1;
        }
        assert!(met.len() == 6 && met.values().all(|times| (850..1150).contains(times)), "{met:?}");
    }
}
