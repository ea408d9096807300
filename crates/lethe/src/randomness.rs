//! Where random bits come from.
//!
//! Privacy needs bits that nobody can make again, so they come from the operating system. A seed is for tests and teaching alone:
//! whoever knows it can take the noise off again, so everything made with one says that it is not private.

use lethe_num::Entropy;

/// Bytes that are requested at once.
const BLOCK: usize = 4096;
/// Keeps seeded bits apart from every other use of the hash.
const SEEDED: &str = "Lethe: bits of an insecure seed, not private";

/// A source of random bits.
pub enum Randomness {
    /// Bits that nobody can make again.
    OperatingSystem(OsBits),
    /// Bits that follow from a seed: never private.
    Insecure(Box<blake3::OutputReader>),
}

impl Randomness {
    /// The operating system's bits or, for tests only, those of a seed.
    pub fn new(insecure_seed: Option<u64>) -> Self {
        match insecure_seed {
            None => Self::OperatingSystem(OsBits::default()),
            Some(seed) => {
                let mut hash = blake3::Hasher::new_derive_key(SEEDED);
                hash.update(&seed.to_le_bytes());
                Self::Insecure(Box::new(hash.finalize_xof()))
            }
        }
    }

    /// Whether what is made with these bits may be called private.
    pub fn is_private(&self) -> bool {
        matches!(self, Self::OperatingSystem(_))
    }
}

impl Entropy for Randomness {
    type Error = getrandom::Error;

    fn word(&mut self) -> Result<u64, getrandom::Error> {
        match self {
            Self::OperatingSystem(bits) => bits.word(),
            Self::Insecure(bits) => {
                let mut word = [0; 8];
                bits.fill(&mut word);
                Ok(u64::from_le_bytes(word))
            }
        }
    }
}

/// Bits of the operating system.
#[derive(Default)]
pub struct OsBits {
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
            if let Err(error) = getrandom::fill(&mut self.block) {
                // What was not filled must never be taken for bits.
                self.block.clear();
                return Err(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(mut bits: Randomness) -> Vec<u64> {
        (0..2000).map(|_| bits.word().unwrap()).collect()
    }

    #[test]
    fn words_go_on_over_blocks_and_differ() {
        for seed in [None, Some(1)] {
            let words = words(Randomness::new(seed));
            let different: std::collections::BTreeSet<&u64> = words.iter().collect();
            assert!(different.len() > 1990);
        }
        assert_ne!(words(Randomness::new(None)), words(Randomness::new(None)));
    }

    #[test]
    fn only_a_seed_can_be_repeated_and_it_is_not_private() {
        assert_eq!(words(Randomness::new(Some(7))), words(Randomness::new(Some(7))));
        assert_ne!(words(Randomness::new(Some(7))), words(Randomness::new(Some(8))));
        assert!(Randomness::new(None).is_private() && !Randomness::new(Some(7)).is_private());
    }
}
