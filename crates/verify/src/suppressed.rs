//! Records that say nothing.

use lethe_data::hierarchy::ROOT;
use lethe_data::{Classes, Table};

/// The class of the fully suppressed records: `*` in every one of the columns. There is at most one.
pub(crate) fn suppressed_class(table: &Table, columns: &[usize], classes: &Classes) -> Option<usize> {
    let codes: Vec<u32> = columns
        .iter()
        .map(|&column| table.column(column).dictionary().find(ROOT))
        .collect::<Option<_>>()
        .filter(|codes: &Vec<u32>| !codes.is_empty())?;
    classes.first_rows().iter().position(|&row| {
        columns
            .iter()
            .zip(&codes)
            .all(|(&column, &code)| table.column(column).codes().get(row as usize) == code)
    })
}
