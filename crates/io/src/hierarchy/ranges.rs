//! Hierarchies of ranges, which get their leaves from data.
//!
//! A range file says nothing of single values, so it becomes a hierarchy only together with a column. Ranges that
//! share a bound (`0,50` and `50,100`) are half-open: the shared value belongs to the upper one, as in Amnesia. Where
//! nothing follows, the upper bound belongs to the range (`0,9` and `10,19`, or the last of a level). Bounds of date
//! ranges are whole periods: `1990,1999` ends with the last day of 1999.

use super::{HierarchyFileError, Located, Place};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Column, Decimal, DefectKind, Hierarchy, Value, calendar};
use std::collections::HashMap;

/// What ranges are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Number,
    Date,
}

/// A range; of days when the scale is dates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: Decimal,
    /// For dates the day after the last.
    high: Decimal,
    label: String,
}

impl Range {
    /// Reads `lower,upper`; `None` when a bound cannot be read or the upper is below the lower.
    pub(super) fn parse(text: &str, scale: Scale) -> Option<Self> {
        let (low_text, high_text) = text.split_once(',')?;
        let (low, high) = match scale {
            Scale::Number => (Decimal::parse(low_text)?, Decimal::parse(high_text)?),
            Scale::Date => {
                let (first, last) = (period(low_text)?.0, period(high_text)?.1);
                (Decimal::from(i64::from(first)), Decimal::from(i64::from(last) + 1))
            }
        };
        let label =
            if low_text == high_text { low_text.to_owned() } else { format!("{low_text} - {high_text}") };
        (low <= high).then_some(Self { low, high, label })
    }

    /// Amnesia writes the place of missing numbers as `0,0`.
    pub(super) fn is_nothing(&self) -> bool {
        self.low == Decimal::ZERO && self.high == Decimal::ZERO
    }
}

/// The first and last day of `23/11/2020`, `11/2020` or `2020`.
fn period(text: &str) -> Option<(i32, i32)> {
    let numbers: Vec<u32> = text.split('/').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let first = |year: u32, month: u32| calendar::day_number(i32::try_from(year).ok()?, month, 1);
    match *numbers.as_slice() {
        [year] => Some((first(year, 1)?, first(year.checked_add(1)?, 1)? - 1)),
        [month, year] => {
            let next = if month == 12 {
                first(year.checked_add(1)?, 1)?
            } else {
                first(year, month.checked_add(1)?)?
            };
            Some((first(year, month)?, next - 1))
        }
        [day, month, year] => {
            let day = calendar::day_number(i32::try_from(year).ok()?, month, day)?;
            Some((day, day))
        }
        _ => None,
    }
}

#[derive(Clone, Debug)]
struct Node {
    range: Range,
    /// Whether the upper bound belongs to the range.
    closed: bool,
    parent: Option<(usize, Place)>,
    /// It was put under a range that does not hold it, which is reported and makes it no second root.
    misplaced: bool,
    children: Vec<usize>,
}

/// Ranges while a file is read.
pub(super) struct RangeTree {
    scale: Scale,
    nodes: Vec<Node>,
    by_bounds: HashMap<(Decimal, Decimal), usize>,
    found: Vec<Located>,
}

impl RangeTree {
    pub(super) fn new(scale: Scale) -> Self {
        Self { scale, nodes: Vec::new(), by_bounds: HashMap::new(), found: Vec::new() }
    }

    pub(super) fn node(&mut self, range: Range) -> usize {
        let next = self.nodes.len();
        let node = *self.by_bounds.entry((range.low, range.high)).or_insert(next);
        if node == next {
            self.nodes.push(Node {
                range,
                closed: false,
                parent: None,
                misplaced: false,
                children: Vec::new(),
            });
        }
        node
    }

    pub(super) fn add_edge(&mut self, parent: usize, child: usize, place: Place) {
        let (outer, inner) = (&self.nodes[parent].range, &self.nodes[child].range);
        let (kind, earlier) = if parent == child {
            (DefectKind::Cycle, None)
        } else if inner.low < outer.low || inner.high > outer.high {
            self.nodes[child].misplaced = true;
            (DefectKind::OutsideParent, None)
        } else if let Some((_, first)) = self.nodes[child].parent {
            (DefectKind::TwoParents { level: 0 }, Some(first))
        } else {
            // Ranges only shrink on the way down, so there is no way back up.
            self.nodes[child].parent = Some((parent, place));
            self.nodes[parent].children.push(child);
            return;
        };
        self.found.push(Located { place, earlier, kind });
    }

