//! The minimal sets of columns that hit each of some sets.
//!
//! They are enumerated depth first in the way of MMCS (Murakami & Uno 2014): a partial solution keeps, for each of its
//! columns, the sets that only this column hits. A column without such a set can never become necessary again, so
//! the branch ends; each minimal hitting set is met once, and no found one need be remembered to know that.

use crate::Result;
use lethe_data::{ColumnSet, Context, Reservation};
use rayon::prelude::*;

/// Branches of the first levels are explored at the same time.
const PARALLEL_LEVELS: usize = 3;
const BITS: usize = u64::BITS as usize;

/// The minimal subsets of `universe` that share a column with each of the `edges`, sorted. An edge without a column of
/// the universe cannot be hit, so there is none then.
pub(crate) fn minimal_hitting_sets(
    universe: &ColumnSet,
    edges: &[ColumnSet],
    context: &Context,
) -> Result<Vec<ColumnSet>> {
    let width = universe.iter().last().map_or(0, |last| last + 1);
    let words = edges.len().div_ceil(BITS);
    let mut memory = context.memory().reserve("hitting sets");
    memory.try_grow(universe.len() * words * size_of::<u64>())?;
    let mut hits = vec![EdgeBits::default(); width];
    for column in universe.iter() {
        hits[column] = EdgeBits::of(edges, |edge| edge.contains(column));
    }
    let search = Search { edges, hits, bytes_a_set: size_of::<ColumnSet>() + width / 8, context };
    let root = Node {
        chosen: ColumnSet::default(),
        candidates: universe.clone(),
        open: EdgeBits::of(edges, |_| true),
        critical: Vec::new(),
    };
    let task = context.task("searching safe sets", None);
    let mut found = search.collected();
    context.install(|| search.explore(&root, 0, &mut found))?;
    task.advance(found.sets.len() as u64);
    found.sets.sort_unstable();
    Ok(found.sets)
}

/// Some of the edges.
#[derive(Clone, Debug, Default)]
struct EdgeBits(Vec<u64>);

impl EdgeBits {
    fn of(edges: &[ColumnSet], is_in: impl Fn(&ColumnSet) -> bool) -> Self {
        let word = |edges: &[ColumnSet]| {
            edges.iter().enumerate().fold(0, |word, (bit, edge)| word | u64::from(is_in(edge)) << bit)
        };
        Self(edges.chunks(BITS).map(word).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.checked_sub(1)?;
                Some(index * BITS + bit)
            })
        })
    }
}

/// A partial solution.
struct Node {
    chosen: ColumnSet,
    /// The columns that may still be chosen below this node.
    candidates: ColumnSet,
    /// The edges that no chosen column hits.
    open: EdgeBits,
    /// For each chosen column the edges that it alone hits; never empty.
    critical: Vec<EdgeBits>,
}

impl Node {
    fn bytes(&self) -> usize {
        (self.critical.len() + 1) * self.open.0.len() * size_of::<u64>()
    }
}

/// Found sets with the memory that they and the way to them occupy.
struct Collected {
    sets: Vec<ColumnSet>,
    memory: Reservation,
    bytes_a_set: usize,
}

impl Collected {
    fn make_room(&mut self, more: usize) -> Result<()> {
        if self.sets.capacity() - self.sets.len() < more {
            let more = more.max(self.sets.len()).max(16);
            self.memory.try_grow(more * self.bytes_a_set)?;
            self.sets.reserve_exact(more);
        }
        Ok(())
    }

    fn push(&mut self, set: ColumnSet) -> Result<()> {
        self.make_room(1)?;
        self.sets.push(set);
        Ok(())
    }

    fn append(&mut self, mut other: Self) -> Result<()> {
        self.make_room(other.sets.len())?;
        self.sets.append(&mut other.sets);
        Ok(())
    }
}

struct Search<'a> {
    edges: &'a [ColumnSet],
    /// For each column the edges that it hits; empty for columns outside the universe.
    hits: Vec<EdgeBits>,
    bytes_a_set: usize,
    context: &'a Context,
}

