//! From parents and children to one path a leaf.

use super::{HierarchyFileError, Located, MOST_LEVELS, Place, Row, crown, too_high};
use lethe_data::DefectKind;

/// A forest while its edges are read.
#[derive(Default)]
pub(super) struct Tree {
    labels: Vec<String>,
    parents: Vec<Option<Edge>>,
    children: Vec<Vec<usize>>,
    found: Vec<Located>,
}

#[derive(Clone, Copy)]
struct Edge {
    parent: usize,
    place: Place,
}

impl Tree {
    pub(super) fn add_node(&mut self, label: String) -> usize {
        self.labels.push(label);
        self.parents.push(None);
        self.children.push(Vec::new());
        self.labels.len() - 1
    }

    /// Hangs a node under another; the first parent of a node stays, others are defects.
    pub(super) fn add_edge(&mut self, parent: usize, child: usize, place: Place) {
        if let Some(first) = self.parents[child] {
            let kind = if first.parent == parent {
                DefectKind::DuplicateLeaf
            } else {
                DefectKind::TwoParents { level: self.height_of(child) }
            };
            self.found.push(Located { place, earlier: Some(first.place), kind });
            return;
        }
        self.parents[child] = Some(Edge { parent, place });
        self.children[parent].push(child);
    }

    /// Levels from a node down its first children: its level in the hierarchy, where all depths are equal.
    fn height_of(&self, node: usize) -> usize {
        let first_child = |&node: &usize| self.children[node].first().copied();
        std::iter::successors(Some(node), first_child).take(self.labels.len()).count() - 1
    }

    /// One row a leaf, in depth-first order, and what is wrong with the tree.
    ///
    /// **Errors**: the tree is higher than any real hierarchy.
    pub(super) fn into_rows(mut self) -> Result<(Vec<Row>, Vec<Located>), HierarchyFileError> {
        let mut reached = vec![false; self.labels.len()];
        let mut rows = Vec::new();
        let roots = (0..self.labels.len()).rev().filter(|&node| self.parents[node].is_none());
        let mut stack: Vec<(usize, usize)> = roots.map(|root| (root, 1)).collect();
        while let Some((node, depth)) = stack.pop() {
            if depth > MOST_LEVELS {
                return Err(too_high());
            }
            reached[node] = true;
            if self.children[node].is_empty() {
                rows.push(self.path_of(node));
            }
            stack.extend(self.children[node].iter().rev().map(|&child| (child, depth + 1)));
        }
        self.find_cycles(&mut reached);
        crown(&mut rows);
        self.found.sort_by_key(|located| located.place);
        Ok((rows, self.found))
    }

    fn path_of(&self, leaf: usize) -> Row {
        let up = |&node: &usize| self.parents[node].map(|edge| edge.parent);
        let labels = std::iter::successors(Some(leaf), up).map(|node| self.labels[node].clone()).collect();
        Row::new(self.parents[leaf].map_or(Place::File, |edge| edge.place), labels)
    }

    /// What no root reaches hangs under a cycle: every node has at most one parent.
    fn find_cycles(&mut self, reached: &mut [bool]) {
        let mut walk_of = vec![usize::MAX; self.labels.len()];
        for start in 0..self.labels.len() {
            let mut node = start;
            while !reached[node] {
                reached[node] = true;
                walk_of[node] = start;
                // A node without parent is a root and was reached.
                let Some(edge) = self.parents[node] else { break };
                if walk_of[edge.parent] == start {
                    self.found.push(Located::new(edge.place, DefectKind::Cycle));
                }
                node = edge.parent;
            }
        }
    }
}
