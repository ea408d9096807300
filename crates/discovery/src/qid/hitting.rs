//! The minimal sets of columns that hit each of some sets.
//!
//! They are enumerated depth first in the way of MMCS (Murakami & Uno 2014): a partial solution knows, for each of its
//! columns, how many sets only this column hits. A column without such a set can never become necessary again, so
//! the branch ends; each minimal hitting set is met once, and no found one need be remembered to know that. One
//! partial solution is changed and changed back, with a stack of its own, so that neither memory nor the depth of calls
//! grows with the columns chosen.

use super::found_sets::FoundSets;
use crate::Result;
use lethe_data::{ColumnSet, Context};
use rayon::prelude::*;

/// Branches of the first levels are explored at the same time.
const PARALLEL_LEVELS: usize = 3;

/// Hands the minimal subsets of `universe` that share a column with each of the `edges` to `found`, in no order. An edge
/// without a column of the universe cannot be hit, so there is none then.
pub(super) fn minimal_hitting_sets(
    universe: &ColumnSet,
    edges: &[ColumnSet],
    found: &FoundSets<'_>,
    context: &Context,
) -> Result<()> {
    let mut memory = context.memory().reserve("hitting sets");
    let members: usize = edges.iter().map(ColumnSet::len).sum();
    memory.try_grow(members * (size_of::<u16>() + size_of::<u32>()) + edges.len() * size_of::<Vec<u16>>())?;
    let width = universe.iter().last().map_or(0, |last| last + 1);
    let mut search =
        Search { edges: Vec::with_capacity(edges.len()), hits: vec![Vec::new(); width], found, context };
    for (index, edge) in edges.iter().enumerate() {
        let members = edge.intersection(universe);
        members.iter().for_each(|column| search.hits[column].push(index as u32));
        search.edges.push(members.iter().map(|column| column as u16).collect());
    }
    let mut partial = Partial::new(universe, edges.len(), width);
    // What hits a set of one column is in every solution: no need to find out at each step.
    for edge in search.edges.iter().filter(|edge| edge.len() == 1) {
        let column = usize::from(edge[0]);
        if !partial.chosen.contains(column) {
            partial.candidates[column] = false;
            search.choose(&mut partial, column)?;
        }
    }
    context.install(|| search.split(partial, 0))
}

/// A partial solution.
#[derive(Clone)]
struct Partial {
    chosen: ColumnSet,
    /// By column: whether it may still be chosen.
    candidates: Vec<bool>,
    /// By edge: how many chosen columns hit it, and the exclusive or of these columns. With one it is this column.
    times: Vec<u16>,
    by: Vec<u16>,
    /// By column: the edges that it alone hits.
    critical: Vec<u32>,
    /// The edges that no chosen column hits.
    open: usize,
}

impl Partial {
    fn new(universe: &ColumnSet, edges: usize, width: usize) -> Self {
        Self {
            chosen: ColumnSet::default(),
            candidates: (0..width).map(|column| universe.contains(column)).collect(),
            times: vec![0; edges],
            by: vec![0; edges],
            critical: vec![0; width],
            open: edges,
        }
    }

    fn set_aside(&mut self, columns: &[u16]) {
        for &column in columns {
            self.candidates[usize::from(column)] = false;
        }
    }

    fn readmit(&mut self, columns: &[u16]) {
        for &column in columns {
            self.candidates[usize::from(column)] = true;
        }
    }

    fn bytes(&self) -> usize {
        self.times.len() * 2 * size_of::<u16>() + self.candidates.len() * (1 + size_of::<u32>())
    }
}

/// A choice to be made: one of these columns.
struct Choice {
    columns: Vec<u16>,
    tried: usize,
    /// Whether the column tried last is in the partial solution.
    taken: bool,
}

impl Choice {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.columns.len() * size_of::<u16>()
    }
}

struct Search<'a> {
    /// The columns of each edge.
    edges: Vec<Vec<u16>>,
    /// By column: the edges that it hits.
    hits: Vec<Vec<u32>>,
    found: &'a FoundSets<'a>,
    context: &'a Context,
}

