//! What is known of each person.

use lethe_data::Column;
use lethe_data::label::says_nothing;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The code of a value that is not known.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// The known value of each person in each column.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// By column, then by person.
    pub(crate) codes: Vec<Vec<u32>>,
    records: usize,
}

impl Knowledge {
    /// Everything that columns show about so many records; a missing value, `*` and `n/a` are not known.
    pub fn of(columns: &[&Column], records: usize) -> Self {
        let codes = columns.iter().map(|column| {
            let texts = column.dictionary().texts().enumerate();
            let known = texts.map(|(code, text)| if says_nothing(text) { UNKNOWN } else { code as u32 });
            let known: Vec<u32> = known.chain([UNKNOWN]).collect();
            column.codes().widened().map(|code| known[code as usize]).collect()
        });
        Self { codes: codes.collect(), records }
    }

    /// At most `size` of the columns in which each person's value is known, every choice being equally likely.
    ///
    /// **Guarantee**: the choice for a person depends on the seed, the size, the number of the draw and the person's row
    /// only.
    #[must_use]
    pub fn draw(&self, size: usize, draw: u64, seed: u64) -> Self {
        let records = self.records;
        let mut drawn = vec![vec![UNKNOWN; records]; self.codes.len()];
        let mut columns: Vec<usize> = Vec::with_capacity(self.codes.len());
        let mut draw_for = |person: usize| {
            columns.clear();
            columns.extend((0..self.codes.len()).filter(|&column| self.codes[column][person] != UNKNOWN));
            let mut chance = chance(&[seed, size as u64, draw, person as u64]);
            for at in 0..size.min(columns.len()) {
                let left = columns.len() - at;
                let pick = at + ((u128::from(chance.next_u64()) * left as u128) >> 64) as usize;
                columns.swap(at, pick);
                drawn[columns[at]][person] = self.codes[columns[at]][person];
            }
        };
        (0..records).for_each(&mut draw_for);
        Self { codes: drawn, records }
    }

    /// What is known in some of the columns, in the order given.
    #[must_use]
    pub fn only(&self, columns: &[usize]) -> Self {
        Self {
            codes: columns.iter().map(|&column| self.codes[column].clone()).collect(),
            records: self.records,
        }
    }

    /// The records.
    pub(crate) fn records(&self) -> usize {
        self.records
    }
}

/// Random numbers that depend on these numbers only, each stirred in with the finalizer of `SplitMix64` (Steele, Lea and
/// Flood 2014).
fn chance(numbers: &[u64]) -> Xoshiro256PlusPlus {
    let stir = |state: u64, &number: &u64| {
        let mut mixed = (state ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    Xoshiro256PlusPlus::seed_from_u64(numbers.iter().fold(0, stir))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_size_asked_for_and_every_column_its_turn() {
        let codes = vec![vec![1; 600], vec![2; 600], vec![3; 600], vec![UNKNOWN; 600]];
        let all = Knowledge { codes, records: 600 };
        let drawn = all.draw(2, 0, 7);
        let known = |person: usize| drawn.codes.iter().filter(|codes| codes[person] != UNKNOWN).count();
        assert!((0..600).all(|person| known(person) == 2));
        for column in 0..3 {
            let times = drawn.codes[column].iter().filter(|&&code| code != UNKNOWN).count();
            // Each is drawn with probability 2/3: 400 times, with a standard deviation below 12.
            assert!((340..460).contains(&times), "{times}");
        }
        assert_eq!(all.draw(2, 0, 7).codes, drawn.codes);
        assert_ne!(all.draw(2, 1, 7).codes, drawn.codes);
        assert_eq!(all.draw(9, 0, 7).codes, all.codes);
    }
}
