//! Tables of an `SQLite` database.

use crate::error::{Error, Result, while_doing};
use crate::intake::{BlockSize, Intake, Knowledge, LOCAL_NULL};
use crate::options::ReadOptions;
use crate::selection::Selection;
use lethe_data::{Context, Dictionary, Interner, Table, Value};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// How many rows are written between two looks at whether to stop.
const BLOCK_ROWS: usize = 65_536;

fn problem(file: &str) -> impl Fn(rusqlite::Error) -> Error {
    move |error| Error::content(file, None, format!("SQLite: {error}"))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

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
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(problem(file))?;
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
    let mut blocks = 0;
    loop {
        let row = rows.next().map_err(problem(file))?;
        let held = scratch.first().map_or(0, Vec::len);
        if held == size.rows || (row.is_none() && held > 0) {
            intake.push_block(blocks, &scratch)?;
            blocks += 1;
            task.advance(held as u64);
            scratch.iter_mut().for_each(Vec::clear);
            context.check_cancelled()?;
        }
        let Some(row) = row else { break };
        for (index, (codes, interner)) in scratch.iter_mut().zip(intake.interners()).enumerate() {
            let cell = row.get_ref(places[index]).map_err(problem(file))?;
            codes.push(match intern(cell, interner) {
                Ok(code) => code,
                Err(_) if options.is_per_record() => LOCAL_NULL,
                Err(fault) => {
                    let column = &selection.columns[index].0;
                    return Err(Error::content(file, None, format!("column '{column}' holds {fault}")));
                }
            });
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
    let listed = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Err(Error::content(file, None, format!("no table '{table}'; the database has: {listed}")))
}

/// **Errors**: the database has changes that are not in its main file yet, so that a copy of it would lose them and
/// they would be played into the file that takes its place.
pub(crate) fn check_at_rest(file: &str, path: &Path) -> Result<()> {
    for ending in ["-wal", "-journal"] {
        let mut log = path.as_os_str().to_owned();
        log.push(ending);
        if Path::new(&log).metadata().is_ok_and(|metadata| metadata.len() > 0) {
            let problem = format!("the database is in use (it has a {ending} file); close it first");
            return Err(Error::content(file, None, problem));
        }
    }
    Ok(())
}

/// Writes rows into a table of a database file that only we hold.
pub(crate) struct SqliteWriter {
    file: String,
    connection: Connection,
    table: String,
}

impl SqliteWriter {
    /// Starts a new table, replacing one of the same name.
    pub(crate) fn new(file: &str, path: &Path, table: &str, first: &Table) -> Result<Self> {
        let connection = Connection::open(path).map_err(problem(file))?;
        let columns: Vec<String> = first
            .columns()
            .iter()
            .map(|column| format!("{} {}", quoted(column.name()), sql_type(column.dictionary())))
            .collect();
        let sql = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; DROP TABLE IF EXISTS {0}; CREATE TABLE {0} ({1}); BEGIN",
            quoted(table),
            columns.join(", ")
        );
        connection.execute_batch(&sql).map_err(problem(file))?;
        Ok(Self { file: file.to_owned(), connection, table: table.to_owned() })
    }

    pub(crate) fn write(&mut self, table: &Table, context: &Context) -> Result<()> {
        let marks = vec!["?"; table.columns().len()].join(", ");
        let sql = format!("INSERT INTO {} VALUES ({marks})", quoted(&self.table));
        let mut statement = self.connection.prepare(&sql).map_err(problem(&self.file))?;
        for row in 0..table.rows() {
            if row % BLOCK_ROWS == 0 {
                context.check_cancelled()?;
            }
            let cells = table.columns().iter().map(|column| {
                let code = column.codes().get(row);
                if code as usize >= column.dictionary().len() {
                    return rusqlite::types::Value::Null;
                }
                let text = column.dictionary().text(code);
                match column.dictionary().value(code) {
                    Value::Integer(value) if value.to_string() == text => value.into(),
                    Value::Decimal(value) if real_text(value.to_f64()) == text => value.to_f64().into(),
                    _ => text.to_owned().into(),
                }
            });
            statement.execute(rusqlite::params_from_iter(cells)).map_err(problem(&self.file))?;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<()> {
        self.connection.execute_batch("COMMIT").map_err(problem(&self.file))?;
        self.connection.close().map_err(|(_, error)| problem(&self.file)(error))
    }
}

/// A column without affinity keeps every value as it was given; only whole numbers in their plain spelling get one.
fn sql_type(dictionary: &Dictionary) -> &'static str {
    let plain = |code: u32| match dictionary.value(code) {
        Value::Integer(value) => value.to_string() == dictionary.text(code),
        _ => false,
    };
    if (0..dictionary.len() as u32).all(plain) && !dictionary.is_empty() { "INTEGER" } else { "BLOB" }
}

/// A real number always shows its point, so that it stays different from a whole one.
fn real_text(value: f64) -> String {
    format!("{value:?}")
}