impl Search<'_> {
    /// Explores the first levels with a partial solution for each branch.
    fn split(&self, mut partial: Partial, level: usize) -> Result<()> {
        if level == PARALLEL_LEVELS {
            return self.explore(partial);
        }
        let Some(columns) = self.branches(&partial) else {
            return self.found.push(partial.chosen);
        };
        partial.set_aside(&columns);
        let mut memory = self.context.memory().reserve("hitting sets");
        let mut children = Vec::with_capacity(columns.len());
        for column in columns.into_iter().map(usize::from) {
            memory.try_grow(partial.bytes())?;
            let mut child = partial.clone();
            if self.choose(&mut child, column)? {
                // Columns tried before are open to the branches after them, so no solution is met twice.
                partial.candidates[column] = true;
                children.push(child);
            }
        }
        children.into_par_iter().try_for_each(|child| self.split(child, level + 1))
    }

    fn explore(&self, mut partial: Partial) -> Result<()> {
        let mut memory = self.context.memory().reserve("hitting sets");
        let mut stack: Vec<Choice> = Vec::new();
        let enter = |partial: &mut Partial, stack: &mut Vec<Choice>| {
            let Some(columns) = self.branches(partial) else {
                return self.found.push(partial.chosen.clone());
            };
            partial.set_aside(&columns);
            stack.push(Choice { columns, tried: 0, taken: false });
            Ok(())
        };
        enter(&mut partial, &mut stack)?;
        memory.try_grow(stack.first().map_or(0, Choice::bytes))?;
        while let Some(choice) = stack.last_mut() {
            self.context.check_cancelled()?;
            if self.found.is_full() {
                return Ok(());
            }
            if std::mem::take(&mut choice.taken) {
                let column = usize::from(choice.columns[choice.tried - 1]);
                self.give_back(&mut partial, column);
                partial.candidates[column] = true;
            }
            let Some(&column) = choice.columns.get(choice.tried) else {
                partial.readmit(&choice.columns);
                memory.shrink(choice.bytes());
                stack.pop();
                continue;
            };
            choice.tried += 1;
            let column = usize::from(column);
            if self.choose(&mut partial, column)? {
                choice.taken = true;
                let depth = stack.len();
                enter(&mut partial, &mut stack)?;
                memory.try_grow(stack.get(depth).map_or(0, Choice::bytes))?;
            } else {
                self.give_back(&mut partial, column);
            }
        }
        Ok(())
    }

    /// The columns of an edge that is still open, one of which must be chosen; `None` when there is no such edge.
    fn branches(&self, partial: &Partial) -> Option<Vec<u16>> {
        if partial.open == 0 {
            return None;
        }
        let is_candidate = |column: &&u16| partial.candidates[usize::from(**column)];
        let open = self.edges.iter().zip(&partial.times).filter(|(_, times)| **times == 0);
        // The open edge with the fewest candidates has the fewest branches.
        let (edge, _) = open.min_by_key(|(edge, _)| edge.iter().filter(is_candidate).count())?;
        Some(edge.iter().filter(is_candidate).copied().collect())
    }

    /// Adds a column; says whether every chosen column is still necessary.
    fn choose(&self, partial: &mut Partial, column: usize) -> Result<bool> {
        partial.chosen.insert(column)?;
        let mut necessary = true;
        for edge in self.hits[column].iter().map(|&edge| edge as usize) {
            partial.times[edge] += 1;
            match partial.times[edge] {
                1 => {
                    partial.open -= 1;
                    partial.critical[column] += 1;
                }
                2 => {
                    let other = usize::from(partial.by[edge]);
                    partial.critical[other] -= 1;
                    necessary &= partial.critical[other] > 0;
                }
                _ => {}
            }
            partial.by[edge] ^= column as u16;
        }
        Ok(necessary)
    }

    /// Removes the column that was added last.
    fn give_back(&self, partial: &mut Partial, column: usize) {
        partial.chosen.remove(column);
        for edge in self.hits[column].iter().map(|&edge| edge as usize) {
            partial.by[edge] ^= column as u16;
            match partial.times[edge] {
                1 => {
                    partial.open += 1;
                    partial.critical[column] -= 1;
                }
                2 => partial.critical[usize::from(partial.by[edge])] += 1,
                _ => {}
            }
            partial.times[edge] -= 1;
        }
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

    fn hitting(universe: &ColumnSet, edges: &[ColumnSet], context: &Context) -> Vec<ColumnSet> {
        let found = FoundSets::new(usize::MAX, context);
        minimal_hitting_sets(universe, edges, &found, context).unwrap();
        found.sorted().unwrap()
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
                let found = hitting(&universe, &sets, context);
                prop_assert_eq!(&found, &expected);
                let again = hitting(&universe, &found, context);
                prop_assert_eq!(again, minimal(columns, |bits| edges.iter().any(|edge| edge & !bits == 0)));
            }
        }
    }

    #[test]
    fn columns_beyond_128_and_more_than_64_edges_are_no_border() {
        let pairs: Vec<ColumnSet> = (0..10).map(|i| ColumnSet::of([i, 200 + i]).unwrap()).collect();
        let universe = ColumnSet::of((0..10).chain(200..210)).unwrap();
        let found = hitting(&universe, &pairs, &CONTEXTS[1]);
        assert_eq!(found.len(), 1 << 10);
        assert_eq!(hitting(&universe, &found, &CONTEXTS[1]), pairs);
    }

    #[test]
    fn thousands_of_chosen_columns_do_not_overflow_the_stack() {
        let universe = ColumnSet::all(4000).unwrap();
        let singles: Vec<ColumnSet> = (0..4000).map(|i| ColumnSet::of([i]).unwrap()).collect();
        assert_eq!(hitting(&universe, &singles, &CONTEXTS[0]), std::slice::from_ref(&universe));
        let pairs: Vec<ColumnSet> = (0..2000).map(|i| ColumnSet::of([i, 2000 + i]).unwrap()).collect();
        let found = FoundSets::new(100, &CONTEXTS[0]);
        minimal_hitting_sets(&universe, &pairs, &found, &CONTEXTS[0]).unwrap();
        assert!(found.sorted().is_none(), "there are more than a hundred");
    }
}
