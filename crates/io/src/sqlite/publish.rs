//! Putting a table into a database that others may be using.
//!
//! The database is changed in place, in one transaction under `SQLite`'s own locks: a copy that takes its name would
//! lose what other programs write meanwhile, or later through connections that they hold. A database also keeps the
//! bytes of what was deleted from it, so these are overwritten and the file is rebuilt without free pages.

use super::connection::{Guarded, problem};
use super::quoted;
use crate::error::{Error, Result};
use lethe_data::{Context, Fault};
use rusqlite::Connection;
use std::path::Path;

/// A table of the database `fresh` that is to be in the database `target`, too.
pub(super) struct Publication<'a> {
    pub(super) file: &'a str,
    pub(super) target: &'a Path,
    pub(super) fresh: &'a Path,
    pub(super) table: &'a str,
}

impl Publication<'_> {
    /// **Guarantee**: the target has the whole table, or is as it was; no byte of what the table replaces is left in it.
    /// **Errors**: another program does not let go of the database, or the disk is full.
    pub(super) fn run(&self, context: &Context) -> Result<()> {
        let connection = Guarded::write(self.file, self.target, context)?;
        let attach = "ATTACH DATABASE ? AS lethe_fresh";
        let fresh = self.fresh.to_str().ok_or_else(|| {
            Error::content(
                self.file,
                None,
                "the name of its folder is not UTF-8, so that SQLite cannot open it",
            )
        })?;
        connection.execute(attach, [fresh]).map_err(problem(self.file))?;
        let outcome = self.replace(&connection);
        if outcome.is_err() {
            // Closing the connection undoes the transaction, too; an error of this is none of its own.
            let _ = connection.execute_batch("ROLLBACK");
        }
        outcome?;
        connection.execute_batch("DETACH DATABASE lethe_fresh").map_err(problem(self.file))?;
        self.rebuild(&connection).map_err(|error| self.not_rebuilt(error))?;
        connection.close().map_err(|(_, error)| problem(self.file)(error))
    }

    fn replace(&self, connection: &Connection) -> Result<()> {
        let failed = || problem(self.file);
        let table = quoted(self.table);
        connection.execute_batch("PRAGMA main.secure_delete = ON; BEGIN IMMEDIATE").map_err(failed())?;
        let create: String = connection
            .query_one("SELECT sql FROM lethe_fresh.sqlite_schema WHERE type = 'table'", [], |row| row.get(0))
            .map_err(failed())?;
        // The statement is ours: its first words are `CREATE TABLE`, and the name stands after them.
        let create = create.replacen("CREATE TABLE ", "CREATE TABLE main.", 1);
        // Rows are read in the order in which they were written. Saying so would not do: a column may be called rowid.
        let sql = format!(
            "DROP TABLE IF EXISTS main.{table}; {create};
             INSERT INTO main.{table} SELECT * FROM lethe_fresh.{table}; COMMIT"
        );
        connection.execute_batch(&sql).map_err(failed())
    }

    /// Leaves nothing in free pages and in the log.
    fn rebuild(&self, connection: &Connection) -> Result<()> {
        let failed = || problem(self.file);
        connection.execute_batch("VACUUM").map_err(failed())?;
        // Does nothing where there is no log.
        let busy: bool =
            connection.query_one("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).map_err(failed())?;
        if busy {
            return Err(Error::content(self.file, None, "the database is in use by another program"));
        }
        Ok(())
    }

    /// The table is there, but what it replaced may be, too: this must not pass for success.
    fn not_rebuilt(&self, error: Error) -> Error {
        if error.fault() == Fault::Limit {
            return error;
        }
        let problem = "the table is written, but the file may still hold deleted values, because another program \
                       uses it; close that program and run VACUUM on the database";
        Error::content(self.file, None, problem)
    }
}
