//! Chance that can be repeated: named streams and the samplers that read them.
//!
//! Every stream is a xoshiro256++ generator (Blackman and Vigna) whose seed is a chain of `SplitMix64` finalizers over
//! (seed, data set, block, purpose). No two columns or blocks share a stream, so none waits for another and leaving
//! one out changes nothing else. The quality is that of a simulation, not of cryptography: this data hides nobody.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// One sequence of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Stream(Xoshiro256PlusPlus);

/// The streams of one request: a key that blocks and purposes are mixed into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streams {
    key: u64,
}

impl Streams {
    /// The streams of a data set (by name) under a seed.
    pub(crate) fn new(seed: u64, data_set: &str) -> Self {
        Self { key: mix(mix(seed) ^ hash(data_set)) }
    }

    /// The stream of one purpose in one block: a column's name, or [`Self::ROWS`].
    pub(crate) fn stream(self, block: usize, purpose: &str) -> Stream {
        Stream::seeded(mix(mix(self.key ^ block as u64) ^ hash(purpose)))
    }

    /// The purpose of the stream that the facts of the rows are drawn from; no column is named so.
    pub(crate) const ROWS: &str = "(rows)";
}

/// The `SplitMix64` finalizer: a bijection whose every output bit depends on every input bit.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// FNV-1a, which is fixed by its definition: the standard library's hashes may change between versions.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Stream {
    /// The stream that a part of the world is drawn from: the same for every request.
    pub(crate) fn world(part: &str) -> Self {
        Self::seeded(mix(hash(part)))
    }

    fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Sixty-four random bits.
    #[inline]
    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`; the bias of less than `bound / 2^32` does not matter here.
    #[inline]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included.
    #[inline]
    pub(crate) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether an event of this probability happens.
    #[inline]
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of some items; there is at least one.
    #[inline]
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// A number of mean 0 and deviation 1, close to normal: the sum of twelve 16-bit uniforms. Only integers are
    /// added, so every platform draws the same, which logarithms and cosines do not promise.
    #[inline]
    pub(crate) fn normal(&mut self) -> f64 {
        let sum: u64 = (0..3)
            .map(|_| {
                let bits = self.bits();
                (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)
            })
            .sum();
        sum as f64 / 65_536.0 - 6.0
    }
}

/// Draws items by weight in constant time (Walker's alias method, built as Vose describes).
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    keep: Vec<u32>,
    alias: Vec<u32>,
}

impl Sampler {
    /// A sampler of items `0..weights.len()`; there is at least one and some weight is positive.
    pub(crate) fn new(weights: &[f64]) -> Self {
        let count = weights.len();
        let scale = count as f64 / weights.iter().sum::<f64>();
        let mut share: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        let mut keep = vec![u32::MAX; count];
        let mut alias: Vec<u32> = (0..count as u32).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..count).partition(|&i| share[i] < 1.0);
        while let (Some(&lower), Some(&upper)) = (small.last(), large.last()) {
            small.pop();
            keep[lower] = (share[lower] * f64::from(u32::MAX)) as u32;
            alias[lower] = upper as u32;
            share[upper] -= 1.0 - share[lower];
            if share[upper] < 1.0 {
                large.pop();
                small.push(upper);
            }
        }
        Self { keep, alias }
    }

    /// A sampler whose weights fall with the rank like `1 / (rank + flat)^steep`: a few common items, many rare.
    pub(crate) fn zipf(count: usize, flat: f64, steep: f64) -> Self {
        Self::new(&zipf_weights(count, flat, steep))
    }

    /// The next item.
    #[inline]
    pub(crate) fn draw(&self, random: &mut Stream) -> u32 {
        let bits = random.bits();
        let slot = (((bits >> 32) * self.keep.len() as u64) >> 32) as usize;
        if (bits as u32) < self.keep[slot] { slot as u32 } else { self.alias[slot] }
    }
}

/// Weights that fall with the rank like `1 / (rank + flat)^steep`.
pub(crate) fn zipf_weights(count: usize, flat: f64, steep: f64) -> Vec<f64> {
    (1..=count).map(|rank| (rank as f64 + flat).powf(-steep)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sampler_follows_its_weights() {
        let sampler = Sampler::new(&[5.0, 0.0, 3.0, 2.0]);
        let mut random = Stream::world("test");
        let mut counts = [0u32; 4];
        for _ in 0..100_000 {
            counts[sampler.draw(&mut random) as usize] += 1;
        }
        for (count, expected) in counts.iter().zip([50_000.0, 0.0, 30_000.0, 20_000.0]) {
            assert!((f64::from(*count) - expected).abs() < 800.0, "{counts:?}");
        }
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_deviation_one() {
        let mut random = Stream::world("test");
        let draws: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
    }

    #[test]
    fn streams_of_other_seeds_blocks_purposes_and_data_sets_differ() {
        let first =
            |seed, set: &str, block, purpose: &str| Streams::new(seed, set).stream(block, purpose).bits();
        let drawn = [
            first(1, "a", 0, "x"),
            first(2, "a", 0, "x"),
            first(1, "b", 0, "x"),
            first(1, "a", 1, "x"),
            first(1, "a", 0, "y"),
        ];
        let distinct: std::collections::BTreeSet<u64> = drawn.into_iter().collect();
        assert_eq!(distinct.len(), drawn.len());
    }
}
