//! Chance that nobody can repeat who does not have the table.
//!
//! A seed is often 0 and easily guessed. The contents of the original are not: who could compute the draws has the table
//! already. The draws are the output of a hash function, so that knowing some of them tells nothing about the others.

use lethe_data::Table;

/// Draws that a purpose, a seed and every cell of a table decide.
pub(crate) struct Draws(blake3::OutputReader);

impl Draws {
    /// `purpose` keeps one use of a table's draws apart from others.
    pub(crate) fn new(purpose: &str, seed: u64, table: &Table) -> Self {
        Self(contents(purpose, seed, table).finalize_xof())
    }

    /// A number below `limit`, each equally likely: the few draws that would favour small ones are drawn again.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        let uneven = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.bits()) * u128::from(limit);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// A normal deviate (Box and Muller).
    pub(crate) fn normal(&mut self) -> f64 {
        // Above 0 and up to 1, so that the logarithm is finite.
        let first = ((self.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        let second = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        (-2.0 * first.ln()).sqrt() * (std::f64::consts::TAU * second).cos()
    }

    fn bits(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}

/// The seed and every cell of the table; lengths come first, so that no two tables read alike.
fn contents(purpose: &str, seed: u64, table: &Table) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new_derive_key(purpose);
    let number = |hasher: &mut blake3::Hasher, number: u64| {
        hasher.update(&number.to_le_bytes());
    };
    let text = |hasher: &mut blake3::Hasher, text: &str| {
        number(hasher, text.len() as u64);
        hasher.update(text.as_bytes());
    };
    number(&mut hasher, seed);
    number(&mut hasher, table.rows() as u64);
    for column in table.columns() {
        text(&mut hasher, column.name());
        number(&mut hasher, column.dictionary().len() as u64);
        column.dictionary().texts().for_each(|value| text(&mut hasher, value));
        column.codes().widened().for_each(|code| {
            hasher.update(&code.to_le_bytes());
        });
    }
    for &weight in table.weights().unwrap_or_default() {
        number(&mut hasher, weight);
    }
    hasher
}
