//! The candidates of one size, family by family, without keeping the sets of the size before.
//!
//! A set is a candidate when it contains no set that is already known to rule out its supersets: quasi-identifiers,
//! and sets with a column that the others determine. When all smaller sizes are settled, such a set is exactly one
//! whose subsets are all safe. The walk goes down the tree of ascending columns and carries the ruled-out sets that
//! the path has begun to contain; a set with one column to go bans that column below. Sets inside a known safe set need
//! no test: where all that can still be added stays inside one, the walk turns back.

use super::Index;
use super::cover::Cover;
use lethe_data::ColumnSet;

/// Sets that no candidate may contain, each with its columns ascending, by their first column.
pub(super) struct Ruled {
    by_first: Vec<Vec<Box<[Index]>>>,
}

impl Ruled {
    /// Nothing is ruled out yet among so many columns.
    pub(super) fn none(columns: usize) -> Self {
        Self { by_first: vec![Vec::new(); columns] }
    }

    /// No candidate may contain this set of at least two columns, given in ascending order.
    pub(super) fn out(&mut self, set: &[Index]) {
        self.by_first[usize::from(set[0])].push(set.into());
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> usize {
        self.by_first.len()
    }

    /// The columns that can be added to a set, given in ascending order, without containing a set ruled out.
    pub(super) fn allowed(&self, set: &[Index]) -> Vec<Index> {
        let mut banned = vec![false; self.columns()];
        let mut inside = vec![false; self.columns()];
        for &column in set {
            banned[usize::from(column)] = true;
            inside[usize::from(column)] = true;
        }
        for out in self.by_first.iter().flatten() {
            let mut outside = out.iter().filter(|&&column| !inside[usize::from(column)]);
            if let (Some(&only), None) = (outside.next(), outside.next()) {
                banned[usize::from(only)] = true;
            }
        }
        (0..self.columns() as Index).filter(|&column| !banned[usize::from(column)]).collect()
    }
}

/// A prefix and the last columns that make a candidate of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    pub(super) prefix: Vec<Index>,
    pub(super) last: Vec<Index>,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walked {
    /// The visitor did not stop it.
    pub(super) finished: bool,
    /// Some candidates were left out because they are known to be safe.
    pub(super) covered: bool,
}

/// Calls `visit` for the families of all candidates of a size of at least 2 that are not known to be safe, until it
/// says stop (`false`).
pub(super) fn for_each_family(
    ruled: &Ruled,
    cover: &Cover,
    size: usize,
    visit: &mut impl FnMut(Family) -> bool,
) -> Walked {
    let columns = ruled.columns();
    let mut walk = Walk { ruled, size, prefix: Vec::with_capacity(size), visit, covered: false };
    let root = Node { banned: vec![false; columns], begun: Vec::new(), safe: cover.sets().iter().collect() };
    let finished = (0..columns).all(|column| walk.enter(column as Index, &root));
    Walked { finished, covered: walk.covered }
}

struct Walk<'a, V> {
    ruled: &'a Ruled,
    size: usize,
    prefix: Vec<Index>,
    visit: &'a mut V,
    covered: bool,
}

/// What a path has to know.
struct Node<'a> {
    /// Columns that would complete a set ruled out.
    banned: Vec<bool>,
    /// Of sets ruled out that the path contains the first columns of, what is left.
    begun: Vec<&'a [Index]>,
    /// Safe sets that contain the path.
    safe: Vec<&'a ColumnSet>,
}

impl<'a> Node<'a> {
    /// The path goes on with a column.
    fn with(&self, column: Index, ruled: &'a Ruled) -> Self {
        let mut banned = self.banned.clone();
        let mut begun = Vec::new();
        let continued = self.begun.iter().filter_map(|&rest| match rest[0].cmp(&column) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(&rest[1..]),
            std::cmp::Ordering::Greater => Some(rest),
        });
        let started = ruled.by_first[usize::from(column)].iter().map(|set| &set[1..]);
        for rest in continued.chain(started) {
            if let [only] = rest {
                banned[usize::from(*only)] = true;
            } else {
                begun.push(rest);
            }
        }
        let safe = self.safe.iter().copied().filter(|set| set.contains(usize::from(column))).collect();
        Self { banned, begun, safe }
    }
}

