//! Reading a table or view.

use super::connection::{Guarded, problem};
use super::{quoted, real_text};
use crate::error::{Error, Result, while_doing};
use crate::intake::{BlockSize, Intake, Knowledge, LOCAL_NULL};
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::{Context, Interner};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::path::Path;

/// Names of tables that a message lists.
const MOST_NAMES: usize = 20;

/// A table of a database; `file` is the database's name for messages.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) path: &'a Path,
    pub(crate) table: &'a str,
}

/// Reads the kept columns of one table, in the database's own row order, into what `start` makes.
pub(crate) fn take_in<I: Intake>(
    source: &Source<'_>,
    options: &ReadOptions,
    context: &Context,
    size: BlockSize,
    start: impl FnOnce(&Selection) -> Result<I>,
) -> Result<(Selection, I)> {
    let Source { file, path, table } = *source;
    std::fs::metadata(path).map_err(while_doing("open", file))?;
    crate::inputs::remember(path, Some(table));
    let connection = Guarded::read(file, path, context)?;
    check_exists(file, &connection, table)?;
    // All columns are selected even if few are kept: for fewer, the database may walk an index, in another row order.
    let sql = format!("SELECT * FROM {}", quoted(table));
    let mut statement = connection.prepare(&sql).map_err(problem(file))?;
    let named = statement.column_names().map(|name| (name.to_string(), Knowledge::Nothing)).collect();
    let selection = Selection::new(file, named, options)?;
    let places = selection.positions();
    let mut intake = start(&selection)?;
    let mut scratch: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
    let task = context.task("reading", None);
    let mut rows = statement.query([]).map_err(problem(file))?;
    let (mut blocks, mut held, mut bytes) = (0, 0, 0);
    loop {
        let row = rows.next().map_err(problem(file))?;
        if held == size.rows || bytes >= size.bytes || (row.is_none() && held > 0) {
            intake.push_block(blocks, &scratch)?;
            blocks += 1;
            task.advance(held as u64);
            scratch.iter_mut().for_each(Vec::clear);
            (held, bytes) = (0, 0);
            context.check_cancelled()?;
        }
        let Some(row) = row else { break };
        held += 1;
        for (index, &place) in places.iter().enumerate() {
            let cell = row.get_ref(place).map_err(problem(file))?;
            if let ValueRef::Text(text) = cell {
                bytes += text.len();
                // A cell that is longer than a block is not a part of its working space.
                if text.len() > size.bytes {
                    intake.expect(text.len())?;
                }
            }
            let code = match intern(cell, &mut intake.interners()[index]) {
                Ok(code) => code,
                Err(_) if options.is_per_record() => LOCAL_NULL,
                Err(fault) => {
                    let column = &selection.columns[index].0;
                    return Err(Error::content(file, None, format!("column '{column}' holds {fault}")));
                }
            };
            scratch[index].push(code);
        }
    }
    Ok((selection, intake))
}

/// The number of a cell, or what it holds that cannot be read.
fn intern(cell: ValueRef<'_>, interner: &mut Interner) -> std::result::Result<u32, &'static str> {
    Ok(match cell {
        ValueRef::Null => LOCAL_NULL,
        ValueRef::Integer(value) => interner.intern(&value.to_string()) + 1,
        ValueRef::Real(value) => interner.intern(&real_text(value)) + 1,
        ValueRef::Text(bytes) => 1 + interner.intern_bytes(bytes).map_err(|_| "bytes that are not UTF-8")?,
        ValueRef::Blob(_) => return Err("binary data"),
    })
}

fn check_exists(file: &str, connection: &Connection, table: &str) -> Result<()> {
    let sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name";
    let mut statement = connection.prepare(sql).map_err(problem(file))?;
    let names = statement.query_map([], |row| row.get::<_, String>(0)).map_err(problem(file))?;
    let names: Vec<String> = names.collect::<std::result::Result<_, _>>().map_err(problem(file))?;
    if names.iter().any(|name| name == table) {
        return Ok(());
    }
    let more = if names.len() > MOST_NAMES { ", …" } else { "" };
    let listed = match names.len() {
        0 => "none".to_owned(),
        count => names[..count.min(MOST_NAMES)].join(", ") + more,
    };
    Err(Error::content(file, None, format!("no table '{table}'; the database has: {listed}")))
}
