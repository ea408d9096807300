//! Ordered values to groups of about equally many rows.

use super::{Levels, refuse, span_labels};
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Result};

/// Equal-frequency grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The number of groups to aim for.
    pub count: usize,
    /// Whether levels above merge neighbouring groups two by two until one is left.
    pub merge: bool,
}

/// Generalizes ordered values to groups that hold about the same number of rows.
///
/// A value's rows are never torn apart, so a frequent value makes its group larger, and groups that no value falls
/// into vanish: there may be fewer than asked for. Each value belongs to the group that the middle of its rows
/// falls into when all rows are sorted and cut into `count` equal parts.
///
/// **Guarantee**: the values under a label are consecutive, from the first it names to the last.
///
/// **Errors**: no groups are asked for.
pub fn groups(column: &Column, options: Groups, context: &Context) -> Result<Hierarchy> {
    if options.count == 0 {
        return Err(refuse(column, "cannot be put into zero groups"));
    }
    let mut levels = Levels::new(column, context)?;
    let mut groups = equal_parts(column, options.count);
    while groups.last().is_some_and(|&last| last > 0) {
        levels.push(span_labels(column, |code| groups[code]))?;
        if !options.merge {
            break;
        }
        for group in &mut groups {
            *group /= 2;
        }
    }
    levels.finish()
}

/// The group of each value, numbered from zero without gaps.
fn equal_parts(column: &Column, count: usize) -> Vec<u32> {
    let values = column.dictionary().len();
    let mut rows = column.histogram(None);
    rows.truncate(values);
    if rows.iter().all(|&rows| rows == 0) {
        rows.fill(1);
    }
    let total: u128 = rows.iter().map(|&rows| u128::from(rows)).sum();
    let mut before = 0u128;
    let mut previous = None;
    let mut number = 0u32;
    rows.iter()
        .map(|&rows| {
            // Twice the middle, to stay in whole numbers.
            let middle = 2 * before + u128::from(rows);
            before += u128::from(rows);
            let part = (middle * count as u128 / (2 * total)).min(count as u128 - 1);
            if previous.is_some_and(|previous| previous != part) {
                number += 1;
            }
            previous = Some(part);
            number
        })
        .collect()
}
