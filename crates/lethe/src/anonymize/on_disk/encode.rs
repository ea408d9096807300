//! From the input to the first part: the places of all rows in one file.

use super::cut::BEFORE_PLACES;
use super::stand_in::Counted;
use crate::Result;
use lethe_data::{Context, Table};
use lethe_io::{SegmentWriter, SpilledColumn, SpilledTable, Workspace};
use lethe_transform::partition::Axis;
use std::sync::Arc;

/// How many people have each value of each column.
pub(super) fn counted(table: &SpilledTable, context: &Context) -> Result<Vec<Counted>> {
    let empty = |column: &SpilledColumn| Counted {
        name: column.name().to_owned(),
        dictionary: Arc::clone(column.dictionary()),
        counts: vec![0; column.dictionary().len() + 1],
    };
    let mut counted: Vec<Counted> = table.columns().iter().map(empty).collect();
    table.for_each_block(context, |_, block: &Table| -> Result<()> {
        context.check_cancelled()?;
        for (column, counted) in block.columns().iter().zip(&mut counted) {
            for (people, more) in counted.counts.iter_mut().zip(column.histogram(None)) {
                *people += more;
            }
        }
        Ok(())
    })?;
    Ok(counted)
}

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
