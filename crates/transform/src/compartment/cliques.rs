//! The graph method: columns that are never in one quasi-identifier.
//!
//! Every quasi-identifier is projected to its pairs; two columns may be together when no pair joins them; compartments are
//! the maximal cliques of what may be together. A set of three columns that is a quasi-identifier thus forbids three pairs
//! that may each be safe: the cliques are safe, but smaller than the maximal safe sets.

use crate::Result;
use lethe_data::{ColumnSet, Context};

/// The pairs inside quasi-identifiers of two and more columns.
///
/// **Paper**: Podlesny 2023, Figure 6.1a.
pub(super) fn pairwise_projection(identifiers: &[ColumnSet]) -> Result<Vec<ColumnSet>> {
    let mut pairs = Vec::new();
    for set in identifiers {
        let columns: Vec<usize> = set.iter().collect();
        for (index, &a) in columns.iter().enumerate() {
            for &b in &columns[index + 1..] {
                pairs.push(ColumnSet::of([a, b])?);
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

/// The maximal sets of columns that hold none of the pairs, sorted; `None` when there are more than `limit`.
///
/// **Paper**: Bron & Kerbosch 1973, with the pivot of Tomita, Tanaka & Takahashi 2006.
/// **Errors**: the run is cancelled.
pub(super) fn maximal_cliques(
    columns: &ColumnSet,
    forbidden: &[ColumnSet],
    limit: usize,
    context: &Context,
) -> Result<Option<Vec<ColumnSet>>> {
    let width = columns.iter().last().map_or(0, |last| last + 1);
    let mut friends = vec![ColumnSet::default(); width];
    for column in columns.iter() {
        friends[column] = columns.clone();
        friends[column].remove(column);
    }
    for pair in forbidden.iter().filter(|pair| pair.is_subset(columns)) {
        for column in pair.iter() {
            friends[column] = friends[column].difference(pair);
        }
    }
    let mut search = Search { friends, limit, found: Vec::new(), context };
    if !search.extend(&mut ColumnSet::default(), columns.clone(), ColumnSet::default())? {
        return Ok(None);
    }
    search.found.sort_unstable();
    Ok(Some(search.found))
}

struct Search<'a> {
    friends: Vec<ColumnSet>,
    limit: usize,
    found: Vec<ColumnSet>,
    context: &'a Context,
}

impl Search<'_> {
    /// Lists the maximal cliques with `clique` and some of `candidates` but none of `done`; false beyond the limit.
    fn extend(
        &mut self,
        clique: &mut ColumnSet,
        mut candidates: ColumnSet,
        mut done: ColumnSet,
    ) -> Result<bool> {
        self.context.check_cancelled()?;
        if candidates.is_empty() {
            if done.is_empty() {
                self.found.push(clique.clone());
            }
            return Ok(self.found.len() <= self.limit);
        }
        // A maximal clique has the pivot or a column that is no friend of it, so its friends need no branch.
        let pivot = candidates
            .union(&done)
            .iter()
            .max_by_key(|&column| (candidates.intersection(&self.friends[column]).len(), usize::MAX - column))
            .unwrap_or_default();
        for column in candidates.difference(&self.friends[pivot]).iter().collect::<Vec<_>>() {
            clique.insert(column)?;
            let friends = &self.friends[column];
            let (next, behind) = (candidates.intersection(friends), done.intersection(friends));
            let within = self.extend(clique, next, behind)?;
            clique.remove(column);
            if !within {
                return Ok(false);
            }
            candidates.remove(column);
            done.insert(column)?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_discovery::qid::{BorderOptions, maximal_safe};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cliques_are_the_maximal_sets_without_a_forbidden_pair(
            pairs in prop::collection::vec((0usize..9, 0usize..9), 0..20),
            columns in prop::collection::btree_set(0usize..9, 0..9),
        ) {
            let forbidden: Vec<ColumnSet> = pairs
                .into_iter()
                .filter(|(a, b)| a != b)
                .map(|(a, b)| ColumnSet::of([a, b]).unwrap())
                .collect();
            let context = Context::new(1).unwrap();
            let columns: Vec<usize> = columns.into_iter().collect();
            let options = BorderOptions::default();
            let expected = maximal_safe(&columns, &forbidden, &options, &context).unwrap().unwrap();
            let universe = ColumnSet::of(columns.iter().copied()).unwrap();
            let cliques = maximal_cliques(&universe, &forbidden, 1000, &context).unwrap().unwrap();
            prop_assert_eq!(&cliques, &expected);
            let fewer = maximal_cliques(&universe, &forbidden, cliques.len() - 1, &context).unwrap();
            prop_assert!(fewer.is_none());
        }
    }

    #[test]
    fn a_quasi_identifier_of_three_columns_forbids_three_pairs() {
        let pairs = pairwise_projection(&[ColumnSet::of([1, 4, 6]).unwrap()]).unwrap();
        let expected = [[1, 4], [1, 6], [4, 6]].map(|pair| ColumnSet::of(pair).unwrap());
        assert_eq!(pairs, expected);
    }
}
