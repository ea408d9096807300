//! Generalization hierarchies: which coarser label may stand for a value.
//!
//! A hierarchy is levelled: level 0 holds the leaves, every node has one parent in the next level, and the last level
//! is the single root [`ROOT`]. Search algorithms count on that shape (a level is one step of a lattice, and classes
//! at a level are unions of classes of the level below), so a [`Hierarchy`] cannot be made in any other: whatever
//! breaks a rule comes back as a list of [`Defect`]s, all of them at once, because a person mending a file wants to
//! see every line that is wrong.
//!
//! Nodes are told apart by their level and label, so the same label may occur on several levels.

mod bind;
mod build;
mod defect;
pub mod make;

pub use bind::{BoundHierarchy, Missing, UnknownValues};
pub use defect::{Defect, DefectKind};

use crate::{Reservation, TextArena};
use std::collections::HashMap;
use std::sync::Arc;

/// The label of every hierarchy's single root: "could be anything".
pub const ROOT: &str = "*";

/// Levels of labels, from the leaves (level 0) to the single root.
///
/// **Guarantee**: every leaf has exactly one ancestor on each level, and nested: equal ancestors on one level have
/// equal ancestors on every higher level. Clones share the labels.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    levels: Arc<[Level]>,
    leaf_index: Arc<HashMap<Box<str>, u32>>,
    /// The part of the memory budget that all clones hold together.
    #[expect(dead_code, reason = "it is given back when the last clone is dropped")]
    memory: Option<Arc<Reservation>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    labels: TextArena,
    /// The parent of each node in the next level; empty at the root.
    parents: Vec<u32>,
    /// The node above (at level 0: equal to) each leaf.
    of_leaf: Vec<u32>,
    /// The number of leaves under each node.
    leaves: Vec<u32>,
}

impl Hierarchy {
    /// A hierarchy from one path a leaf, each from the leaf to the root; nodes are numbered in order of first
    /// occurrence.
    ///
    /// **Errors**: every defect of the paths, in the order of the paths.
    pub fn from_paths<P, L>(paths: &[P]) -> Result<Self, Vec<Defect>>
    where
        P: AsRef<[L]>,
        L: AsRef<str>,
    {
        let (levels, leaf_index) = build::levels_of(paths)?;
        Ok(Self { levels: levels.into(), leaf_index: Arc::new(leaf_index), memory: None })
    }

    /// The same hierarchy, holding a part of the memory budget until it is dropped with all its clones.
    #[must_use]
    pub fn holding(self, memory: Reservation) -> Self {
        Self { memory: Some(Arc::new(memory)), ..self }
    }

    /// The number of levels, leaves and root included.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The number of nodes of a level.
    pub fn nodes(&self, level: usize) -> usize {
        self.levels[level].labels.len()
    }

    /// The number of leaves: the values that the hierarchy knows.
    pub fn leaf_count(&self) -> usize {
        self.nodes(0)
    }

    /// The labels of a level in node order.
    pub fn labels(&self, level: usize) -> impl Iterator<Item = &str> + Clone {
        self.levels[level].labels.iter()
    }

    /// The label of a node.
    pub fn label(&self, level: usize, node: u32) -> &str {
        self.levels[level].labels.get(node as usize)
    }

    /// The parent of a node in the next level; `None` for the root.
    pub fn parent(&self, level: usize, node: u32) -> Option<u32> {
        self.levels[level].parents.get(node as usize).copied()
    }

    /// The node that stands for a leaf on a level.
    pub fn node_of_leaf(&self, level: usize, leaf: u32) -> u32 {
        self.levels[level].of_leaf[leaf as usize]
    }

    /// How many leaves a node stands for, the measure of what its label hides.
    pub fn leaves_under(&self, level: usize, node: u32) -> usize {
        self.levels[level].leaves[node as usize] as usize
    }

    /// The leaf with exactly this spelling.
    pub fn find_leaf(&self, text: &str) -> Option<u32> {
        self.leaf_index.get(text).copied()
    }

    /// The labels from a leaf to the root.
    pub fn path(&self, leaf: u32) -> impl Iterator<Item = &str> + Clone {
        self.levels.iter().map(move |level| level.labels.get(level.of_leaf[leaf as usize] as usize))
    }

    /// Every path in leaf order: what [`Hierarchy::from_paths`] would make this hierarchy from.
    pub fn paths(&self) -> impl Iterator<Item = Vec<&str>> {
        (0..self.leaf_count() as u32).map(|leaf| self.path(leaf).collect())
    }
}

impl PartialEq for Hierarchy {
    fn eq(&self, other: &Self) -> bool {
        // The index is derived from the leaves.
        self.levels == other.levels
    }
}

impl Eq for Hierarchy {}

#[cfg(test)]
mod tests;
