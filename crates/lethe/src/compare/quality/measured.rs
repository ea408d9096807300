//! A quasi-identifying column as quality measures see it.

use super::super::knowledge::Knowledge;
use super::levels::Level;
use crate::Result;
use lethe_data::hierarchy::{BoundHierarchy, ROOT, UnknownValues, make};
use lethe_data::{Column, Context};
use lethe_models::quality::{Cell, Covers, Domain, MixedNode};
use lethe_utility::reading::{Covered, Meaning};
use lethe_utility::{Counterpart, Shown};
use std::collections::HashMap;

/// A quasi-identifying column as measures see it.
pub(super) struct Measured<'a> {
    pub(super) name: &'a str,
    original: &'a Column,
    shown: Option<&'a Shown<'a>>,
    pub(super) domain: Domain,
    /// The cell of each released code, null last.
    cells: Vec<Cell>,
    /// Whether every label stands for values of the original.
    pub(super) is_read: bool,
}

impl<'a> Measured<'a> {
    pub(super) fn of(
        counterpart: &'a Counterpart<'a>,
        knowledge: &Knowledge,
        context: &Context,
    ) -> Result<Self> {
        let column = counterpart.original.column();
        let bound = match knowledge.hierarchies.get(column.name()) {
            Some(bound) => bound.clone(),
            None => make::flat(column, context)?.bind(column, UnknownValues::Suppress)?,
        };
        let mut spans = Vec::new();
        let shown = counterpart.best();
        let mut is_read = true;
        let mut cells = Vec::new();
        if let Some(shown) = shown {
            let nodes = nodes_of_labels(&bound);
            let mut spans_of: HashMap<&str, u32> = HashMap::new();
            let texts = shown.column.dictionary().texts().map(Some).chain([None]);
            for ((text, meaning), &count) in texts.zip(&shown.meanings).zip(&shown.counts) {
                let cell = match (meaning, text) {
                    (Meaning::Value(value), _) => {
                        Some(Cell { level: 0, node: bound.codes(0)[*value as usize] })
                    }
                    (Meaning::Nothing, text) => Some(nothing(&bound, text)),
                    (Meaning::Label(covered), Some(text)) => {
                        Some(nodes.get(text).copied().unwrap_or_else(|| {
                            let node = *spans_of.entry(text).or_insert_with(|| {
                                spans.push(covers(covered));
                                spans.len() as u32 - 1
                            });
                            Cell { level: bound.height(), node }
                        }))
                    }
                    _ => None,
                };
                is_read &= cell.is_some() || count == 0;
                cells.push(cell.unwrap_or_else(|| root(&bound)));
            }
        }
        let weight = knowledge.recipe.column(column.name()).and_then(|column| column.weight).unwrap_or(1.0);
        let domain = Domain {
            counts: column.histogram(None),
            weight,
            numbers: numbers(column),
            spans,
            hierarchy: bound,
        };
        Ok(Self { name: column.name(), original: column, shown, domain, cells, is_read })
    }

    pub(super) fn has_numbers(&self) -> bool {
        self.domain.numbers.is_some()
    }

    /// The records on each node: those who are published, of whose cells `stars` are of suppressed records, and the
    /// suppressed. Cells of the original that are not shown are on the root.
    pub(super) fn nodes(&self, kept: u64, stars: u64, suppressed: Vec<MixedNode>) -> Vec<MixedNode> {
        let star = self.shown.and_then(|shown| shown.column.dictionary().find(ROOT));
        let mut nodes = suppressed;
        let mut shown = 0;
        let counts = self.shown.map_or(&[][..], |shown| &shown.counts);
        for (code, (&Cell { level, node }, &count)) in (0..).zip(self.cells.iter().zip(counts)) {
            let lost = if Some(code) == star { stars } else { 0 };
            // A file whose rows were split repeats cells.
            let here = count.saturating_sub(lost).min(kept - shown);
            shown += here;
            nodes.push(MixedNode { level, node, kept: here, suppressed: 0 });
        }
        let Cell { level, node } = root(&self.domain.hierarchy);
        nodes.push(MixedNode { level, node, kept: kept - shown, suppressed: 0 });
        nodes
    }

