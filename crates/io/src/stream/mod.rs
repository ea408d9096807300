//! A table in pieces, in row order, without ever holding the whole.

mod block;
mod relay;
#[cfg(test)]
mod tests;

pub(crate) use block::block_table;

use crate::csv;
use crate::error::Error;
use crate::intake::BlockSize;
use crate::location::{Format, Location};
use crate::opened::Opened;
use crate::options::ReadOptions;
use crate::parts::check_names;
use lethe_data::{Column, Context, Table};

/// Reads a table once from its first row to its last and gives `each` one block of rows after the other, every block a
/// table with small dictionaries of its own.
///
/// **Guarantee**: the cells of all blocks, put together, are spelt like those of [`read_table`](crate::read_table), for
/// any number of threads; errors are the same and name the same lines. `each` is called on the calling thread, in row
/// order, and at least once: a table without rows is one block without rows.
///
/// A type of a column is what the options declare, else what the format knows, else text, in every block alike; where
/// values of a block do not fit the format's type, the column is text in that block. Because the rest of the table is
/// not known, three things may differ from `read_table`, whose types come from all values: in a column that it would
/// find to be of another type than text, an empty text (`""`) stays an empty text instead of becoming null, unless the
/// type is declared; a date may be parsed in another notation where the block fits several; and values that do not fit
/// a declared type are found only when their block is reached.
///
/// **Cost**: one pass. Memory for a few blocks a thread (of half a megabyte of text, or 65,536 rows), however long the
/// table is; an Arrow file's own record batches are held one at a time. It is working space, not asked of the memory
/// budget. The next blocks of a text file are parsed while `each` is busy.
///
/// **Errors**: those of [`read_table`](crate::read_table), or the first one that `each` returns; no more blocks are
/// given then.
pub fn stream_table<E: From<Error>>(
    location: &Location,
    options: &ReadOptions,
    context: &Context,
    each: impl FnMut(&Table) -> Result<(), E>,
) -> Result<(), E> {
    stream_in_blocks(location, options, context, BlockSize::default(), each)
}

fn stream_in_blocks<E: From<Error>>(
    location: &Location,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    mut each: impl FnMut(&Table) -> Result<(), E>,
) -> Result<(), E> {
    if let Format::Parts(parts) = &location.format {
        let mut first: Option<Vec<String>> = None;
        return parts.iter().try_for_each(|part| {
            stream_one(part, options, context, size, &mut |block: &Table| {
                let names: Vec<&str> = block.columns().iter().map(Column::name).collect();
                let known = first.get_or_insert_with(|| names.iter().map(|&name| name.to_owned()).collect());
                check_names(&known.iter().map(String::as_str).collect::<Vec<_>>(), &names, part)?;
                each(block)
            })
        });
    }
    stream_one(location, options, context, size, each)
}

fn stream_one<E: From<Error>>(
    location: &Location,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    each: impl FnMut(&Table) -> Result<(), E>,
) -> Result<(), E> {
    match Opened::new(location, context)? {
        Opened::Text(text) => csv::stream(text, options, context, size.bytes, each),
        Opened::Rows(rows) => relay::stream(&location.name, &rows, options, context, size, each),
    }
}
