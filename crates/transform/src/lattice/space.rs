//! The columns that may be generalized, and the lattice of their levels.

use crate::{Error, Result};
use lethe_data::hierarchy::BoundHierarchy;

/// A quasi-identifying column as searches see it.
///
/// Codes on a level are the hierarchy's nodes, then null, then unknown values, where the table or its population has
/// any; on the top level all are the root.
#[derive(Clone, Debug)]
pub struct Dimension {
    bound: BoundHierarchy,
    min: usize,
    max: usize,
    /// Whether there are nulls and unknown values, in the table or in the population.
    nulls: bool,
    unknown: bool,
    /// `steps[from][to - from]`: the code on level `to` of each code on level `from`.
    steps: Vec<Vec<Vec<u32>>>,
}

impl Dimension {
    /// A column that may be generalized to the levels from `min` to `max`, both included.
    ///
    /// **Errors**: the levels are out of order or beyond the hierarchy.
    pub fn new(bound: BoundHierarchy, min: usize, max: usize) -> Result<Self> {
        if min > max || max >= bound.height() {
            let top = bound.height() - 1;
            return Err(Error::Problem(format!(
                "levels {min} to {max} are requested, but the hierarchy has levels 0 to {top}"
            )));
        }
        let (nulls, unknown) = (bound.null_code(0).is_some(), bound.suppressed_code(0).is_some());
        let mut dimension = Self { bound, min, max, nulls, unknown, steps: Vec::new() };
        dimension.fill_steps();
        Ok(dimension)
    }

    /// Makes room for the nulls and unknown values of another column over the same hierarchy.
    pub(crate) fn admit(&mut self, other: &BoundHierarchy) {
        self.nulls |= other.null_code(0).is_some();
        self.unknown |= other.suppressed_code(0).is_some();
        self.fill_steps();
    }

    fn fill_steps(&mut self) {
        let height = self.height();
        self.steps =
            (0..height).map(|from| (from..height).map(|to| self.step_map(from, to)).collect()).collect();
    }

    fn step_map(&self, from: usize, to: usize) -> Vec<u32> {
        let hierarchy = self.bound.hierarchy();
        let climb = |node: u32| {
            (from..to).fold(node, |node, level| hierarchy.parent(level, node).unwrap_or_default())
        };
        let mut map: Vec<u32> = (0..hierarchy.nodes(from) as u32).map(climb).collect();
        if from + 1 < self.height() {
            map.extend(self.null_code(to));
            map.extend(self.unknown_code(to));
        }
        map
    }

    fn null_code(&self, level: usize) -> Option<u32> {
        self.nulls.then(|| if self.is_top(level) { 0 } else { self.bound.hierarchy().nodes(level) as u32 })
    }

    fn unknown_code(&self, level: usize) -> Option<u32> {
        let after_null = self.bound.hierarchy().nodes(level) as u32 + u32::from(self.nulls);
        self.unknown.then_some(if self.is_top(level) { 0 } else { after_null })
    }

    fn is_top(&self, level: usize) -> bool {
        level + 1 == self.height()
    }

    /// The hierarchy over the table's column.
    pub fn bound(&self) -> &BoundHierarchy {
        &self.bound
    }

    /// The number of levels of the hierarchy.
    pub fn height(&self) -> usize {
        self.bound.height()
    }

    /// The lowest level allowed.
    pub fn min(&self) -> usize {
        self.min
    }

    /// The highest level allowed.
    pub fn max(&self) -> usize {
        self.max
    }

    /// One more than the largest code of a level.
    pub(crate) fn domain(&self, level: usize) -> usize {
        if self.is_top(level) {
            return 1;
        }
        self.bound.hierarchy().nodes(level) + usize::from(self.nulls) + usize::from(self.unknown)
    }

    /// The codes on level `to` of the codes on level `from`, which is not above.
    pub(crate) fn step(&self, from: usize, to: usize) -> &[u32] {
        &self.steps[from][to - from]
    }

    /// The code on level 0 of each code of a column over which `bound` lays this hierarchy.
    pub(crate) fn leaf_codes(&self, bound: &BoundHierarchy) -> Vec<u32> {
        let translate = |&code: &u32| {
            if Some(code) == bound.null_code(0) {
                self.null_code(0).unwrap_or(code)
            } else if Some(code) == bound.suppressed_code(0) {
                self.unknown_code(0).unwrap_or(code)
            } else {
                code
            }
        };
        bound.codes(0).iter().map(translate).collect()
    }

    /// The node code of the table's hierarchy for a code of ours. They differ only for unknown values of columns whose
    /// nulls are all in the population.
    pub(crate) fn bound_code(&self, level: usize, code: u32) -> u32 {
        if self.is_top(level) || (code as usize) < self.bound.hierarchy().nodes(level) {
            code
        } else if Some(code) == self.null_code(level) {
            self.bound.null_code(level).unwrap_or(code)
        } else {
            self.bound.suppressed_code(level).unwrap_or(code)
        }
    }
}

/// The lattice: every choice of a level for each column.
#[derive(Clone, Debug)]
pub struct Space {
    dimensions: Vec<Dimension>,
}

impl Space {
    /// The lattice over these columns.
    pub fn new(dimensions: Vec<Dimension>) -> Self {
        Self { dimensions }
    }

    /// The columns.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    pub(crate) fn dimensions_mut(&mut self) -> &mut [Dimension] {
        &mut self.dimensions
    }

    /// The least general node.
    pub fn bottom(&self) -> Vec<usize> {
        self.dimensions.iter().map(Dimension::min).collect()
    }

    /// The most general node.
    pub fn top(&self) -> Vec<usize> {
        self.dimensions.iter().map(Dimension::max).collect()
    }

    /// The number of nodes; a double, because it may be beyond any integer.
    pub fn nodes(&self) -> f64 {
        self.dimensions.iter().map(|dimension| (dimension.max - dimension.min + 1) as f64).product()
    }
}