impl<'a, V: FnMut(Family) -> bool> Walk<'a, V> {
    /// Visits everything whose path goes on with `column`.
    fn enter(&mut self, column: Index, parent: &Node<'a>) -> bool {
        let first = usize::from(column) + 1;
        let columns = self.ruled.columns();
        if columns - first < self.size - 1 - self.prefix.len() {
            return true;
        }
        let node = parent.with(column, self.ruled);
        let mut allowed: Vec<Index> =
            (first..columns).filter(|&next| !node.banned[next]).map(|next| next as Index).collect();
        let inside = |set: &&ColumnSet| allowed.iter().all(|&next| set.contains(usize::from(next)));
        if !allowed.is_empty() && node.safe.iter().any(inside) {
            self.covered = true;
            return true;
        }
        self.prefix.push(column);
        let on = if self.prefix.len() == self.size - 1 {
            let all = allowed.len();
            allowed.retain(|&last| !node.safe.iter().any(|set| set.contains(usize::from(last))));
            self.covered |= allowed.len() < all;
            allowed.is_empty() || (self.visit)(Family { prefix: self.prefix.clone(), last: allowed })
        } else {
            allowed.into_iter().all(|next| self.enter(next, &node))
        };
        self.prefix.pop();
        on
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn candidates_are_exactly_the_sets_that_contain_nothing_ruled_out_and_are_not_known_to_be_safe(
            columns in 2usize..8,
            ruled_out in prop::collection::vec(prop::collection::btree_set(0u16..8, 2..4), 0..8),
            safe in prop::collection::vec(prop::collection::btree_set(0usize..8, 2..6), 0..4),
            size in 2usize..6,
        ) {
            let ruled_out: Vec<BTreeSet<Index>> = ruled_out
                .into_iter()
                .filter(|set| set.iter().all(|&column| usize::from(column) < columns))
                .collect();
            let mut ruled = Ruled::none(columns);
            for set in &ruled_out {
                ruled.out(&set.iter().copied().collect::<Vec<_>>());
            }
            // A safe set contains nothing ruled out.
            let safe: Vec<ColumnSet> = safe
                .into_iter()
                .map(|set| ColumnSet::of(set).unwrap())
                .filter(|set| !ruled_out.iter().any(|out| out.iter().all(|&c| set.contains(usize::from(c)))))
                .collect();
            let mut cover = Cover::default();
            for set in &safe {
                cover.add(set.clone());
            }
            let mut found = Vec::new();
            let walked = for_each_family(&ruled, &cover, size, &mut |family| {
                for &last in &family.last {
                    found.push(family.prefix.iter().copied().chain([last]).collect::<BTreeSet<_>>());
                }
                true
            });
            let columns_of = |set: &BTreeSet<Index>| ColumnSet::of(set.iter().map(|&c| usize::from(c))).unwrap();
            let candidates: Vec<BTreeSet<Index>> = (0u32..1 << columns)
                .map(|bits| (0..columns as Index).filter(|&column| bits >> column & 1 == 1).collect())
                .filter(|set: &BTreeSet<Index>| set.len() == size)
                .filter(|set| !ruled_out.iter().any(|out| out.is_subset(set)))
                .collect();
            let (known, expected): (Vec<_>, Vec<_>) =
                candidates.into_iter().partition(|set| safe.iter().any(|safe| columns_of(set).is_subset(safe)));
            prop_assert!(walked.finished && (walked.covered || known.is_empty()));
            prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected.into_iter().collect());
            prop_assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len());
        }
    }
}
