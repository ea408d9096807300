//! Values and the root, nothing between them.

use super::{BYTES_OF_LEAF, BYTES_OF_NODE, refuse};
use crate::hierarchy::{Hierarchy, ROOT};
use crate::{Column, Context, Meter, Result};

/// The hierarchy of a column that can be shown as it is or not at all.
///
/// **Errors**: the values and the root are no hierarchy, or the memory budget is too small.
pub fn flat(column: &Column, context: &Context) -> Result<Hierarchy> {
    let mut meter = Meter::new(context, "a hierarchy");
    let mut paths: Vec<[&str; 2]> = Vec::new();
    for text in column.dictionary().texts() {
        meter.add(2 * text.len() + BYTES_OF_LEAF + BYTES_OF_NODE)?;
        paths.push([text, ROOT]);
    }
    if paths.is_empty() {
        // A column without values still needs a level to stand on.
        paths.push(["", ROOT]);
    }
    let built = Hierarchy::from_paths(&paths)
        .map_err(|_| refuse(column, "cannot be generalized without a hierarchy"))?;
    Ok(built.holding(meter.finish()?))
}
