//! Names that stand for people's, the same in every table made with the same key.

use crate::{Error, Result};
use std::path::Path;

/// A shorter key could be found by trying.
const LEAST_BYTES: usize = 32;
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
        let fail = |source| lethe_io::Error::File { file: name.clone(), action: "open", source };
        let bytes = std::fs::read(file).map_err(fail)?;
        Self::from_bytes(&bytes).ok_or_else(|| {
            Error::Request(format!(
                "{name}: a key needs at least {LEAST_BYTES} bytes, this one has {}; \
                 make one with: head -c 32 /dev/urandom > {name}",
                bytes.len()
            ))
        })
    }

    /// The key of these bytes; `None` when they are too few.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (bytes.len() >= LEAST_BYTES).then(|| Self(blake3::derive_key(PURPOSE, bytes)))
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

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pseudonyms_depend_on_key_and_value_alone() {
        let key = |byte: u8| Key::from_bytes(&[byte; 32]).unwrap();
        let one = key(1).pseudonym("Ada");
        assert_eq!(one, key(1).pseudonym("Ada"));
        assert_eq!((one.len(), one.chars().all(|digit| digit.is_ascii_hexdigit())), (32, true));
        assert_ne!(one, key(2).pseudonym("Ada"));
        assert_ne!(one, key(1).pseudonym("ada"));
        assert!(Key::from_bytes(&[0; 31]).is_none());
        assert_eq!(format!("{:?}", key(7)), "Key(secret)");
    }
}
