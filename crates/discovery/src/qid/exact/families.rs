//! The candidates of one size, family by family, without keeping the sets of the size before.
//!
//! A set is a candidate when it contains no set that is already known to rule out its supersets: quasi-identifiers,
//! and sets with a column that the others determine. When all smaller sizes are settled, such a set is exactly one
//! whose subsets are all safe. The walk goes down the tree of ascending columns and carries the ruled-out sets that
//! the path has begun to contain; a set with one column to go bans that column below.

use super::Index;

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
    fn columns(&self) -> usize {
        self.by_first.len()
    }
}

/// A prefix and the last columns that make a candidate of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    pub(super) prefix: Vec<Index>,
    pub(super) last: Vec<Index>,
}

/// Calls `visit` for the families of all candidates of a size of at least 2, until it says stop (`false`).
pub(super) fn for_each_family(ruled: &Ruled, size: usize, visit: &mut impl FnMut(Family) -> bool) -> bool {
    let mut walk = Walk { ruled, size, prefix: Vec::with_capacity(size), visit };
    let columns = ruled.columns();
    (0..columns).all(|column| walk.enter(column as Index, &vec![false; columns], &[]))
}

struct Walk<'a, V> {
    ruled: &'a Ruled,
    size: usize,
    prefix: Vec<Index>,
    visit: &'a mut V,
}

/// A ruled-out set that the path contains the first columns of, and what is left of it.
type Begun<'a> = &'a [Index];

impl<'a, V: FnMut(Family) -> bool> Walk<'a, V> {
    /// Visits everything whose path goes on with `column`.
    fn enter(&mut self, column: Index, banned: &[bool], begun: &[Begun<'a>]) -> bool {
        let first = usize::from(column) + 1;
        let columns = self.ruled.columns();
        if columns - first < self.size - 1 - self.prefix.len() {
            return true;
        }
        let mut banned = banned.to_vec();
        let continued = begun.iter().filter_map(|&rest| match rest[0].cmp(&column) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(&rest[1..]),
            std::cmp::Ordering::Greater => Some(rest),
        });
        let started = self.ruled.by_first[usize::from(column)].iter().map(|set| &set[1..]);
        let mut deeper: Vec<Begun<'a>> = Vec::new();
        for rest in continued.chain(started) {
            if let [only] = rest {
                banned[usize::from(*only)] = true;
            } else {
                deeper.push(rest);
            }
        }
        self.prefix.push(column);
        let allowed = (first..columns).filter(|&next| !banned[next]).map(|next| next as Index);
        let on = if self.prefix.len() == self.size - 1 {
            let last: Vec<Index> = allowed.collect();
            last.is_empty() || (self.visit)(Family { prefix: self.prefix.clone(), last })
        } else {
            let allowed: Vec<Index> = allowed.collect();
            allowed.into_iter().all(|next| self.enter(next, &banned, &deeper))
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
        fn candidates_are_exactly_the_sets_that_contain_nothing_ruled_out(
            columns in 2usize..8,
            ruled_out in prop::collection::vec(prop::collection::btree_set(0u16..8, 2..4), 0..8),
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
            let mut found = Vec::new();
            for_each_family(&ruled, size, &mut |family| {
                for &last in &family.last {
                    found.push(family.prefix.iter().copied().chain([last]).collect::<BTreeSet<_>>());
                }
                true
            });
            let expected: Vec<BTreeSet<Index>> = (0u32..1 << columns)
                .map(|bits| (0..columns as Index).filter(|&column| bits >> column & 1 == 1).collect())
                .filter(|set: &BTreeSet<Index>| set.len() == size)
                .filter(|set| !ruled_out.iter().any(|out| out.is_subset(set)))
                .collect();
            prop_assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected.into_iter().collect());
            prop_assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len());
        }
    }
}
