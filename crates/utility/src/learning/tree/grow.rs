//! Growing a tree from its root, and cutting back what pays for nothing.

use super::split::{Search, Split};
use super::{Branch, Node, prune, reduce};
use crate::learning::Options;
use crate::learning::lesson::Lesson;
use lethe_data::{Context, Result};

struct Grower<'a> {
    lesson: &'a Lesson<'a>,
    options: &'a Options,
    context: &'a Context,
    search: Search,
    nodes: Vec<Node>,
}

/// The nodes of the tree, its root first.
pub(super) fn grow(lesson: &Lesson<'_>, options: &Options, context: &Context) -> Result<Vec<Node>> {
    let search = Search::new(lesson, options.min_leaf);
    let mut grower = Grower { lesson, options, context, search, nodes: Vec::new() };
    let (mut rows, checking) = reduce::set_aside(&lesson.rows, options.seed);
    let mut spare = Vec::with_capacity(rows.len());
    grower.grow(&mut rows, &mut spare, 0)?;
    let mut nodes = grower.nodes;
    reduce::reduce(&mut nodes, lesson, &checking);
    Ok(nodes)
}

impl Grower<'_> {
    /// Grows the node of some rows; returns the errors that are to be expected of its leaves.
    fn grow(&mut self, rows: &mut [u32], spare: &mut Vec<u32>, depth: usize) -> Result<f64> {
        self.context.check_cancelled()?;
        let at = self.nodes.len();
        let counts = self.lesson.count(rows);
        let errors = prune::pessimistic_errors(&counts);
        let pure = counts.iter().filter(|&&count| count > 0.0).count() < 2;
        let split = if pure || depth == self.options.max_depth {
            None
        } else {
            self.search.best(self.lesson, rows, &counts)
        };
        self.nodes.push(Node { counts, branch: None });
        let Some(split) = split else { return Ok(errors) };
        let lefts = divide(self.lesson, rows, spare, &split);
        let (left_rows, right_rows) = rows.split_at_mut(lefts);
        let left = self.nodes.len() as u32;
        let mut below = self.grow(left_rows, spare, depth + 1)?;
        let right = self.nodes.len() as u32;
        below += self.grow(right_rows, spare, depth + 1)?;
        if errors <= below + prune::WORTH_A_SPLIT {
            self.nodes.truncate(at + 1);
            return Ok(errors);
        }
        self.nodes[at].branch = Some(Branch { split, left, right });
        Ok(below)
    }
}

/// Puts the rows that go left first, each side in its order; returns how many they are.
fn divide(lesson: &Lesson<'_>, rows: &mut [u32], spare: &mut Vec<u32>, split: &Split) -> usize {
    spare.clear();
    let mut lefts = 0;
    for at in 0..rows.len() {
        let row = rows[at];
        if split.goes_left(lesson.sheet.row(row)) {
            rows[lefts] = row;
            lefts += 1;
        } else {
            spare.push(row);
        }
    }
    rows[lefts..].copy_from_slice(spare);
    lefts
}
