//! Rows in an order that tells nothing about the one they came in.

use lethe_data::Table;

/// Keeps this use of the hash apart from others.
const PURPOSE: &str = "Lethe 2026 order of published rows";

/// Puts rows of a table into an order that the seed and the table's contents decide (Fisher and Yates).
///
/// A seed is often 0 and easily guessed. The contents are not: who could compute the order has the table already. The
/// draws are the output of a hash function, so that knowing where some rows went tells nothing about the others.
pub(super) fn shuffle(rows: &mut [u32], seed: u64, table: &Table) {
    let mut draws = Draws(contents(seed, table).finalize_xof());
    for last in (1..rows.len()).rev() {
        rows.swap(last, draws.below(last as u64 + 1) as usize);
    }
}

/// The seed and every cell of the table; lengths come first, so that no two tables read alike.
fn contents(seed: u64, table: &Table) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new_derive_key(PURPOSE);
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

struct Draws(blake3::OutputReader);

impl Draws {
    /// A number below `limit`, each equally likely: the few draws that would favour small ones are drawn again.
    fn below(&mut self, limit: u64) -> u64 {
        let uneven = limit.wrapping_neg() % limit;
        loop {
            let mut bytes = [0; 8];
            self.0.fill(&mut bytes);
            let product = u128::from(u64::from_le_bytes(bytes)) * u128::from(limit);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }
}
