//! The nodes of a small lattice by number.

use crate::lattice::Space;
use crate::{Error, Result};

/// Searches that keep something for every node refuse larger lattices.
const MOST_NODES: f64 = (1u32 << 24) as f64;

/// The nodes over some columns, numbered in the order in which levels compare column by column.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    floor: Vec<usize>,
    widths: Vec<usize>,
    strides: Vec<usize>,
}

impl Nodes {
    /// All nodes of a lattice.
    ///
    /// **Errors**: there are more than 2^24.
    pub(crate) fn of(space: &Space) -> Result<Self> {
        refuse_beyond(space.nodes())?;
        Ok(Self::over(space, 0..space.dimensions().len()))
    }

    /// The nodes over some columns of a lattice that is not too large.
    pub(super) fn over(space: &Space, columns: impl IntoIterator<Item = usize>) -> Self {
        let dimensions: Vec<_> = columns.into_iter().map(|at| &space.dimensions()[at]).collect();
        let widths: Vec<usize> = dimensions.iter().map(|dim| dim.max() - dim.min() + 1).collect();
        let mut strides = vec![1; widths.len()];
        for at in (1..widths.len()).rev() {
            strides[at - 1] = strides[at] * widths[at];
        }
        Self { floor: dimensions.iter().map(|dim| dim.min()).collect(), widths, strides }
    }

    pub(crate) fn len(&self) -> usize {
        self.widths.iter().product()
    }

    /// The levels of a node.
    pub(crate) fn levels(&self, node: usize) -> Vec<usize> {
        (0..self.widths.len()).map(|at| self.floor[at] + self.step(node, at)).collect()
    }

    /// The node with these levels.
    pub(super) fn number(&self, levels: &[usize]) -> usize {
        (0..levels.len()).map(|at| (levels[at] - self.floor[at]) * self.strides[at]).sum()
    }

    fn step(&self, node: usize, at: usize) -> usize {
        node / self.strides[at] % self.widths[at]
    }

    /// How many steps of one level lie between the least general node and this one.
    pub(super) fn steps(&self, node: usize) -> usize {
        (0..self.widths.len()).map(|at| self.step(node, at)).sum()
    }

    /// The nodes with one column a level higher.
    pub(super) fn successors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let columns = (0..self.widths.len()).filter(move |&at| self.step(node, at) + 1 < self.widths[at]);
        columns.map(move |at| node + self.strides[at])
    }

    /// The nodes with one column a level lower.
    pub(super) fn predecessors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let columns = (0..self.widths.len()).filter(move |&at| self.step(node, at) > 0);
        columns.map(move |at| node - self.strides[at])
    }

    /// All nodes by the number of steps that lead to them.
    pub(super) fn by_steps(&self) -> Vec<Vec<usize>> {
        let highest: usize = self.widths.iter().map(|width| width - 1).sum();
        let mut nodes = vec![Vec::new(); highest + 1];
        (0..self.len()).for_each(|node| nodes[self.steps(node)].push(node));
        nodes
    }
}

/// **Errors**: more than 2^24 nodes.
pub(super) fn refuse_beyond(nodes: f64) -> Result<()> {
    if nodes <= MOST_NODES {
        return Ok(());
    }
    Err(Error::Problem(
        "this search keeps every node of the lattice and refuses more than 16,777,216 of them; use the search 'auto', \
         or restrict the levels of columns"
            .to_owned(),
    ))
}

/// The nodes around one in a lattice of any size: one column a level higher.
pub(super) fn above(space: &Space, levels: &[usize]) -> Vec<Vec<usize>> {
    let open = (0..levels.len()).filter(|&at| levels[at] < space.dimensions()[at].max());
    open.map(|at| moved(levels, at, levels[at] + 1)).collect()
}

/// As [`above`], one column a level lower.
pub(super) fn below(space: &Space, levels: &[usize]) -> Vec<Vec<usize>> {
    let open = (0..levels.len()).filter(|&at| levels[at] > space.dimensions()[at].min());
    open.map(|at| moved(levels, at, levels[at] - 1)).collect()
}

fn moved(levels: &[usize], at: usize, level: usize) -> Vec<usize> {
    let mut levels = levels.to_vec();
    levels[at] = level;
    levels
}
