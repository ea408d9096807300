//! The cheapest columns that hit every set: which cells of a record to change, when each of these column sets gives it
//! away.

/// The columns of one record that are to be changed, and whether no cheaper choice exists.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hit {
    /// Ascending.
    pub(super) columns: Vec<usize>,
    pub(super) cost: f64,
    /// No choice costs less than this.
    pub(super) at_least: f64,
}

/// So many branches are looked at before the best choice so far is taken.
const BRANCHES: u32 = 4000;

/// Finds columns that hit all sets, at the least cost: greedily, then by branch and bound as long as that is quick.
///
/// **Guarantee**: every set has one of the columns. The greedy choice costs at most `1 + 1/2 + … + 1/d` times the least,
/// where no column is in more than `d` sets; `at_least` is a proven bound in every case, and equal to the cost where the
/// search has finished.
///
/// No set may be empty. Costs are positive.
pub(super) fn hit(sets: &[Vec<usize>], cost: impl Fn(usize) -> f64) -> Hit {
    let sets = minimal(sets);
    let greedy = greedy(&sets, &cost);
    let start = greedy.iter().map(|&column| cost(column)).sum();
    let mut search = Search { sets: &sets, cost: &cost, best: greedy, best_cost: start, left: BRANCHES };
    search.branch(&mut Vec::new(), 0.0);
    let Search { mut best, best_cost, left, .. } = search;
    best.sort_unstable();
    let at_least = if left > 0 { best_cost } else { packing(&sets, &cost) };
    Hit { columns: best, cost: best_cost, at_least }
}

/// The sets that contain no other one; hitting them hits all.
fn minimal(sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut sorted = sets.to_vec();
    sorted.sort_unstable_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
    sorted.dedup();
    let mut kept: Vec<Vec<usize>> = Vec::with_capacity(sorted.len());
    for set in sorted {
        let holds = |other: &Vec<usize>| other.iter().all(|column| set.contains(column));
        if !kept.iter().any(holds) {
            kept.push(set);
        }
    }
    kept
}

/// Again and again the column that hits most sets for its cost.
fn greedy(sets: &[Vec<usize>], cost: &impl Fn(usize) -> f64) -> Vec<usize> {
    let mut left: Vec<&Vec<usize>> = sets.iter().collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let mut columns: Vec<usize> = left.iter().flat_map(|set| set.iter().copied()).collect();
        columns.sort_unstable();
        let hits = |column: usize| left.iter().filter(|set| set.contains(&column)).count() as f64;
        columns.dedup();
        // The first of equally good ones, for a result that does not depend on anything else.
        let worth = columns.iter().map(|&column| (hits(column) / cost(column), column));
        let best = worth.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((_, column)) = best else { break };
        chosen.push(column);
        left.retain(|set| !set.contains(&column));
    }
    chosen
}

/// The cheapest columns of sets that have none in common: each must be hit by a column of its own.
fn packing(sets: &[Vec<usize>], cost: &impl Fn(usize) -> f64) -> f64 {
    let mut used: Vec<usize> = Vec::new();
    let mut sum = 0.0;
    for set in sets {
        if set.iter().any(|column| used.contains(column)) {
            continue;
        }
        used.extend(set);
        sum += set.iter().map(|&column| cost(column)).fold(f64::INFINITY, f64::min);
    }
    sum
}

struct Search<'a, C> {
    sets: &'a [Vec<usize>],
    cost: &'a C,
    best: Vec<usize>,
    best_cost: f64,
    /// Branches that may still be looked at; 0 when the search was given up.
    left: u32,
}

impl<C: Fn(usize) -> f64> Search<'_, C> {
    fn branch(&mut self, chosen: &mut Vec<usize>, spent: f64) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let unhit = self.sets.iter().find(|set| !set.iter().any(|column| chosen.contains(column)));
        let Some(set) = unhit else {
            if spent < self.best_cost {
                self.best_cost = spent;
                self.best.clone_from(chosen);
            }
            return;
        };
        for &column in set {
            let spent = spent + (self.cost)(column);
            if spent < self.best_cost {
                chosen.push(column);
                self.branch(chosen, spent);
                chosen.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn brute_force(sets: &[Vec<usize>], costs: &[f64]) -> f64 {
        let all = 0u32..1 << costs.len();
        let hits = |chosen: u32| sets.iter().all(|set| set.iter().any(|&column| chosen >> column & 1 == 1));
        let cost = |chosen: u32| -> f64 {
            (0..costs.len()).filter(|&column| chosen >> column & 1 == 1).map(|column| costs[column]).sum()
        };
        all.filter(|&chosen| hits(chosen)).map(cost).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn the_choice_hits_all_and_costs_the_least(
            sets in prop::collection::vec(prop::collection::btree_set(0usize..7, 1..4), 0..9),
            costs in prop::collection::vec(1u8..9, 7),
        ) {
            let sets: Vec<Vec<usize>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let costs: Vec<f64> = costs.into_iter().map(f64::from).collect();
            let hit = hit(&sets, |column| costs[column]);
            prop_assert!(sets.iter().all(|set| set.iter().any(|column| hit.columns.contains(column))));
            let least = brute_force(&sets, &costs);
            prop_assert!((hit.cost - least).abs() < 1e-9);
            prop_assert!((hit.at_least - least).abs() < 1e-9);
            prop_assert!(packing(&sets, &|column| costs[column]) <= least);
            // The greedy bound: no column is in more sets than there are.
            let greedy: f64 = greedy(&minimal(&sets), &|column| costs[column]).iter().map(|&c| costs[c]).sum();
            let harmonic: f64 = (1..=sets.len()).map(|set| 1.0 / set as f64).sum();
            prop_assert!(greedy <= harmonic * least + 1e-9);
        }
    }

    #[test]
    fn one_column_in_all_sets_is_enough() {
        let hit = hit(&[vec![0, 2], vec![1, 2], vec![2, 3]], |_| 1.0);
        assert_eq!(hit.columns, [2]);
    }
}
