//! What can be wrong with a hierarchy.

use crate::wording::counted;

/// A rule that a path breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The position of the path, counted from 0; for [`DefectKind::EmptyHierarchy`] always 0.
    pub path: usize,
    /// The earlier path that this one contradicts or repeats, where there is one.
    pub earlier: Option<usize>,
    /// The rule.
    pub kind: DefectKind,
}

/// The rules of a hierarchy, by what breaks them. Levels are counted from 0, the leaves. No variant holds a label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefectKind {
    /// There is no path at all.
    EmptyHierarchy,
    /// A label above the leaves is empty.
    EmptyLabel {
        /// Its level.
        level: usize,
    },
    /// A path is longer or shorter than most.
    RaggedHeight {
        /// Its labels.
        found: usize,
        /// The labels most paths have.
        expected: usize,
    },
    /// A node has another parent than on an earlier path.
    TwoParents {
        /// The node's level.
        level: usize,
    },
    /// A leaf occurs again under the same parent.
    DuplicateLeaf,
    /// The path does not end at the root `*`. Reported once when no path does.
    MissingRoot,
    /// No path ends at the root `*`, and their ends differ.
    SeveralRoots {
        /// The number of different ends.
        roots: usize,
    },
    /// A node is its own ancestor; only tree-shaped input can have this.
    Cycle,
    /// A range reaches beyond its parent's; only hierarchies of ranges can have this.
    OutsideParent,
    /// A range overlaps a sibling's; only hierarchies of ranges can have this.
    Overlap,
    /// A data column has values that are no leaves.
    Uncovered {
        /// How many distinct values.
        distinct: usize,
        /// How many rows hold one.
        rows: usize,
        /// The first such row, counted from 1.
        first_row: usize,
    },
}

impl DefectKind {
    /// A stable short name for machines.
    pub fn name(&self) -> &'static str {
        match self {
            Self::EmptyHierarchy => "empty-hierarchy",
            Self::EmptyLabel { .. } => "empty-label",
            Self::RaggedHeight { .. } => "ragged-height",
            Self::TwoParents { .. } => "two-parents",
            Self::DuplicateLeaf => "duplicate-leaf",
            Self::MissingRoot => "missing-root",
            Self::SeveralRoots { .. } => "several-roots",
            Self::Cycle => "cycle",
            Self::OutsideParent => "outside-parent",
            Self::Overlap => "overlap",
            Self::Uncovered { .. } => "uncovered",
        }
    }
}

impl std::fmt::Display for DefectKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::EmptyHierarchy => f.write_str("the hierarchy has no leaves"),
            Self::EmptyLabel { level } => write!(f, "the label of level {level} is empty"),
            Self::RaggedHeight { found, expected } => {
                write!(f, "the path has {found} levels where most have {expected}")
            }
            Self::TwoParents { level } => write!(f, "the node of level {level} has two parents"),
            Self::DuplicateLeaf => f.write_str("the leaf occurs twice"),
            Self::MissingRoot => f.write_str("the path does not end at the root '*'"),
            Self::SeveralRoots { roots } => {
                write!(f, "no path ends at the root '*' and their {roots} ends differ")
            }
            Self::Cycle => f.write_str("the node is its own ancestor"),
            Self::OutsideParent => f.write_str("the range reaches beyond its parent's"),
            Self::Overlap => f.write_str("the range overlaps a sibling's"),
            Self::Uncovered { distinct, rows, first_row } => write!(
                f,
                "{} in {} without a leaf (the first in row {first_row})",
                counted(*distinct as u64, "distinct data value"),
                counted(*rows as u64, "row")
            ),
        }
    }
}

impl std::fmt::Display for Defect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "path {}: {}", self.path + 1, self.kind)?;
        self.earlier.map_or(Ok(()), |earlier| write!(f, " (see path {})", earlier + 1))
    }
}
