//! Who is it that a column set exposes?

use super::Question;
use crate::Result;
use lethe_data::{ColumnSet, Context};

/// The first rows, up to `limit`, whose records a set exposes; counted from 0, ascending. A row that stands for nobody
/// is none of them.
///
/// **Cost**: one grouping, and a byte a row.
pub fn witnesses(
    question: &Question<'_>,
    set: &ColumnSet,
    limit: usize,
    context: &Context,
) -> Result<Vec<u32>> {
    let mut memory = context.memory().reserve("looking for exposed records");
    memory.try_grow(question.table().rows())?;
    let exposed = question.exposed_rows(set, context)?;
    let weights = question.table().weights();
    let rows = exposed
        .iter()
        .zip(0u32..)
        .filter(|(exposed, row)| **exposed && weights.is_none_or(|weights| weights[*row as usize] > 0));
    Ok(rows.map(|(_, row)| row).take(limit).collect())
}
