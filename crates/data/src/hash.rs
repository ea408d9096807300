//! The one hash function of the house. It only spreads keys over slots: every user compares the keys themselves.

use std::sync::LazyLock;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const SECRET: u64 = 0xD6E8_FEB8_6659_FD93;

/// Spreads a 64-bit key.
#[inline]
pub fn spread(key: u64) -> u64 {
    if are_collisions_forced() {
        return 0;
    }
    let product = u128::from(key ^ SECRET) * u128::from(MULTIPLIER);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Whether all keys have the same hash: in builds for testing, where `LETHE_FORCE_COLLISIONS` is set. Release builds do not ask.
#[inline]
pub(crate) fn are_collisions_forced() -> bool {
    cfg!(debug_assertions) && forced()
}

fn forced() -> bool {
    static FORCED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("LETHE_FORCE_COLLISIONS").is_some());
    *FORCED
}

/// Spreads a text.
#[inline]
pub(crate) fn spread_bytes(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        // The chunk has exactly eight bytes, so the conversion cannot fail.
        state = spread(state ^ u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
    }
    spread(state ^ load_short(chunks.remainder()))
}

/// Up to eight bytes as one integer, zero-padded; together with the length it is the text itself.
#[inline]
pub(crate) fn load_short(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if len >= 4 {
        let low = u64::from(u32::from_le_bytes(bytes[..4].try_into().unwrap_or_default()));
        let high = u64::from(u32::from_le_bytes(bytes[len - 4..len].try_into().unwrap_or_default()));
        low | high << (8 * (len - 4))
    } else if len > 0 {
        u64::from(bytes[0])
            | u64::from(bytes[len / 2]) << (8 * (len / 2))
            | u64::from(bytes[len - 1]) << (8 * (len - 1))
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_load_as_their_zero_padded_bytes() {
        for len in 0..=8 {
            let bytes: Vec<u8> = (1..=len as u8).collect();
            let mut padded = [0; 8];
            padded[..len].copy_from_slice(&bytes);
            assert_eq!(load_short(&bytes), u64::from_le_bytes(padded), "{len}");
        }
    }
}
