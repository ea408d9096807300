//! A table that does not fit into memory, looked at in parts that share no class.
//!
//! What is counted in a part can be added to what is counted in others: counts of values ([`counted`]), and judgements of classes
//! (`lethe_verify::Judgement::and`).

mod stand_in;

pub(crate) use stand_in::{Counted, stand_in};

use crate::{Error, Result};
use lethe_data::{Codes, Column, Context, Table, wording};
use lethe_io::{
    Location, ReadOptions, SegmentReader, SegmentWriter, SpilledColumn, SpilledTable, stream_table,
};
use std::path::Path;
use std::sync::Arc;

/// Bytes that each row of a part needs for each column while it is judged.
const BYTES_PER_CELL: u64 = 24;

/// How many records have each value of each column.
pub(crate) fn counted(table: &SpilledTable, context: &Context) -> Result<Vec<Counted>> {
    let empty = |column: &SpilledColumn| Counted {
        name: column.name().to_owned(),
        dictionary: Arc::clone(column.dictionary()),
        counts: vec![0; column.dictionary().len() + 1],
    };
    let mut counted: Vec<Counted> = table.columns().iter().map(empty).collect();
    table.for_each_block(context, |_, block: &Table| -> Result<()> {
        context.check_cancelled()?;
        for (column, counted) in block.columns().iter().zip(&mut counted) {
            for (records, more) in counted.counts.iter_mut().zip(column.histogram(None)) {
                *records += more;
            }
        }
        Ok(())
    })?;
    Ok(counted)
}

/// Calls `each` with parts of the table that share no class of the columns `quasi`, and with the rows of each in the whole. The parts are
/// written to files in a folder first, and each is removed when it was looked at.
pub(crate) fn for_each(
    table: &SpilledTable,
    quasi: &[usize],
    folder: &Path,
    context: &Context,
    mut each: impl FnMut(&Table, &[u32]) -> Result<()>,
) -> Result<()> {
    // Rows are numbered in 32 bits.
    if table.rows() > Table::MAX_ROWS as u64 {
        return Err(lethe_data::Error::TooLarge { what: "rows" }.into());
    }
    let columns = table.columns().len();
    let needed = table.rows().saturating_mul(columns as u64 * BYTES_PER_CELL);
    let parts = needed.div_ceil((context.memory().left() / 2).max(1 << 20)).clamp(1, 256) as usize;
    let path = |part: usize| folder.join(format!("part-{part}"));
    let mut writers = (0..parts)
        .map(|part| SegmentWriter::create(&path(part), 1 + columns))
        .collect::<Result<Vec<_>, _>>()?;
    table.for_each_block(context, |first_row, block: &Table| -> Result<()> {
        let codes: Vec<Vec<u32>> =
            block.columns().iter().map(|column| column.codes().widened().collect()).collect();
        let mut record = vec![0; 1 + columns];
        for row in 0..block.rows() {
            record[0] = first_row as u32 + row as u32;
            for (cell, codes) in record[1..].iter_mut().zip(&codes) {
                *cell = codes[row];
            }
            let part = hash(quasi.iter().map(|&position| codes[position][row])) % parts as u64;
            writers[part as usize].push(&record)?;
        }
        Ok(())
    })?;
    for writer in writers {
        writer.finish()?;
    }
    let task = context.task("proving", Some(table.rows()));
    for part in 0..parts {
        let file = path(part);
        let (part, rows) = read(table, SegmentReader::open(&file)?, columns)?;
        each(&part, &rows)?;
        task.advance(rows.len() as u64);
        remove(&file)?;
    }
    Ok(())
}

/// A part as a table, and the rows that it has.
fn read(table: &SpilledTable, mut reader: SegmentReader, columns: usize) -> Result<(Table, Vec<u32>)> {
    let count = reader.records() as usize;
    let (mut rows, mut codes) = (Vec::with_capacity(count), vec![Vec::with_capacity(count); columns]);
    let mut records = Vec::new();
    while reader.next(&mut records)? {
        for record in records.chunks_exact(1 + columns) {
            rows.push(record[0]);
            for (codes, &code) in codes.iter_mut().zip(&record[1..]) {
                codes.push(code);
            }
        }
    }
    let columns = table.columns().iter().zip(codes).map(|(column, codes)| {
        let dictionary = Arc::clone(column.dictionary());
        let codes = Codes::from_iter_within(dictionary.len() + 1, codes.into_iter());
        Column::new(column.name(), dictionary, codes)
    });
    Ok((Table::new(columns.collect())?, rows))
}

/// Spreads rows over parts by their labels; equal labels, equal parts.
fn hash(codes: impl Iterator<Item = u32>) -> u64 {
    let mixed = codes.fold(0x9E37_79B9_7F4A_7C15_u64, |hash, code| {
        (hash ^ u64::from(code)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(29)
    });
    mixed ^ mixed >> 32
}

/// Removes a file; it may be gone already.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            let file = path.display().to_string();
            Err(lethe_io::Error::File { file, action: "remove", source }.into())
        }
        _ => Ok(()),
    }
}

/// The names of a table's columns.
pub(crate) fn column_names(data: &Location, read: &ReadOptions, context: &Context) -> Result<Vec<String>> {
    let block = first_block(data, read, context)?;
    let names = |block: Table| block.columns().iter().map(|column| column.name().to_owned()).collect();
    Ok(block.map(names).unwrap_or_default())
}

/// The first rows of a table; `None` where it has no block.
pub(crate) fn first_block(data: &Location, read: &ReadOptions, context: &Context) -> Result<Option<Table>> {
    /// Ends the stream after its first block.
    enum End {
        Seen(Box<Table>),
        Failed(lethe_io::Error),
    }
    impl From<lethe_io::Error> for End {
        fn from(error: lethe_io::Error) -> Self {
            Self::Failed(error)
        }
    }
    let seen =
        stream_table(data, read, context, |block: &Table| Err::<(), _>(End::Seen(Box::new(block.clone()))));
    match seen {
        Err(End::Seen(block)) => Ok(Some(*block)),
        Err(End::Failed(error)) => Err(error.into()),
        Ok(()) => Ok(None),
    }
}

/// A row of the stand-in is not a row of the table.
pub(crate) fn without_row(error: Error) -> Error {
    match error {
        Error::Io(lethe_io::Error::Table {
            file,
            source: lethe_data::Error::NotInHierarchy { column, distinct, .. },
        }) => {
            let values = wording::counted(distinct as u64, "value");
            Error::Request(format!("{file}: column '{column}': its hierarchy lacks {values} of the table"))
        }
        Error::Cells { file, column, problem, .. } => {
            Error::Cells { file, column, rows: String::new(), problem }
        }
        other => other,
    }
}
