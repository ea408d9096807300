//! Drawing records, whichever rows they are in.

use crate::Result;
use lethe_data::random::{Random, STEP, mix};
use lethe_data::{Context, Reservation, Table};
use std::collections::HashSet;

/// What a sample is for; samples for different purposes are independent.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Separation = 1,
    Distinct = 2,
    Choice = 3,
    Check = 4,
}

/// All records of a table, numbered by row.
pub(super) struct Records {
    total: u64,
    /// With weights: the number of records up to and including each row.
    ends: Option<Vec<u64>>,
    seed: u64,
    _memory: Reservation,
}

impl Records {
    pub(super) fn of(table: &Table, context: &Context) -> Result<Self> {
        let mut memory = context.memory().reserve("drawing records");
        let mut total = 0;
        let ends = match table.weights() {
            None => {
                total = table.rows() as u64;
                None
            }
            Some(weights) => {
                memory.try_grow(std::mem::size_of_val(weights))?;
                let running = weights.iter().map(|weight| {
                    total += weight;
                    total
                });
                Some(running.collect())
            }
        };
        Ok(Self { total, ends, seed: context.seed(), _memory: memory })
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Whether so many draws are no less work than looking at everyone. Rows without records make a table long, weights
    /// make its records many; a sample pays only when it is smaller than both.
    pub(super) fn all_within(&self, draws: u64, table: &Table) -> bool {
        draws >= self.total.min(table.rows() as u64)
    }

    /// The rows of a pair of different records; all pairs are equally likely. There must be two records.
    pub(super) fn pair(&self, purpose: Purpose, index: u64) -> (usize, usize) {
        let mut draws = stream(self.seed, purpose, index);
        let first = draws.below(self.total);
        let second = draws.below(self.total - 1);
        (self.row(first), self.row(second + u64::from(second >= first)))
    }

    /// The rows of `count` different records, or of everyone when there are fewer, ascending; all such groups are
    /// equally likely (Floyd's method).
    pub(super) fn group(&self, purpose: Purpose, count: u64) -> Vec<u32> {
        let count = count.min(self.total);
        let mut draws = stream(self.seed, purpose, 0);
        let mut chosen = HashSet::with_capacity(count as usize);
        for last in self.total - count..self.total {
            let person = draws.below(last + 1);
            if !chosen.insert(person) {
                chosen.insert(last);
            }
        }
        let mut rows: Vec<u32> = chosen.into_iter().map(|person| self.row(person) as u32).collect();
        rows.sort_unstable();
        rows
    }

    fn row(&self, person: u64) -> usize {
        self.ends.as_ref().map_or(person as usize, |ends| ends.partition_point(|&end| end <= person))
    }
}

/// A stream of random numbers that depends on its name alone.
fn stream(seed: u64, purpose: Purpose, index: u64) -> Random {
    let named = mix(seed.wrapping_add((purpose as u64).wrapping_mul(STEP)));
    Random::new(mix(named ^ mix(index.wrapping_add(STEP))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    fn records(weights: Vec<u64>) -> Records {
        let cells = vec![Some("x"); weights.len()];
        let table = Table::new(vec![Column::from_texts("a", cells, TypeChoice::Infer).unwrap()]).unwrap();
        Records::of(&table.with_weights(weights).unwrap(), &Context::new(1).unwrap()).unwrap()
    }

    #[test]
    fn rows_are_drawn_as_often_as_they_have_records_and_never_without_any() {
        let records = records(vec![0, 3, 0, 1, 0]);
        let mut drawn = [0u64; 5];
        for index in 0..4000 {
            let (first, second) = records.pair(Purpose::Separation, index);
            drawn[first] += 1;
            drawn[second] += 1;
        }
        assert_eq!((drawn[0], drawn[2], drawn[4]), (0, 0, 0));
        // Half of all pairs have the one person of the fourth row.
        assert!((1900..2100).contains(&drawn[3]), "{}", drawn[3]);
    }

    #[test]
    fn a_group_has_different_records_and_can_be_everyone() {
        let records = records(vec![2, 0, 1, 4]);
        assert_eq!(records.group(Purpose::Distinct, 7), [0, 0, 2, 3, 3, 3, 3]);
        assert_eq!(records.group(Purpose::Distinct, 3).len(), 3);
        assert_eq!(records.group(Purpose::Distinct, 9).len(), 7, "nobody is drawn twice");
        let mut counts = [0u64; 4];
        for seed in 0..3500 {
            let seeded = Records { seed, ends: records.ends.clone(), ..self::records(vec![2, 0, 1, 4]) };
            seeded.group(Purpose::Distinct, 2).iter().for_each(|&row| counts[row as usize] += 1);
        }
        // Two of seven records, 3,500 times: each person about 1,000 times.
        assert!((1900..2100).contains(&counts[0]) && (900..1100).contains(&counts[2]), "{counts:?}");
    }
}
