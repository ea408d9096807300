//! The rows that are kept: four codes and the row's number, as the example of Dimakopoulos (2022, section 3.2.1) has
//! four quasi-identifying columns.

use crate::jobs::random::Random;

/// A row's number, and its codes.
pub(super) type Row = [u32; WORDS];
pub(super) const WORDS: usize = 5;
/// The values of each column: age, salary, date of death, code of a disease.
const DOMAINS: [u64; WORDS - 1] = [100, 10_000, 20_000, 15_000];
/// Where the split looks, and the first value of its upper side.
pub(super) const SPLIT_AT: usize = 2;
pub(super) const THRESHOLD: u32 = 5_000;
/// The groups that rows are given to.
pub(super) const GROUPS: u32 = 1_000;

/// The rows.
pub(super) fn made(rows: usize) -> Vec<Row> {
    let mut random = Random::new(3);
    let row = |number| {
        let mut row = [number; WORDS];
        for (code, domain) in row[1..].iter_mut().zip(DOMAINS) {
            *code = random.below(domain) as u32;
        }
        row
    };
    (0..rows as u32).map(row).collect()
}

/// The group of a row, which has nothing to do with its place.
pub(super) fn group_of(row: &Row) -> u32 {
    Random::new(u64::from(row[0])).below(u64::from(GROUPS)) as u32
}

/// What some rows were, in whatever order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) rows: u64,
    sum: u64,
}

impl Tally {
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut tally = Self::default();
        for row in rows {
            tally.add(row);
        }
        tally
    }

    pub(super) fn add(&mut self, row: &Row) {
        // Multiplying by a different odd number for each place notices codes that changed places.
        let mixed = row
            .iter()
            .fold(0u64, |mixed, &word| (mixed ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.rows += 1;
        self.sum = self.sum.wrapping_add(mixed);
    }

    pub(super) fn unite(&mut self, other: Self) {
        self.rows += other.rows;
        self.sum = self.sum.wrapping_add(other.sum);
    }
}
