//! The safe sets of few columns that cannot grow.
//!
//! Columns are decided one after the other, depth first: in or out. A set that has as many columns as asked for is
//! listed; a smaller one only when each column outside is blocked, which means that adding it would complete a
//! quasi-identifier. A column that is out can be blocked in the end only while it is the only one out of some
//! quasi-identifier. Once one cannot be blocked any more, the set must become as large as asked for; where too few
//! columns are left for that, the branch ends. So few branches end without a set, both where the sets asked for are
//! small and where they are nearly all columns.

use super::found_sets::FoundSets;
use crate::Result;
use lethe_data::{ColumnSet, Context};

/// Finds the sets of at most `size` columns without a quasi-identifier in them that no column can be added to without
/// completing one, or without becoming larger than `size`. `size` is at least 1 and `minimal` has no empty set.
///
/// Says whether that was possible within `most_work` looks at quasi-identifiers.
pub(super) fn small_safe_sets(
    columns: &[usize],
    minimal: &[ColumnSet],
    size: usize,
    most_work: u64,
    found: &FoundSets<'_>,
    context: &Context,
) -> Result<bool> {
    // A larger quasi-identifier is in no set of this size.
    let edges: Vec<&ColumnSet> = minimal.iter().filter(|edge| edge.len() <= size).collect();
    let members: usize = edges.iter().map(|edge| edge.len()).sum();
    let mut memory = context.memory().reserve("safe sets");
    memory.try_grow(edges.len() * 16 + members * size_of::<u32>() + columns.len() * 48)?;
    let mut walk = Walk::new(columns, &edges);
    loop {
        context.check_cancelled()?;
        if found.is_full() || walk.work > most_work {
            return Ok(found.is_full());
        }
        if !walk.go_on(size, found)? && !walk.turn_back() {
            return Ok(true);
        }
    }
}

/// A set in the making. Columns are numbered by their place in the list.
struct Walk<'a> {
    columns: &'a [usize],
    /// By column: the edges it is in.
    edges_of: Vec<Vec<u32>>,
    /// By edge: how many of its columns are not in the set, and the exclusive or of them. One left is that column.
    missing: Vec<u16>,
    missing_columns: Vec<u16>,
    /// By edge: how many of its columns are decided to be out, and the exclusive or of them.
    out: Vec<u16>,
    out_columns: Vec<u16>,
    /// By column: the edges that it would complete.
    blocked: Vec<u32>,
    /// By column that is out: the edges that only it is out of.
    blockable: Vec<u32>,
    /// The columns that are out and in the end not blocked.
    addable: usize,
    /// For each column decided: whether it is in.
    decided: Vec<bool>,
    chosen: Vec<usize>,
    work: u64,
}

impl<'a> Walk<'a> {
    fn new(columns: &'a [usize], edges: &[&ColumnSet]) -> Self {
        let count = columns.len();
        let mut walk = Self {
            columns,
            edges_of: vec![Vec::new(); count],
            missing: vec![0; edges.len()],
            missing_columns: vec![0; edges.len()],
            out: vec![0; edges.len()],
            out_columns: vec![0; edges.len()],
            blocked: vec![0; count],
            blockable: vec![0; count],
            addable: 0,
            decided: Vec::with_capacity(count),
            chosen: Vec::new(),
            work: 0,
        };
        for (index, edge) in edges.iter().enumerate() {
            for place in (0..count).filter(|&place| edge.contains(columns[place])) {
                walk.edges_of[place].push(index as u32);
                walk.missing[index] += 1;
                walk.missing_columns[index] ^= place as u16;
            }
            if walk.missing[index] == 1 {
                walk.blocked[usize::from(walk.missing_columns[index])] += 1;
            }
        }
        walk
    }

    /// Decides one more column, unless nothing can come of it.
    fn go_on(&mut self, size: usize, found: &FoundSets<'_>) -> Result<bool> {
        let (next, count) = (self.decided.len(), self.columns.len());
        if self.chosen.len() + 1 == size {
            self.list_last(next, found)?;
            return Ok(false);
        }
        if next == count {
            if self.addable == 0 {
                found.push(self.set(None)?)?;
            }
            return Ok(false);
        }
        if self.addable > 0 && self.chosen.len() + (count - next) < size {
            return Ok(false);
        }
        self.decide(next, self.blocked[next] == 0);
        Ok(true)
    }

    /// Takes decisions back up to the last column that is in, and decides that it is out; `false` when there is none.
    fn turn_back(&mut self) -> bool {
        while let Some(was_in) = self.decided.pop() {
            let column = self.decided.len();
            if was_in {
                self.take_out(column);
                self.decide(column, false);
                return true;
            }
            self.allow(column);
        }
        false
    }

    /// Lists the sets with one more column, and the set itself when there can be none.
    fn list_last(&mut self, next: usize, found: &FoundSets<'_>) -> Result<()> {
        self.work += self.columns.len() as u64;
        let free = self.blocked.iter().filter(|&&edges| edges == 0).count();
        // No edge has only columns of the set, so these are never blocked.
        if free == self.chosen.len() {
            return found.push(self.set(None)?);
        }
        for column in (next..self.columns.len()).filter(|&column| self.blocked[column] == 0) {
            found.push(self.set(Some(column))?)?;
        }
        Ok(())
    }

    fn set(&self, more: Option<usize>) -> Result<ColumnSet> {
        Ok(ColumnSet::of(self.chosen.iter().copied().chain(more).map(|place| self.columns[place]))?)
    }

    fn decide(&mut self, column: usize, is_in: bool) {
        self.decided.push(is_in);
        self.work += self.edges_of[column].len() as u64 + 1;
        if is_in { self.put_in(column) } else { self.keep_out(column) }
    }

    fn put_in(&mut self, column: usize) {
        self.chosen.push(column);
        for edge in self.edges_of[column].iter().map(|&edge| edge as usize) {
            self.missing[edge] -= 1;
            self.missing_columns[edge] ^= column as u16;
            if self.missing[edge] == 1 {
                self.blocked[usize::from(self.missing_columns[edge])] += 1;
            }
        }
    }

    fn take_out(&mut self, column: usize) {
        self.chosen.pop();
        for edge in self.edges_of[column].iter().map(|&edge| edge as usize) {
            if self.missing[edge] == 1 {
                self.blocked[usize::from(self.missing_columns[edge])] -= 1;
            }
            self.missing[edge] += 1;
            self.missing_columns[edge] ^= column as u16;
        }
    }

    fn keep_out(&mut self, column: usize) {
        for edge in self.edges_of[column].iter().map(|&edge| edge as usize) {
            self.out[edge] += 1;
            match self.out[edge] {
                1 => self.blockable[column] += 1,
                2 => {
                    let other = usize::from(self.out_columns[edge]);
                    self.blockable[other] -= 1;
                    self.addable += usize::from(self.blockable[other] == 0);
                }
                _ => {}
            }
            self.out_columns[edge] ^= column as u16;
        }
        self.addable += usize::from(self.blockable[column] == 0);
    }

    /// The reverse of [`Self::keep_out`].
    fn allow(&mut self, column: usize) {
        self.addable -= usize::from(self.blockable[column] == 0);
        for edge in self.edges_of[column].iter().map(|&edge| edge as usize) {
            self.out_columns[edge] ^= column as u16;
            match self.out[edge] {
                1 => self.blockable[column] -= 1,
                2 => {
                    let other = usize::from(self.out_columns[edge]);
                    self.addable -= usize::from(self.blockable[other] == 0);
                    self.blockable[other] += 1;
                }
                _ => {}
            }
            self.out[edge] -= 1;
        }
    }
}
