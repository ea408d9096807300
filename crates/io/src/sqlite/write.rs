//! Writing a table into a database of its own, from which it is published.

use super::connection::{Guarded, problem};
use super::{publish, quoted, real_text};
use crate::atomic::AtomicFile;
use crate::error::{Error, Result};
use lethe_data::{Context, Dictionary, Table, Value};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// How many rows are written between two looks at whether to stop.
const BLOCK_ROWS: usize = 4096;

/// Writes rows into a new database that only we hold. Nothing else is in it, so nothing else can be left in it.
pub(crate) struct SqliteWriter {
    file: String,
    target: PathBuf,
    output: AtomicFile,
    connection: Connection,
    table: String,
    context: Context,
}

impl SqliteWriter {
    /// Starts a new table that is to become `table` of the database `target`.
    ///
    /// **Errors**: the target is no regular file, or nothing can be written beside it.
    pub(crate) fn new(
        file: &str,
        target: &Path,
        table: &str,
        first: &Table,
        context: &Context,
    ) -> Result<Self> {
        let output = AtomicFile::create(target)?.of_table(table);
        let Some(path) = output.temporary_path() else {
            return Err(Error::content(file, None, "a database must be a regular file"));
        };
        let connection = Guarded::write(file, path, context)?;
        let columns: Vec<String> = first
            .columns()
            .iter()
            .map(|column| format!("{} {}", quoted(column.name()), sql_type(column.dictionary())))
            .collect();
        let sql = format!(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE {} ({}); BEGIN",
            quoted(table),
            columns.join(", ")
        );
        connection.execute_batch(&sql).map_err(problem(file))?;
        Ok(Self {
            file: file.to_owned(),
            target: target.to_owned(),
            output,
            connection,
            table: table.to_owned(),
            context: context.clone(),
        })
    }

    /// Appends rows.
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

    /// Completes the table and publishes it: as the whole database where there is none, as a table of it otherwise.
    ///
    /// **Guarantee**: the target has the new table and everything else that it had, also what others wrote meanwhile,
    /// or it is as it was.
    pub(crate) fn finish(self) -> Result<()> {
        self.connection.execute_batch("COMMIT").map_err(problem(&self.file))?;
        self.connection.close().map_err(|(_, error)| problem(&self.file)(error))?;
        match self.output.commit_new()? {
            None => Ok(()),
            Some(output) => {
                let Some(fresh) = output.temporary_path() else { return Ok(()) };
                let published = publish::Publication {
                    file: &self.file,
                    target: &self.target,
                    fresh,
                    table: &self.table,
                };
                published.run(&self.context)
            }
        }
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
