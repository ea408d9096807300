//! What records are judged by.

use thiserror::Error;

/// What happens to a record that was held too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overdue {
    /// Cells are replaced by suppressed cells until the rest is safe.
    Suppress,
    /// It is never shown.
    Drop,
}

/// The column sets, and how many carriers each combination on them needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    k: u64,
    columns: usize,
    sets: Vec<Vec<usize>>,
    max_delay: u64,
    overdue: Overdue,
}

/// Why rules make no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Nothing would be demanded.
    #[error("k must be at least 1")]
    NoRecords,
    /// Nothing would be judged.
    #[error("there is no column set to judge records on")]
    NoSets,
    /// A set names a column that is not there.
    #[error("a column set names column {0}, which is not there")]
    UnknownColumn(usize),
    /// Too many sets to count each of them.
    #[error("{0} column sets are too many to count; at most {max}", max = Rules::MOST_SETS)]
    TooManySets(usize),
}

impl Rules {
    /// The most column sets that are counted at once.
    pub const MOST_SETS: usize = 10_000;

    /// Rules for records of `columns` cells.
    ///
    /// **Guarantee**: sets within other sets are left out, because they ask for nothing more: whoever is like k others on
    /// a set is so on each part of it.
    ///
    /// **Errors**: there is no set, a set has a column that is not there, k is 0, or there are too many sets.
    pub fn new(
        k: u64,
        columns: usize,
        sets: Vec<Vec<usize>>,
        max_delay: u64,
        overdue: Overdue,
    ) -> Result<Self, RulesError> {
        if k == 0 {
            return Err(RulesError::NoRecords);
        }
        if let Some(&column) = sets.iter().flatten().find(|&&column| column >= columns) {
            return Err(RulesError::UnknownColumn(column));
        }
        let sets = maximal(sets);
        match sets.len() {
            0 => Err(RulesError::NoSets),
            count if count > Self::MOST_SETS => Err(RulesError::TooManySets(count)),
            _ => Ok(Self { k, columns, sets, max_delay, overdue }),
        }
    }

    /// The carriers that a combination needs.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// The number of judged columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The sets that are counted, none within another.
    pub fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    /// For how many batches a record waits after the one it came with.
    pub fn max_delay(&self) -> u64 {
        self.max_delay
    }

    /// What happens then.
    pub fn overdue(&self) -> Overdue {
        self.overdue
    }
}

/// The sets that lie in no other, each sorted, all in order.
fn maximal(mut sets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for set in &mut sets {
        set.sort_unstable();
        set.dedup();
    }
    sets.retain(|set| !set.is_empty());
    sets.sort();
    sets.dedup();
    // Only a larger set can hold another one; sets of one size, the usual case, need no comparison.
    let longest = sets.iter().map(Vec::len).max().unwrap_or(0);
    let holds = |large: &[usize], small: &[usize]| small.iter().all(|c| large.binary_search(c).is_ok());
    let within = |small: &Vec<usize>| {
        small.len() < longest && sets.iter().any(|large| large.len() > small.len() && holds(large, small))
    };
    let kept: Vec<bool> = sets.iter().map(|set| !within(set)).collect();
    sets.into_iter().zip(kept).filter_map(|(set, kept)| kept.then_some(set)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_within_others_are_left_out() {
        let sets = vec![vec![1], vec![2, 0], vec![0, 2], vec![0], vec![3], vec![2, 0, 0]];
        let rules = Rules::new(2, 4, sets, 0, Overdue::Drop).unwrap();
        assert_eq!(rules.sets(), [vec![0, 2], vec![1], vec![3]]);
    }

    #[test]
    fn rules_that_ask_for_nothing_are_refused() {
        let refused = |k, sets| Rules::new(k, 2, sets, 0, Overdue::Drop).unwrap_err();
        assert_eq!(refused(0, vec![vec![0]]), RulesError::NoRecords);
        assert_eq!(refused(2, vec![vec![]]), RulesError::NoSets);
        assert_eq!(refused(2, vec![vec![2]]), RulesError::UnknownColumn(2));
    }
}
