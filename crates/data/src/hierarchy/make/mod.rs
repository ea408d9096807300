//! Builders that make a hierarchy from a column's own values.
//!
//! Each builder gives every value of the column's dictionary one label a level, such that a label decides the label
//! above it; that is what makes the result nested. Two levels with the same labels would be one step of a lattice
//! that changes nothing, so a level that repeats the one below it, or the root, is left out.

mod dates;
mod groups;
mod intervals;
mod mask;
mod order;
mod prefix;

pub use dates::{DatePart, dates};
pub use groups::{Groups, groups};
pub use intervals::{Intervals, intervals};
pub use mask::{Mask, Side, mask};
pub use order::order;
pub use prefix::prefix;

use super::{Hierarchy, ROOT};
use crate::{Column, Error, Result};
use std::collections::HashSet;

/// The labels of a column's values, level by level.
struct Levels<'a> {
    column: &'a Column,
    above: Vec<Vec<String>>,
}

impl<'a> Levels<'a> {
    fn new(column: &'a Column) -> Result<Self> {
        if column.dictionary().is_empty() {
            return Err(refuse(column, "has no values to make a hierarchy from"));
        }
        Ok(Self { column, above: Vec::new() })
    }

    /// Adds a level: one label a value, in code order, equal labels meaning the same node.
    fn push(&mut self, labels: Vec<String>) {
        let repeats = match self.above.last() {
            Some(below) => *below == labels,
            None => labels.iter().map(String::as_str).eq(self.column.dictionary().texts()),
        };
        if !repeats && labels.iter().any(|label| label != ROOT) {
            self.above.push(labels);
        }
    }

    fn finish(self) -> Result<Hierarchy> {
        let paths: Vec<Vec<&str>> = (self.column.dictionary().texts().enumerate())
            .map(|(code, leaf)| {
                let above = self.above.iter().map(|level| level[code].as_str());
                std::iter::once(leaf).chain(above).chain([ROOT]).collect()
            })
            .collect();
        Hierarchy::from_paths(&paths).map_err(|defects| {
            let first = defects.first().map(ToString::to_string).unwrap_or_default();
            refuse(self.column, &format!("cannot be generalized this way: {first}"))
        })
    }
}

fn refuse(column: &Column, why: &str) -> Error {
    Error::Hierarchy(format!("column '{}' {why}", column.name()))
}

/// Labels consecutive values by their first and last, and sees to it that no two groups get the same label.
fn span_labels(column: &Column, groups: &[u32]) -> Vec<String> {
    let dictionary = column.dictionary();
    let mut taken: HashSet<String> = HashSet::new();
    let mut labels: Vec<String> = Vec::with_capacity(groups.len());
    let mut start = 0;
    while start < groups.len() {
        let end = start + groups[start..].iter().take_while(|&&group| group == groups[start]).count();
        let (first, last) = (dictionary.text(start as u32), dictionary.text(end as u32 - 1));
        let plain = if start + 1 == end { first.to_owned() } else { format!("[{first}, {last}]") };
        let mut label = if plain.is_empty() { "(empty)".to_owned() } else { plain.clone() };
        let mut number = 1;
        while taken.contains(&label) {
            number += 1;
            label = format!("{plain} #{number}");
        }
        taken.insert(label.clone());
        labels.resize(end, label);
        start = end;
    }
    labels
}

#[cfg(test)]
mod tests;
