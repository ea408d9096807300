//! Builders that make a hierarchy from a column's own values.
//!
//! Each builder gives every value of the column's dictionary one label a level, such that a label decides the label
//! above it; that is what makes the result nested. Two levels with the same labels would be one step of a lattice
//! that changes nothing, so a level that repeats the one below it, or the root, is left out.

mod dates;
mod flat;
mod groups;
mod intervals;
mod known;
mod mask;
mod order;
mod prefix;

pub use dates::{DatePart, dates};
pub use flat::flat;
pub use groups::{Groups, groups};
pub use intervals::{Intervals, intervals};
pub use known::{Known, known, known_share};
pub use mask::{Mask, Side, mask};
pub use order::order;
pub use prefix::prefix;

use super::build::{Labels, levels_from};
use super::{Defect, DefectKind, Hierarchy, ROOT};
use crate::{Column, Context, Error, Interner, Meter, Result};
use std::collections::HashSet;
use std::sync::Arc;

/// What a node takes besides its label, and a leaf in the index of leaves.
const BYTES_OF_NODE: usize = 32;
const BYTES_OF_LEAF: usize = 80;

/// The labels of a column's values, level by level.
struct Levels<'a> {
    column: &'a Column,
    above: Vec<Labels>,
    meter: Meter<'a>,
}

impl<'a> Levels<'a> {
    fn new(column: &'a Column, context: &'a Context) -> Result<Self> {
        if column.dictionary().is_empty() {
            return Err(refuse(column, "has no values to make a hierarchy from"));
        }
        Ok(Self { column, above: Vec::new(), meter: Meter::new(context, "a hierarchy") })
    }

    /// Adds a level: one label a value, in code order, equal labels meaning the same node.
    fn push(&mut self, labels: impl Iterator<Item = Result<String>>) -> Result<()> {
        let (mut texts, mut of_leaf, mut nodes) = (Interner::default(), Vec::new(), 0);
        for label in labels {
            let label = label?;
            let node = texts.intern(&label);
            let is_new = node == nodes;
            nodes += u32::from(is_new);
            let node_bytes = if is_new { label.len() + BYTES_OF_NODE } else { 0 };
            self.meter.add(size_of::<u32>() + node_bytes)?;
            of_leaf.push(node);
        }
        let level = Labels { texts: texts.into_texts(), of_leaf };
        let repeats = match self.above.last() {
            Some(below) => below.of_leaf == level.of_leaf && below.texts == level.texts,
            None => level.texts.iter().eq(self.column.dictionary().texts()),
        };
        if !repeats && level.texts.iter().any(|label| label != ROOT) {
            self.above.push(level);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Hierarchy> {
        let leaves = self.column.dictionary();
        for leaf in leaves.texts() {
            self.meter.add(2 * leaf.len() + BYTES_OF_LEAF)?;
        }
        let defect = self.nested().err();
        if let Some(defect) = defect {
            return Err(refuse(self.column, &format!("cannot be generalized this way: {defect}")));
        }
        let built = levels_from(leaves.texts().collect(), self.above);
        // What was found to be nested has no defect.
        let (levels, index) = built.ok_or_else(|| refuse(self.column, "cannot be generalized this way"))?;
        let memory = self.meter.finish()?;
        Ok(Hierarchy { levels: levels.into(), leaf_index: Arc::new(index), memory: None }.holding(memory))
    }

    /// **Errors**: the first value whose labels are empty, or have another parent than they had before.
    fn nested(&self) -> Result<(), Defect> {
        let mut seen: Vec<Vec<u32>> = self.above.iter().map(|_| Vec::new()).collect();
        for path in 0..self.column.dictionary().len() {
            for (index, level) in self.above.iter().enumerate() {
                let node = level.of_leaf[path] as usize;
                if level.texts.get(node).is_empty() {
                    let kind = DefectKind::EmptyLabel { level: index + 1 };
                    return Err(Defect { path, earlier: None, kind });
                }
                let Some(above) = self.above.get(index + 1) else { continue };
                let first = seen[index].get(node).copied();
                match first {
                    None => seen[index].push(path as u32),
                    Some(first) if above.of_leaf[first as usize] != above.of_leaf[path] => {
                        let kind = DefectKind::TwoParents { level: index + 1 };
                        return Err(Defect { path, earlier: Some(first as usize), kind });
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }
}

fn refuse(column: &Column, why: &str) -> Error {
    Error::Hierarchy(format!("column '{}' {why}", column.name()))
}

/// Labels consecutive values by their first and last, and sees to it that no two groups get the same label. Gives one label a
/// value.
fn span_labels<'a>(
    column: &'a Column,
    group: impl Fn(usize) -> u32 + 'a,
) -> impl Iterator<Item = Result<String>> + 'a {
    let dictionary = column.dictionary();
    let mut taken: HashSet<String> = HashSet::new();
    let mut end = 0;
    let mut label = String::new();
    (0..dictionary.len()).map(move |code| {
        if code == end {
            end = (code..dictionary.len()).find(|&at| group(at) != group(code)).unwrap_or(dictionary.len());
            let (first, last) = (dictionary.text(code as u32), dictionary.text(end as u32 - 1));
            let plain = if code + 1 == end { first.to_owned() } else { format!("[{first}, {last}]") };
            label = if plain.is_empty() { "(empty)".to_owned() } else { plain.clone() };
            let mut number = 1;
            while taken.contains(&label) {
                number += 1;
                label = format!("{plain} #{number}");
            }
            taken.insert(label.clone());
        }
        Ok(label.clone())
    })
}

#[cfg(test)]
mod tests;
