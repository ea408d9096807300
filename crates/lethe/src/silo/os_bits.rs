//! Random bits of the operating system.

use lethe_num::Entropy;

/// Bytes that are asked for at once.
const BLOCK: usize = 4096;

/// Bits that nobody can make again.
#[derive(Default)]
pub(super) struct OsBits {
    block: Vec<u8>,
}

impl Entropy for OsBits {
    type Error = getrandom::Error;

    fn word(&mut self) -> Result<u64, getrandom::Error> {
        loop {
            if let Some((rest, word)) = self.block.split_last_chunk::<8>() {
                let (word, rest) = (u64::from_le_bytes(*word), rest.len());
                self.block.truncate(rest);
                return Ok(word);
            }
            self.block.resize(BLOCK, 0);
            getrandom::fill(&mut self.block)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_on_over_blocks_and_differ() {
        let mut bits = OsBits::default();
        let words: std::collections::BTreeSet<u64> = (0..2000).map(|_| bits.word().unwrap()).collect();
        assert!(words.len() > 1990);
    }
}