impl Search<'_> {
    fn collected(&self) -> Collected {
        let memory = self.context.memory().reserve("hitting sets");
        Collected { sets: Vec::new(), memory, bytes_a_set: self.bytes_a_set }
    }

    fn explore(&self, node: &Node, level: usize, found: &mut Collected) -> Result<()> {
        self.context.check_cancelled()?;
        found.memory.try_grow(node.bytes())?;
        self.branch(node, level, found)?;
        found.memory.shrink(node.bytes());
        Ok(())
    }

    fn branch(&self, node: &Node, level: usize, found: &mut Collected) -> Result<()> {
        // The open edge with the fewest candidates has the fewest branches.
        let branches = node
            .open
            .iter()
            .map(|edge| self.edges[edge].intersection(&node.candidates))
            .min_by_key(ColumnSet::len);
        let Some(branches) = branches else {
            return found.push(node.chosen.clone());
        };
        let mut candidates = node.candidates.difference(&branches);
        let mut children = Vec::new();
        for column in branches.iter() {
            if let Some(child) = self.choose(node, column, &candidates)? {
                // Columns tried before are open to the branches after them, so no solution is met twice.
                candidates.insert(column)?;
                if level < PARALLEL_LEVELS {
                    children.push(child);
                } else {
                    self.explore(&child, level + 1, found)?;
                }
            }
        }
        let parts: Result<Vec<Collected>> = children
            .into_par_iter()
            .map(|child| {
                let mut part = self.collected();
                self.explore(&child, level + 1, &mut part)?;
                Ok(part)
            })
            .collect();
        parts?.into_iter().try_for_each(|part| found.append(part))
    }

    /// The node with one more column, unless that makes a chosen column superfluous.
    fn choose(&self, node: &Node, column: usize, candidates: &ColumnSet) -> Result<Option<Node>> {
        let hits = &self.hits[column];
        let mut critical = Vec::with_capacity(node.critical.len() + 1);
        for edges in &node.critical {
            let left = edges.without(hits);
            if left.is_empty() {
                return Ok(None);
            }
            critical.push(left);
        }
        critical.push(node.open.and(hits));
        let mut chosen = node.chosen.clone();
        chosen.insert(column)?;
        let (candidates, open) = (candidates.clone(), node.open.without(hits));
        Ok(Some(Node { chosen, candidates, open, critical }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static CONTEXTS: LazyLock<[Context; 2]> =
        LazyLock::new(|| [1, 4].map(|threads| Context::new(threads).unwrap()));

    fn set(bits: usize) -> ColumnSet {
        ColumnSet::of((0..10).filter(|column| bits >> column & 1 == 1)).unwrap()
    }

    /// The subsets of `columns` for which `holds`, without those that another one is inside of.
    fn minimal(columns: usize, holds: impl Fn(usize) -> bool) -> Vec<ColumnSet> {
        let holding: Vec<usize> = (0..1 << columns).filter(|&bits| holds(bits)).collect();
        let is_minimal = |&bits: &usize| !holding.iter().any(|&other| other != bits && other & !bits == 0);
        let mut sets: Vec<ColumnSet> = holding.iter().copied().filter(is_minimal).map(set).collect();
        sets.sort();
        sets
    }

    proptest! {
        #[test]
        fn hitting_sets_equal_brute_force_and_are_dual(
            columns in 1usize..=10,
            edges in prop::collection::vec(prop_oneof![1usize..1 << 10, 1usize..8], 0..14),
        ) {
            let universe = ColumnSet::all(columns).unwrap();
            let edges: Vec<usize> = edges.into_iter().map(|edge| edge & ((1 << columns) - 1)).collect();
            let sets: Vec<ColumnSet> = edges.iter().copied().map(set).collect();
            let expected = minimal(columns, |bits| edges.iter().all(|edge| edge & bits != 0));
            for context in CONTEXTS.iter() {
                let hitting = minimal_hitting_sets(&universe, &sets, context).unwrap();
                prop_assert_eq!(&hitting, &expected);
                let again = minimal_hitting_sets(&universe, &hitting, context).unwrap();
                prop_assert_eq!(again, minimal(columns, |bits| edges.iter().any(|edge| edge & !bits == 0)));
            }
        }
    }

    #[test]
    fn columns_beyond_128_and_more_than_64_edges_are_no_border() {
        let pairs: Vec<ColumnSet> = (0..10).map(|i| ColumnSet::of([i, 200 + i]).unwrap()).collect();
        let universe = ColumnSet::of((0..10).chain(200..210)).unwrap();
        let hitting = minimal_hitting_sets(&universe, &pairs, &CONTEXTS[1]).unwrap();
        assert_eq!(hitting.len(), 1 << 10);
        assert_eq!(minimal_hitting_sets(&universe, &hitting, &CONTEXTS[1]).unwrap(), pairs);
    }
}
