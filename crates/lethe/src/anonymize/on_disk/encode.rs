//! From the input to the first part: the places of all rows in one file.

use super::cut::BEFORE_PLACES;
use crate::Result;
use lethe_data::{Context, Table};
use lethe_io::{SegmentWriter, SpilledTable, Workspace};
use lethe_transform::partition::Axis;

/// Writes the record of every row: its number, the side 0, its places on the axes of the columns `quasi`, its codes in the columns
/// `sensitive`.
pub(super) fn write_records(
    table: &SpilledTable,
    name: &str,
    quasi: &[(usize, &Axis)],
    sensitive: &[usize],
    state: &Workspace,
    context: &Context,
) -> Result<()> {
    let mut writer = SegmentWriter::create(&state.path(name), BEFORE_PLACES + quasi.len() + sensitive.len())?;
    let task = context.task("placing records", Some(table.rows()));
    table.for_each_block(context, |first_row, block: &Table| -> Result<()> {
        context.check_cancelled()?;
        let words = BEFORE_PLACES + quasi.len() + sensitive.len();
        let mut records = vec![0; block.rows() * words];
        for (row, record) in records.chunks_exact_mut(words).enumerate() {
            record[0] = first_row as u32 + row as u32;
        }
        for (at, &(position, axis)) in quasi.iter().enumerate() {
            let codes = block.column(position).codes().widened();
            for (record, code) in records.chunks_exact_mut(words).zip(codes) {
                record[BEFORE_PLACES + at] = axis.place(code);
            }
        }
        for (at, &position) in sensitive.iter().enumerate() {
            let codes = block.column(position).codes().widened();
            for (record, code) in records.chunks_exact_mut(words).zip(codes) {
                record[BEFORE_PLACES + quasi.len() + at] = code;
            }
        }
        task.advance(block.rows() as u64);
        Ok(writer.push_all(&records)?)
    })?;
    writer.finish()?;
    Ok(())
}
