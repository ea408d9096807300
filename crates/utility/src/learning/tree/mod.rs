//! Decision trees on counts by level.
//!
//! **Paper**: Breiman, Friedman, Olshen & Stone 1984 (binary splits by Gini's index, subsets of categories by the order of
//! their class shares, which is optimal for two classes); Quinlan 1993 (pruning by pessimistic errors) and 1987 (by
//! errors on rows set aside).
//!
//! **Cost**: rows × features a level of the tree, and features × levels × classes a node.

mod grow;
mod prune;
mod reduce;
mod split;

use super::Options;
use super::draw::Draw;
use super::lesson::Lesson;
use lethe_data::Context;
use split::Split;

/// A tree; its root is the first node.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    prior: Vec<f64>,
}

#[derive(Debug)]
struct Node {
    /// The records of each class that came here.
    counts: Vec<f64>,
    /// Where to go on; a leaf has nothing.
    branch: Option<Branch>,
}

#[derive(Debug)]
struct Branch {
    split: Split,
    left: u32,
    right: u32,
}

impl Branch {
    fn next(&self, row: &[u8]) -> usize {
        (if self.split.goes_left(row) { self.left } else { self.right }) as usize
    }
}

/// How many records the prior counts for in a leaf.
const PRIOR_RECORDS: f64 = 2.0;

impl Tree {
    /// **Errors**: the run was cancelled.
    pub(super) fn train(
        lesson: &Lesson<'_>,
        options: &Options,
        context: &Context,
    ) -> lethe_data::Result<Self> {
        let nodes = grow::grow(lesson, options, context)?;
        Ok(Self { nodes, prior: lesson.prior() })
    }

    /// A tree of a random forest: not pruned, with features drawn at every node.
    ///
    /// **Errors**: the run was cancelled.
    pub(super) fn random(
        lesson: &Lesson<'_>,
        draw: Draw,
        options: &Options,
        context: &Context,
    ) -> lethe_data::Result<Self> {
        let nodes = grow::grow_at_random(lesson, draw, options, context)?;
        Ok(Self { nodes, prior: lesson.prior() })
    }

    /// The logarithm of the probability of each class.
    pub(super) fn log_probabilities(&self, row: &[u8], out: &mut [f64]) {
        let mut node = &self.nodes[0];
        while let Some(branch) = &node.branch {
            node = &self.nodes[branch.next(row)];
        }
        let total = node.counts.iter().sum::<f64>() + PRIOR_RECORDS;
        for ((out, count), prior) in out.iter_mut().zip(&node.counts).zip(&self.prior) {
            *out = ((count + PRIOR_RECORDS * prior.exp()) / total).ln();
        }
    }

    #[cfg(test)]
    pub(super) fn leaves(&self) -> usize {
        let (mut leaves, mut open) = (0, vec![0u32]);
        while let Some(at) = open.pop() {
            match &self.nodes[at as usize].branch {
                Some(branch) => open.extend([branch.left, branch.right]),
                None => leaves += 1,
            }
        }
        leaves
    }
}