    /// The levels on which the column may be: those that have every label of these published classes, which are reported by
    /// their first rows.
    pub(super) fn levels(&self, kept: &[(u32, u64)]) -> Vec<Level> {
        let bound = &self.domain.hierarchy;
        let top = bound.height() - 1;
        let Some(shown) = self.shown else {
            return vec![Level { level: top, nodes: vec![0; kept.len()] }];
        };
        let on = |level: usize| {
            let mut nodes: HashMap<Option<&str>, u32> = HashMap::new();
            let occurring = bound.codes(level).iter().zip(&self.domain.counts).filter(|(_, n)| **n > 0);
            for (&node, _) in occurring {
                if nodes.insert(bound.label(level, node), node).is_some_and(|other| other != node) {
                    return None;
                }
            }
            let node = |&(row, _): &(u32, u64)| nodes.get(&shown.column.text(row as usize)).copied();
            Some(Level { level, nodes: kept.iter().map(node).collect::<Option<_>>()? })
        };
        (0..=top).filter_map(on).collect()
    }

    /// The level that suppressed records would have been published on: the one of all labels but the `stars` of
    /// suppressed records, or that of values.
    fn level(&self, stars: u64) -> usize {
        let star = self.shown.and_then(|shown| shown.column.dictionary().find(ROOT));
        let counts = self.shown.map_or(&[][..], |shown| &shown.counts);
        let used = (0..)
            .zip(self.cells.iter().zip(counts))
            .filter(|(code, (_, count))| **count > if Some(*code) == star { stars } else { 0 });
        let mut levels = used.map(|(_, (cell, _))| cell.level);
        let first = levels.next().filter(|&level| level < self.domain.hierarchy.height()).unwrap_or(0);
        if levels.all(|level| level == first) { first } else { 0 }
    }

    /// What suppressed records would have published: by their rows where rows correspond, else nobody knows.
    pub(super) fn suppressed(&self, rows: Option<&[usize]>, suppressed: u64, stars: u64) -> Vec<MixedNode> {
        let bound = &self.domain.hierarchy;
        let Some(rows) = rows else {
            let Cell { level, node } = root(bound);
            return vec![MixedNode { level, node, kept: 0, suppressed }];
        };
        let level = self.level(stars);
        let node = |&row: &usize| bound.codes(level)[self.original.codes().get(row) as usize];
        let one = |row| MixedNode { level, node: node(row), kept: 0, suppressed: 1 };
        rows.iter().map(one).collect()
    }
}

fn root(bound: &BoundHierarchy) -> Cell {
    Cell { level: bound.height() - 1, node: 0 }
}

/// Null is a value of its own where the original has it; everything else that shows nothing could be anything.
fn nothing(bound: &BoundHierarchy, text: Option<&str>) -> Cell {
    match (text, bound.null_code(0)) {
        (None, Some(node)) => Cell { level: 0, node },
        _ => root(bound),
    }
}

/// The node of each label above the leaves; of several the highest below the root.
fn nodes_of_labels(bound: &BoundHierarchy) -> HashMap<&str, Cell> {
    let hierarchy = bound.hierarchy();
    let levels = 1..bound.height().saturating_sub(1);
    let of_level = |level: usize| {
        (0..).zip(hierarchy.labels(level)).map(move |(node, label)| (label, Cell { level, node }))
    };
    levels.flat_map(of_level).collect()
}

fn covers(covered: &Covered) -> Covers {
    match covered {
        // A label that is read covers at least one value.
        Covered::Range(first, end) => Covers::Range { first: *first, last: end - 1 },
        Covered::Codes(codes) => Covers::Codes(codes.clone()),
    }
}

/// The number that each code stands for, in columns of numbers.
fn numbers(column: &Column) -> Option<Vec<Option<f64>>> {
    let dictionary = column.dictionary();
    column.value_type().is_numeric().then(|| {
        let of = |code| dictionary.value(code).as_decimal().map(lethe_data::Decimal::to_f64);
        let numbers = (0..dictionary.len() as u32).map(of);
        numbers.chain(column.null_code().map(|_| None)).collect()
    })
}
