//! Names that stand for records's, the same in every table made with the same key.

use crate::{Error, Result};
use std::path::Path;

/// A shorter key could be found by trying.
const LEAST_BYTES: usize = 32;
/// Whoever names a device that never ends is reported so.
const MOST_BYTES: u64 = 1 << 20;
/// Fewer different bytes than this among 32 were not drawn at random, not even as digits.
const LEAST_DIFFERENT: usize = 6;
/// Bytes that only repeat so many are no longer a secret than these.
const LONGEST_PERIOD: usize = 16;
/// Keeps these pseudonyms apart from whatever else the key file may be used for.
const PURPOSE: &str = "Lethe 2026 pseudonyms of identifying values";

/// The secret that pseudonyms are made with. Whoever has it can find out whose they are.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// Reads a key file: any bytes, at least 32, that nobody else knows.
    ///
    /// **Errors**: the file cannot be read or is too short.
    pub fn load(file: &Path) -> Result<Self> {
        let name = file.display().to_string();
        let bytes = lethe_io::read_small(file, MOST_BYTES)?;
        Self::from_bytes(&bytes).map_err(|problem| {
            Error::Request(format!("{name}: {problem}; make one with: head -c 32 /dev/urandom > {name}"))
        })
    }

    /// The key of these bytes.
    ///
    /// **Errors**: they are too few, or such as nobody draws at random.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() < LEAST_BYTES {
            return Err(format!("a key needs at least {LEAST_BYTES} bytes, this one has {}", bytes.len()));
        }
        if is_guessable(bytes) {
            return Err(
                "this key is not random: its bytes repeat, count or are too few different ones".to_owned()
            );
        }
        Ok(Self(blake3::derive_key(PURPOSE, bytes)))
    }

    /// The pseudonym of a value: 128 bits of its keyed BLAKE3 hash, in hexadecimal digits.
    ///
    /// **Guarantee**: equal values have equal pseudonyms, in every column and table; without the key, neither can a value
    /// be found from its pseudonym nor a guess be checked.
    pub fn pseudonym(&self, value: &str) -> String {
        let hash = blake3::keyed_hash(&self.0, value.as_bytes());
        hash.as_bytes()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Whether bytes are such as a test or an empty file holds: few different ones, one after the other, or the same few over and
/// over. Random bytes, also as hexadecimal or decimal digits, are never taken for such.
fn is_guessable(bytes: &[u8]) -> bool {
    let mut seen = [false; 256];
    for &byte in bytes {
        seen[usize::from(byte)] = true;
    }
    let are_few = seen.iter().filter(|&&seen| seen).count() < LEAST_DIFFERENT;
    let mut steps = bytes.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
    let first = steps.next();
    let count = steps.all(|step| Some(step) == first);
    let repeat = (1..=LONGEST_PERIOD).any(|period| bytes[period..] == bytes[..bytes.len() - period]);
    are_few || count || repeat
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(first: u8) -> Key {
        let bytes: Vec<u8> = (0..32u8).map(|at| first.wrapping_add(at.wrapping_mul(at))).collect();
        Key::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn pseudonyms_depend_on_key_and_value_alone() {
        let one = key(1).pseudonym("Ada");
        assert_eq!(one, key(1).pseudonym("Ada"));
        assert_eq!((one.len(), one.chars().all(|digit| digit.is_ascii_hexdigit())), (32, true));
        assert_ne!(one, key(2).pseudonym("Ada"));
        assert_ne!(one, key(1).pseudonym("ada"));
        assert_eq!(format!("{:?}", key(7)), "Key(secret)");
    }

    #[test]
    fn keys_that_can_be_guessed_are_refused() {
        let counted: Vec<u8> = (0..32).collect();
        let downwards: Vec<u8> = (0..64u8).map(|at| 200 - 3 * at.min(60)).collect();
        let word = b"passwordpasswordpasswordpassword".to_vec();
        for weak in [
            vec![0; 32],
            vec![255; 4096],
            counted,
            downwards[..32].to_vec(),
            word,
            b"0123456789abcdef".repeat(2),
        ] {
            assert!(Key::from_bytes(&weak).unwrap_err().contains("not random"), "{weak:?}");
        }
        assert!(Key::from_bytes(&[0; 31]).unwrap_err().contains("at least 32 bytes"));
        for strong in ["31415926535897932384626433832795", "9f86d081884c7d659a2feaa0c55ad015"] {
            Key::from_bytes(strong.as_bytes()).unwrap();
        }
    }
}
