//! All databases of m rows over a small domain.

use crate::mechanism::MechanismError;
use lethe_num::{Natural, Rational};

/// The most candidates that are held.
pub const MOST_CANDIDATES: u64 = 200_000;
/// The most rows of a candidate: the numbers of orders have as many bits.
const MOST_ROWS: u32 = 10_000;

/// Databases that agree with all answers so far. Rows have no order here; how many orders there are is a database's weight.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    rows: u32,
    databases: Vec<Database>,
}

#[derive(Clone, Debug)]
struct Database {
    /// How many rows have each value.
    counts: Vec<u32>,
    /// In how many orders the rows can be written.
    orders: Natural,
}

/// How many candidates have each share of rows in a query.
#[derive(Debug)]
pub(super) struct Shares {
    rows: u32,
    /// The weight of candidates with so many rows in the query.
    weights: Vec<Natural>,
    all: Natural,
}

impl Candidates {
    /// All databases.
    pub(super) fn all(values: usize, rows: u32) -> Result<Self, MechanismError> {
        if values < 2 {
            return Err(MechanismError::TooFewAnswers { least: 2 });
        }
        if rows > MOST_ROWS {
            return Err(MechanismError::Median("m must be at most 10000"));
        }
        if too_many(values, rows) {
            let limit = MOST_CANDIDATES;
            return Err(MechanismError::TooManyCandidates { limit, size: u64::from(rows), values });
        }
        let mut databases = vec![Database { counts: Vec::new(), orders: Natural::ONE }];
        for value in 0..values {
            let is_last = value + 1 == values;
            databases = databases.iter().flat_map(|database| database.extended(rows, is_last)).collect();
        }
        Ok(Self { rows, databases })
    }

    pub(super) fn len(&self) -> usize {
        self.databases.len()
    }

    pub(super) fn shares(&self, chosen: &[bool]) -> Shares {
        let mut weights = vec![Natural::ZERO; self.rows as usize + 1];
        for database in &self.databases {
            weights[database.rows_in(chosen) as usize] += &database.orders;
        }
        let all = weights.iter().fold(Natural::ZERO, |sum, weight| sum + weight);
        Shares { rows: self.rows, weights, all }
    }

    /// Keeps the databases whose share lies within the bounds.
    pub(super) fn keep(&mut self, chosen: &[bool], least: &Rational, most: &Rational) {
        let rows = Rational::from(self.rows);
        let (least, most) = (least * &rows, most * rows);
        self.databases.retain(|database| {
            let inside = Rational::from(database.rows_in(chosen));
            least <= inside && inside <= most
        });
    }
}

impl Database {
    fn rows_in(&self, chosen: &[bool]) -> u32 {
        self.counts.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(count, _)| count).sum()
    }

    /// This database with every possible count of one more value; the last value takes all rows that are left.
    fn extended(&self, rows: u32, is_last: bool) -> Vec<Self> {
        let left = rows - self.counts.iter().sum::<u32>();
        let first = if is_last { left } else { 0 };
        let mut ways = if is_last { Natural::ONE } else { self.orders.clone() };
        let mut extended = Vec::new();
        for count in first..=left {
            let orders = if is_last { self.orders.clone() } else { ways.clone() };
            extended.push(Self { counts: [self.counts.as_slice(), &[count]].concat(), orders });
            // The ways to choose count + 1 of the rows left, from those to choose count.
            ways = ways * Natural::from(left - count) / Natural::from(count + 1);
        }
        extended
    }
}

impl Shares {
    /// Each share that occurs and the part of the candidates that have it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Rational, Rational)> {
        let occurring = self.weights.iter().enumerate().filter(|(_, weight)| **weight != Natural::ZERO);
        occurring.map(|(inside, weight)| {
            let part = Rational::from_parts(weight.clone().into(), self.all.clone());
            (Rational::from(inside) / Rational::from(self.rows), part)
        })
    }

    /// The share that half of the candidates do not exceed.
    pub(super) fn median(&self) -> Rational {
        let mut reached = Natural::ZERO;
        let middle = self.weights.iter().position(|weight| {
            reached += weight;
            &reached + &reached >= self.all
        });
        Rational::from(middle.unwrap_or(0)) / Rational::from(self.rows)
    }
}

/// Whether the number of ways to spread the rows over the values, (rows + values − 1) over (values − 1), is beyond the limit.
fn too_many(values: usize, rows: u32) -> bool {
    let mut databases = 1u128;
    for added in 1..values as u128 {
        databases = databases.saturating_mul(u128::from(rows) + added) / added;
        if databases > u128::from(MOST_CANDIDATES) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_the_numbers_of_orders() {
        let candidates = Candidates::all(3, 4).unwrap();
        assert_eq!(candidates.len(), 15);
        let all = candidates.shares(&[true, false, false]);
        assert_eq!(all.all, Natural::from(81u8));
        // Four rows with a chance of one third each: 16, 32, 24, 8, 1 of 81.
        assert_eq!(all.weights, [16u8, 32, 24, 8, 1].map(Natural::from));
        assert_eq!(all.median(), lethe_num::ratio(1, 4).unwrap());
    }

    #[test]
    fn what_does_not_agree_is_dropped() {
        let mut candidates = Candidates::all(2, 10).unwrap();
        candidates.keep(
            &[true, false],
            &crate::parse_number("0.25").unwrap(),
            &crate::parse_number("0.5").unwrap(),
        );
        assert_eq!(candidates.len(), 3);
        assert_eq!(candidates.shares(&[true, false]).iter().count(), 3);
    }

    #[test]
    fn too_many_are_refused() {
        assert_eq!(Candidates::all(3, 200).unwrap().len(), 20_301);
        assert!(matches!(Candidates::all(3, 10_000), Err(MechanismError::TooManyCandidates { .. })));
        assert!(matches!(Candidates::all(40, 10_000), Err(MechanismError::TooManyCandidates { .. })));
        assert!(matches!(Candidates::all(2, 10_001), Err(MechanismError::Median(_))));
        assert!(Candidates::all(1, 5).is_err());
    }
}