    pub(super) fn finish(mut self) -> (RangeHierarchy, Vec<Located>) {
        let is_root = |node: &Node| node.parent.is_none() && !node.misplaced;
        let roots: Vec<usize> = (0..self.nodes.len()).filter(|&node| is_root(&self.nodes[node])).collect();
        let root = roots.first().copied().unwrap_or(0);
        match roots.len() {
            0 => self.found.push(Located::new(Place::File, DefectKind::EmptyHierarchy)),
            1 => {}
            count => self.found.push(Located::new(Place::File, DefectKind::SeveralRoots { roots: count })),
        }
        if let (Some(node), Scale::Number) = (self.nodes.get_mut(root), self.scale) {
            node.closed = true;
        }
        let mut leaves = Vec::new();
        let mut stack: Vec<(usize, usize)> = roots.iter().map(|&root| (root, 1)).collect();
        while let Some((node, depth)) = stack.pop() {
            self.settle_children(node);
            if self.nodes[node].children.is_empty() {
                leaves.push((node, depth));
            }
            stack.extend(self.nodes[node].children.iter().map(|&child| (child, depth + 1)));
        }
        let expected = leaves.iter().map(|leaf| leaf.1).max().unwrap_or(0);
        for (leaf, found) in leaves.into_iter().filter(|leaf| leaf.1 != expected) {
            let place = self.nodes[leaf].parent.map_or(Place::File, |(_, place)| place);
            self.found.push(Located::new(place, DefectKind::RaggedHeight { found, expected }));
        }
        self.found.sort_by_key(|located| located.place);
        (RangeHierarchy { scale: self.scale, nodes: self.nodes, root, height: expected }, self.found)
    }

    /// Orders a node's children, finds overlaps, and decides who has the upper bounds.
    fn settle_children(&mut self, node: usize) {
        let mut children = std::mem::take(&mut self.nodes[node].children);
        children.sort_by_key(|&child| (self.nodes[child].range.low, self.nodes[child].range.high));
        for (index, &child) in children.iter().enumerate() {
            let high = self.nodes[child].range.high;
            let next_low = children.get(index + 1).map(|&next| self.nodes[next].range.low);
            if let (Some(&next), true) = (children.get(index + 1), next_low.is_some_and(|low| low < high)) {
                let place = self.nodes[next].parent.map_or(Place::File, |(_, place)| place);
                self.found.push(Located::new(place, DefectKind::Overlap));
            }
            let free = high < self.nodes[node].range.high || self.nodes[node].closed;
            self.nodes[child].closed = self.scale == Scale::Number && next_low != Some(high) && free;
        }
        self.nodes[node].children = children;
    }
}

/// A tree of ranges that waits for a column to give it leaves.
#[derive(Clone, Debug)]
pub struct RangeHierarchy {
    scale: Scale,
    nodes: Vec<Node>,
    root: usize,
    height: usize,
}

impl RangeHierarchy {
    /// The number of levels of ranges.
    pub fn range_levels(&self) -> usize {
        self.height
    }

    /// The hierarchy of a column's values: each value, the ranges it lies in, and `*` above them.
    ///
    /// Values that lie in no range of the lowest level are left out; binding the hierarchy to the column names them.
    ///
    /// **Errors**: the column has no numbers (or no dates, where the ranges are of dates), or none lies in a range.
    pub fn expand(&self, column: &Column) -> Result<Hierarchy, HierarchyFileError> {
        let dictionary = column.dictionary();
        let mut paths: Vec<Vec<String>> = Vec::new();
        for code in 0..dictionary.len() as u32 {
            let position = self.position(&dictionary.value(code)).ok_or_else(|| self.refuse(column, true))?;
            if let Some(ranges) = self.ranges_of(position) {
                let labels = ranges.iter().rev().map(|&node| self.label(node));
                let leaf = std::iter::once(dictionary.text(code).to_owned());
                paths.push(leaf.chain(labels).chain([ROOT.to_owned()]).collect());
            }
        }
        if paths.is_empty() {
            return Err(self.refuse(column, false));
        }
        Hierarchy::from_paths(&paths).map_err(|defects| {
            let located = |defect: &lethe_data::Defect| Located::new(Place::File, defect.kind.clone());
            HierarchyFileError::Defects(defects.iter().map(located).collect())
        })
    }

    fn refuse(&self, column: &Column, wrong_type: bool) -> HierarchyFileError {
        let what = if self.scale == Scale::Date { "dates" } else { "numbers" };
        let name = column.name();
        HierarchyFileError::Data(lethe_data::Error::Hierarchy(if wrong_type {
            format!("column '{name}' is {} where the hierarchy has ranges of {what}", column.value_type())
        } else {
            format!("column '{name}' has no value in any range of its hierarchy")
        }))
    }

    fn position(&self, value: &Value<'_>) -> Option<Decimal> {
        match self.scale {
            Scale::Number => value.as_decimal(),
            Scale::Date => value.as_day().map(|day| Decimal::from(i64::from(day))),
        }
    }

    /// The ranges that hold a position, from the root down to the lowest level.
    fn ranges_of(&self, position: Decimal) -> Option<Vec<usize>> {
        let holds = |node: usize| {
            let node = &self.nodes[node];
            node.range.low <= position
                && (position < node.range.high || (node.closed && position == node.range.high))
        };
        let mut path = vec![Some(self.root).filter(|&root| root < self.nodes.len() && holds(root))?];
        while let Some(node) =
            path.last().map(|&node| &self.nodes[node]).filter(|node| !node.children.is_empty())
        {
            path.push(node.children.iter().copied().find(|&child| holds(child))?);
        }
        Some(path)
    }

    fn label(&self, node: usize) -> String {
        let node = &self.nodes[node];
        match self.scale {
            Scale::Date => node.range.label.clone(),
            Scale::Number => {
                format!("[{}, {}{}", node.range.low, node.range.high, if node.closed { ']' } else { ')' })
            }
        }
    }
}
