//! A hierarchy laid over a column: codes to nodes, level by level.
//!
//! Values are matched by their spelling, never by their number, because the spelling is what both files hold.
//!
//! **Null** is no leaf. It stays null on every level below the top, where it groups like a value of its own, and
//! becomes the root at the top, where nothing is told apart any more. **Unknown values** (data values that are no
//! leaf) are an error, or, with [`UnknownValues::Suppress`], the root on every level.

use super::{Hierarchy, ROOT};
use crate::{Column, Error, Result};
use serde::{Deserialize, Serialize};

/// What to do with data values that the hierarchy does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownValues {
    /// Refuse the column.
    #[default]
    Refuse,
    /// Generalize them to the root on every level.
    Suppress,
}

/// The data values that a hierarchy does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The column codes that occur in rows and are no leaves, ascending.
    pub codes: Vec<u32>,
    /// The rows that hold one of them, counted from 0, ascending.
    pub rows: Vec<u32>,
}

impl Missing {
    /// Whether the hierarchy has every value.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The first row that is not covered, counted from 1 as records count.
    pub fn first_row(&self) -> Option<usize> {
        self.rows.first().map(|&row| row as usize + 1)
    }
}

/// A column's codes mapped to the nodes of each level.
///
/// On each level the codes are the hierarchy's nodes, then null where the column has nulls, then "suppressed" where
/// unknown values were suppressed; at the top all three are the root.
#[derive(Clone, Debug)]
pub struct BoundHierarchy {
    hierarchy: Hierarchy,
    levels: Vec<BoundLevel>,
    unknown: usize,
}

#[derive(Clone, Debug)]
struct BoundLevel {
    nodes: Vec<u32>,
    null: Option<u32>,
    suppressed: Option<u32>,
    domain: usize,
}

impl Hierarchy {
    /// Finds the rows whose value is no leaf; nulls are no values and never missing.
    pub fn missing_rows(&self, column: &Column) -> Missing {
        let known: Vec<bool> =
            column.dictionary().texts().map(|text| self.find_leaf(text).is_some()).collect();
        let unknown = |code: u32| known.get(code as usize).is_some_and(|known| !known);
        let mut occurs = vec![false; known.len()];
        let mut rows = Vec::new();
        if known.iter().any(|known| !known) {
            for (row, code) in column.codes().widened().enumerate().filter(|(_, code)| unknown(*code)) {
                occurs[code as usize] = true;
                rows.push(row as u32);
            }
        }
        let codes = (0..known.len() as u32).filter(|&code| occurs[code as usize]).collect();
        Missing { codes, rows }
    }

    /// Lays the hierarchy over a column.
    ///
    /// **Errors**: a row's value is no leaf and unknown values are refused; the message names the column and the
    /// first such row, never the value.
    pub fn bind(&self, column: &Column, unknown: UnknownValues) -> Result<BoundHierarchy> {
        let missing = self.missing_rows(column);
        if let (Some(first_row), UnknownValues::Refuse) = (missing.first_row(), unknown) {
            return Err(Error::NotInHierarchy {
                column: column.name().to_owned(),
                first_row,
                distinct: missing.codes.len(),
                rows: missing.rows.len(),
            });
        }
        let leaves: Vec<Option<u32>> = column.dictionary().texts().map(|text| self.find_leaf(text)).collect();
        // A dictionary may hold values that no row has; they need a code although nothing will ask for it.
        let any_unknown = leaves.iter().any(Option::is_none);
        let levels = (0..self.height())
            .map(|level| self.bind_level(level, &leaves, column.nulls() > 0, any_unknown))
            .collect();
        Ok(BoundHierarchy { hierarchy: self.clone(), levels, unknown: missing.codes.len() })
    }

    fn bind_level(&self, level: usize, leaves: &[Option<u32>], nulls: bool, unknown: bool) -> BoundLevel {
        let count = self.nodes(level) as u32;
        let top = level + 1 == self.height();
        let null = nulls.then_some(if top { 0 } else { count });
        let after_null = count + u32::from(nulls);
        let suppressed = unknown.then_some(if top { 0 } else { after_null });
        let mut nodes: Vec<u32> = leaves
            .iter()
            .map(|leaf| {
                // `suppressed` is set whenever a leaf is absent.
                leaf.map_or_else(|| suppressed.unwrap_or_default(), |leaf| self.node_of_leaf(level, leaf))
            })
            .collect();
        nodes.extend(null);
        let domain = if top { 1 } else { after_null as usize + usize::from(unknown) };
        BoundLevel { nodes, null, suppressed, domain }
    }
}

impl BoundHierarchy {
    /// The hierarchy that was bound.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The number of levels, leaves and root included.
    pub fn height(&self) -> usize {
        self.levels.len()
    }

    /// The node of each column code on a level, null last where the column has nulls.
    pub fn codes(&self, level: usize) -> &[u32] {
        &self.levels[level].nodes
    }

    /// One more than the largest node code of a level.
    pub fn domain(&self, level: usize) -> usize {
        self.levels[level].domain
    }

    /// The label that is published for a node; `None` for null.
    pub fn label(&self, level: usize, node: u32) -> Option<&str> {
        let bound = &self.levels[level];
        if (node as usize) < self.hierarchy.nodes(level) {
            Some(self.hierarchy.label(level, node))
        } else if Some(node) == bound.null {
            None
        } else {
            Some(ROOT)
        }
    }

    /// How many leaves a node stands for: one for null, all of them for a suppressed value.
    pub fn leaves_under(&self, level: usize, node: u32) -> usize {
        let bound = &self.levels[level];
        if (node as usize) < self.hierarchy.nodes(level) {
            self.hierarchy.leaves_under(level, node)
        } else if Some(node) == bound.null {
            1
        } else {
            self.hierarchy.leaf_count()
        }
    }

    /// The code of null on a level, where the column has nulls.
    pub fn null_code(&self, level: usize) -> Option<u32> {
        self.levels[level].null
    }

    /// The code of suppressed unknown values on a level, where the column's dictionary has any.
    pub fn suppressed_code(&self, level: usize) -> Option<u32> {
        self.levels[level].suppressed
    }

    /// How many distinct values of the column's rows are no leaves and were suppressed.
    pub fn unknown(&self) -> usize {
        self.unknown
    }
}
