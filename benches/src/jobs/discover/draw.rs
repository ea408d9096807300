//! Chance that depends on nothing but a stream and a row, so that a table of any length starts with the same rows.

/// A stream of numbers, one a row.
#[derive(Clone, Copy)]
pub(super) struct Stream(u64);

impl Stream {
    /// The stream of a number; streams of different numbers are unrelated.
    pub(super) fn new(number: u64) -> Self {
        Self(mix(number.wrapping_add(0x0D15_C04E)))
    }

    /// The row's number.
    pub(super) fn bits(self, row: u64) -> u64 {
        mix(self.0 ^ row.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The row's number, at least 0 and below 1.
    pub(super) fn uniform(self, row: u64) -> f64 {
        (self.bits(row) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The row's number below `bound`.
    pub(super) fn below(self, row: u64, bound: u32) -> u32 {
        ((u128::from(self.bits(row)) * u128::from(bound)) >> 64) as u32
    }
}

/// Spreads a number over all 64 bits (the output step of `SplitMix64`).
fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Values `0..domain`, the first most frequent: value `i` has a weight of `(i + 1)^-skew`.
pub(super) struct Zipf {
    /// The share of values up to and with each.
    cumulated: Vec<f64>,
}

impl Zipf {
    pub(super) fn new(domain: u32, skew: f64) -> Self {
        let weights: Vec<f64> = (0..domain).map(|value| f64::from(value + 1).powf(-skew)).collect();
        let total: f64 = weights.iter().sum();
        let cumulated = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight / total;
            Some(*sum)
        });
        Self { cumulated: cumulated.collect() }
    }

    /// The value at a place between 0 and 1.
    pub(super) fn at(&self, place: f64) -> u32 {
        let value = self.cumulated.partition_point(|&share| share <= place);
        value.min(self.cumulated.len() - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_fills_its_range_evenly() {
        let stream = Stream::new(7);
        let mut counts = [0u32; 10];
        for row in 0..10_000 {
            counts[stream.below(row, 10) as usize] += 1;
            assert!((0.0..1.0).contains(&stream.uniform(row)));
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
    }

    #[test]
    fn weights_fall_with_the_value() {
        let zipf = Zipf::new(3, 1.0);
        // Weights 6, 3, 2 of 11.
        assert_eq!([0.0, 0.54, 0.55, 0.81, 0.82, 1.0].map(|place| zipf.at(place)), [0, 0, 1, 1, 2, 2]);
    }
}
