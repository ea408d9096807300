//! Reading record batches that are in memory already.

use super::decode::BatchReader;
use super::select::select;
use crate::error::{Error, Result};
use crate::intake::{BlockSize, Intake};
use crate::memory::MemoryTable;
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::Context;

/// Reads the kept columns of a table in memory.
pub(crate) fn take_in_batches<I: Intake>(
    name: &str,
    table: &MemoryTable,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    let content = table.content().ok_or_else(|| Error::content(name, None, "nothing was put there yet"))?;
    let selection = select(name, &content.schema, options)?;
    let positions = selection.positions();
    let intake = start(&selection)?;
    let mut reader = BatchReader::new(name, selection, options, intake, context, size);
    let task = context.task("reading", Some(content.batches.len() as u64));
    for batch in &content.batches {
        context.check_cancelled()?;
        // The positions are those of columns that the schema has.
        let kept = batch.project(&positions).map_err(|_| Error::content(name, None, "a batch is damaged"))?;
        reader.push(&kept)?;
        task.advance(1);
    }
    Ok(reader.finish())
}
