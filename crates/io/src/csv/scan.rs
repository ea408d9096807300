//! Finding the bytes that matter: 64 at a time, as a bit mask.

/// The bytes that end or open a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Specials {
    pub(super) delimiter: u8,
}

pub(super) const LANES: usize = 64;

impl Specials {
    /// A mask whose bit `i` says that byte `i` is the delimiter, a line feed or a quote.
    #[inline]
    pub(super) fn mask(self, chunk: &[u8; LANES]) -> u64 {
        let delimiter = u64::from(self.delimiter) * EACH_BYTE;
        let (words, _) = chunk.as_chunks::<8>();
        words.iter().enumerate().fold(0, |mask, (index, word)| {
            let word = u64::from_le_bytes(*word);
            let others = differs(word, delimiter) & differs(word, LINE_FEEDS) & differs(word, QUOTES);
            mask | high_bits(!others & HIGH_BITS) << (8 * index)
        })
    }
}

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x80 * EACH_BYTE;
const LINE_FEEDS: u64 = b'\n' as u64 * EACH_BYTE;
const QUOTES: u64 = b'"' as u64 * EACH_BYTE;

/// The high bit of each byte says whether it differs from the same byte of `pattern`.
///
/// Adding 0x7f to the low seven bits carries into the high bit unless they are all zero, and never into the next
/// byte, so each byte is judged by itself.
#[inline]
fn differs(word: u64, pattern: u64) -> u64 {
    let difference = word ^ pattern;
    ((difference & !HIGH_BITS) + !HIGH_BITS) | difference
}

/// The high bits of eight bytes, gathered into one byte by a multiplication that moves each to its own place.
#[inline]
fn high_bits(word: u64) -> u64 {
    (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_mask_marks_exactly_the_special_bytes(bytes in prop::collection::vec(prop_oneof![Just(b','), Just(b'"'), Just(b'\n'), any::<u8>()], LANES)) {
            let chunk: [u8; LANES] = bytes.try_into().unwrap();
            for delimiter in [b',', b';', b'\t'] {
                let naive = (0..LANES)
                    .filter(|&i| [delimiter, b'\n', b'"'].contains(&chunk[i]))
                    .fold(0, |mask, i| mask | 1u64 << i);
                prop_assert_eq!(Specials { delimiter }.mask(&chunk), naive);
            }
        }
    }
}
