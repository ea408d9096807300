//! Random names.

use crate::problem::{Problem, Result};

/// A name for something new: 80 random bits in hexadecimal digits.
pub(crate) fn new_id() -> Result<String> {
    random_hex(10)
}

/// A secret of 256 bits.
pub(crate) fn new_token() -> Result<String> {
    random_hex(32)
}

fn random_hex(bytes: usize) -> Result<String> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)
        .map_err(|_| Problem::internal("the operating system gives no random bits"))?;
    Ok(hex(&random))
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The version of a content, for `ETag`: the first half of a hash.
pub(crate) fn etag(hash: &[u8]) -> String {
    format!("\"{}\"", hex(&hash[..hash.len() / 2]))
}
