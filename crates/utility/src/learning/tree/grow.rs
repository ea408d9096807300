//! Growing a tree from its root, and cutting back what pays for nothing.

use super::split::{Search, Split};
use super::{Branch, Node, prune, reduce};
use crate::learning::Options;
use crate::learning::draw::Draw;
use crate::learning::lesson::Lesson;
use lethe_data::{Context, Result};

struct Grower<'a> {
    lesson: &'a Lesson<'a>,
    options: &'a Options,
    context: &'a Context,
    search: Search,
    features: Vec<usize>,
    /// For a tree that is not pruned and looks at some features at a time.
    draw: Option<Draw>,
    nodes: Vec<Node>,
}

/// The nodes of the tree, its root first.
pub(super) fn grow(lesson: &Lesson<'_>, options: &Options, context: &Context) -> Result<Vec<Node>> {
    let mut grower = Grower::new(lesson, options, context, None);
    let (mut rows, checking) = reduce::set_aside(&lesson.rows, options.seed);
    let mut spare = Vec::with_capacity(rows.len());
    grower.grow(&mut rows, &mut spare, 0)?;
    let mut nodes = grower.nodes;
    reduce::reduce(&mut nodes, lesson, &checking);
    Ok(nodes)
}

/// The same for a tree of a random forest.
pub(super) fn grow_at_random(
    lesson: &Lesson<'_>,
    draw: Draw,
    options: &Options,
    context: &Context,
) -> Result<Vec<Node>> {
    let mut grower = Grower::new(lesson, options, context, Some(draw));
    let mut rows = lesson.rows.clone();
    let mut spare = Vec::with_capacity(rows.len());
    grower.grow(&mut rows, &mut spare, 0)?;
    Ok(grower.nodes)
}

impl<'a> Grower<'a> {
    fn new(lesson: &'a Lesson<'a>, options: &'a Options, context: &'a Context, draw: Option<Draw>) -> Self {
        let search = Search::new(lesson, options.min_leaf);
        let features = (0..lesson.sheet.features.len()).collect();
        Self { lesson, options, context, search, features, draw, nodes: Vec::new() }
    }

    /// The best split of some rows: by all features, or by the first few in a drawn order among which there is one.
    fn best(&mut self, rows: &[u32], counts: &[f64]) -> Option<Split> {
        let Self { lesson, search, features, draw, .. } = self;
        let at_a_time = match draw {
            Some(draw) => {
                draw.shuffle(features);
                (features.len() as f64).sqrt().ceil() as usize
            }
            None => features.len(),
        };
        features.chunks(at_a_time.max(1)).find_map(|some| search.best(lesson, rows, counts, some))
    }
    /// Grows the node of some rows; returns the errors that are to be expected of its leaves.
    fn grow(&mut self, rows: &mut [u32], spare: &mut Vec<u32>, depth: usize) -> Result<f64> {
        self.context.check_cancelled()?;
        let at = self.nodes.len();
        let counts = self.lesson.count(rows);
        let errors = prune::pessimistic_errors(&counts);
        let pure = counts.iter().filter(|&&count| count > 0.0).count() < 2;
        let split = if pure || depth == self.options.max_depth { None } else { self.best(rows, &counts) };
        self.nodes.push(Node { counts, branch: None });
        let Some(split) = split else { return Ok(errors) };
        let lefts = divide(self.lesson, rows, spare, &split);
        let (left_rows, right_rows) = rows.split_at_mut(lefts);
        let left = self.nodes.len() as u32;
        let mut below = self.grow(left_rows, spare, depth + 1)?;
        let right = self.nodes.len() as u32;
        below += self.grow(right_rows, spare, depth + 1)?;
        if self.draw.is_none() && errors <= below + prune::WORTH_A_SPLIT {
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
