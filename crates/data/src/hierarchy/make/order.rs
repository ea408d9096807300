//! Ordered values to groups of neighbours.

use super::{Levels, refuse, span_labels};
use crate::hierarchy::Hierarchy;
use crate::{Column, Context, Result};

/// Generalizes each `fan_out` consecutive values to one group, each `fan_out` groups to one group, and so on until
/// one is left. Values are ordered as in the column's dictionary: numbers and dates by value, texts by their bytes.
///
/// **Guarantee**: the values under a label are consecutive, from the first it names to the last.
///
/// **Errors**: the fan-out is below two.
pub fn order(column: &Column, fan_out: usize, context: &Context) -> Result<Hierarchy> {
    if fan_out < 2 {
        return Err(refuse(column, "needs a fan-out of at least two"));
    }
    let mut levels = Levels::new(column, context)?;
    let count = column.dictionary().len();
    let mut size = fan_out;
    while size < count {
        levels.push(span_labels(column, |code| (code / size) as u32))?;
        size = size.saturating_mul(fan_out);
    }
    levels.finish()
}
