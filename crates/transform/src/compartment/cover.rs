//! The fewest sets that cover everything.

use crate::Result;
use lethe_data::Context;

/// Some of the elements to be covered, as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Elements(Vec<u64>);

impl Elements {
    pub(super) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub(super) fn contains(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|&element| self.contains(element))
    }

    fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }
}

/// The sets chosen, by position, and what is known of how few could do.
pub(super) struct Chosen {
    pub(super) sets: Vec<usize>,
    pub(super) lower_bound: usize,
}

/// Branches of the exact search before it is given up.
const BRANCHES: u64 = 300_000;
/// Beyond so many sets, looking at all of them in every branch takes too long.
const EXACT_SETS: usize = 2_000;

/// Chooses few of the candidates so that every element of some candidate is covered.
///
/// **Guarantee**: no family of fewer than `lower_bound` candidates covers; the greedy choice has at most H(n) times the
/// fewest sets, where n is the size of the largest candidate. Where the search ends in time, the choice is one of the fewest.
/// **Paper**: Chvátal 1979 for the greedy choice and its bound.
/// **Errors**: the run is cancelled.
pub(super) fn cover(candidates: &[Elements], context: &Context) -> Result<Chosen> {
    let mut all =
        candidates.first().map_or_else(|| Elements::none(0), |set| Elements::none(set.0.len() * 64));
    for set in candidates {
        set.iter().for_each(|element| all.insert(element));
    }
    let greedy = greedy(candidates, &all);
    let simple = by_largest(candidates, &all);
    if greedy.len() <= simple || candidates.len() > EXACT_SETS {
        let lower_bound = simple.min(greedy.len());
        return Ok(Chosen { sets: greedy, lower_bound });
    }
    let holders = holders(candidates, &all);
    let mut search = Search { candidates, holders, best: greedy, taken: Vec::new(), branches: 0, context };
    let proven = search.branch(&all)?;
    let mut sets = search.best;
    sets.sort_unstable();
    let lower_bound = if proven { sets.len() } else { simple };
    Ok(Chosen { sets, lower_bound })
}

/// Takes the candidate with most new elements, the first of several, until everything is covered.
fn greedy(candidates: &[Elements], all: &Elements) -> Vec<usize> {
    let mut left = all.clone();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let gain = |index: &usize| (candidates[*index].common(&left), candidates.len() - index);
        // Some candidate holds what is left, since everything is from one.
        let Some(best) = (0..candidates.len()).max_by_key(gain) else { break };
        left = left.without(&candidates[best]);
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

/// So many sets are needed even if each had as many new elements as the largest.
fn by_largest(candidates: &[Elements], left: &Elements) -> usize {
    let largest = candidates.iter().map(|set| set.common(left)).max().unwrap_or(0);
    left.common(left).div_ceil(largest.max(1))
}

fn holders(candidates: &[Elements], all: &Elements) -> Vec<Vec<usize>> {
    let mut holders = vec![Vec::new(); all.0.len() * 64];
    for (index, set) in candidates.iter().enumerate() {
        set.iter().for_each(|element| holders[element].push(index));
    }
    holders
}

struct Search<'a> {
    candidates: &'a [Elements],
    /// The candidates that hold each element.
    holders: Vec<Vec<usize>>,
    best: Vec<usize>,
    taken: Vec<usize>,
    branches: u64,
    context: &'a Context,
}

impl Search<'_> {
    /// Covers what is left in every way that could beat the best; false when given up.
    fn branch(&mut self, left: &Elements) -> Result<bool> {
        if left.is_empty() {
            if self.taken.len() < self.best.len() {
                self.best.clone_from(&self.taken);
            }
            return Ok(true);
        }
        self.branches += 1;
        if self.branches > BRANCHES {
            return Ok(false);
        }
        if self.branches.is_multiple_of(1024) {
            self.context.check_cancelled()?;
        }
        let needed = by_largest(self.candidates, left).max(self.apart(left));
        if self.taken.len() + needed >= self.best.len() {
            return Ok(true);
        }
        // One of its few holders must be taken.
        let rarest = left.iter().min_by_key(|&element| self.holders[element].len());
        let mut ways = rarest.map_or_else(Vec::new, |element| self.holders[element].clone());
        ways.sort_by_key(|&index| std::cmp::Reverse(self.candidates[index].common(left)));
        for index in ways {
            self.taken.push(index);
            let ended = self.branch(&left.without(&self.candidates[index]))?;
            self.taken.pop();
            if !ended {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Elements of which no two are in one set need a set each.
    fn apart(&self, left: &Elements) -> usize {
        let mut free = left.clone();
        let mut count = 0;
        let mut order: Vec<usize> = left.iter().collect();
        order.sort_by_key(|&element| self.holders[element].len());
        for element in order {
            if free.contains(element) {
                count += 1;
                for &index in &self.holders[element] {
                    free = free.without(&self.candidates[index]);
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_fewest_sets_are_found_and_proven(bits in prop::collection::vec(1u64..1 << 10, 0..10)) {
            let all = bits.iter().fold(0, |all, set| all | set);
            let union = |chosen: usize| (0..bits.len()).filter(|i| chosen >> i & 1 == 1).fold(0, |u, i| u | bits[i]);
            let fewest = (0..1usize << bits.len())
                .filter(|&chosen| union(chosen) == all)
                .map(usize::count_ones)
                .min()
                .unwrap() as usize;
            let candidates: Vec<Elements> = bits.iter().map(|&set| Elements(vec![set])).collect();
            let chosen = cover(&candidates, &Context::new(1).unwrap()).unwrap();
            prop_assert_eq!((chosen.sets.len(), chosen.lower_bound), (fewest, fewest));
            prop_assert_eq!(chosen.sets.iter().fold(0, |u, &i| u | bits[i]), all);
        }
    }
}
