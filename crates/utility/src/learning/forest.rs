//! Random forests: many trees, each grown from records drawn with replacement and from features drawn at every node.
//!
//! The shares in the leaves of all trees are averaged. Trees are not pruned: what one takes for a rule by chance the others do
//! not.
//!
//! **Paper**: Breiman 2001; as many features a node as the square root of all, as there.
//!
//! **Cost**: trees × rows × depth × the square root of features.

use super::Options;
use super::draw::Draw;
use super::lesson::Lesson;
use super::tree::Tree;
use lethe_data::{Context, Result};

/// The purpose of the numbers drawn for the first tree; each tree has its own.
const PURPOSE: u64 = 0x0F0E_5700;

/// Trained trees.
#[derive(Debug)]
pub(super) struct Forest {
    trees: Vec<Tree>,
}

impl Forest {
    /// **Errors**: the run was cancelled.
    pub(super) fn train(lesson: &Lesson<'_>, options: &Options, context: &Context) -> Result<Self> {
        // Drawn by content, so that the order of rows plays no part.
        let mut rows = lesson.rows.clone();
        rows.sort_by_key(|&row| (lesson.sheet.row(row), lesson.class(row), lesson.weight(row).to_bits()));
        let tree = |number: usize| {
            let mut draw = Draw::new(options.seed, PURPOSE + number as u64);
            let rows = draw.with_replacement(&rows);
            Tree::random(&Lesson { rows, ..*lesson }, draw, options, context)
        };
        Ok(Self { trees: (0..options.trees).map(tree).collect::<Result<_>>()? })
    }

    /// The logarithm of the probability of each class.
    pub(super) fn log_probabilities(&self, row: &[u8], out: &mut [f64]) {
        let mut of_tree = vec![0.0; out.len()];
        out.fill(0.0);
        for tree in &self.trees {
            tree.log_probabilities(row, &mut of_tree);
            out.iter_mut().zip(&of_tree).for_each(|(sum, log)| *sum += log.exp());
        }
        for share in out {
            *share = (*share / self.trees.len() as f64).ln();
        }
    }
}
