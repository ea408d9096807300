//! Connections that can be stopped and stay within the memory budget.

use crate::error::{Error, Result};
use lethe_data::{CancelToken, Context};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// Steps of `SQLite`'s machine between two looks at whether to stop: some thousandths of a second.
const STEPS_PER_LOOK: i32 = 10_000;
/// How long we wait for another program to end what it does with a database.
const PATIENCE: Duration = Duration::from_secs(5);
/// `SQLite` cannot do with less.
const LEAST_HEAP: u64 = 1 << 24;

/// Ways to open a database.
pub(crate) struct Guarded;

impl Guarded {
    /// Opens a stranger's database for reading. What its views compute is stopped when the run is cancelled.
    ///
    /// **Errors**: it cannot be opened.
    pub(super) fn read(file: &str, path: &Path, context: &Context) -> Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(problem(file))?;
        // Views of a stranger's may not call functions with effects.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false).map_err(problem(file))?;
        Self::prepare(file, connection, context)
    }

    /// Opens a database for writing.
    ///
    /// **Errors**: it cannot be opened.
    pub(super) fn write(file: &str, path: &Path, context: &Context) -> Result<Connection> {
        Self::prepare(file, Connection::open(path).map_err(problem(file))?, context)
    }

    /// A database in memory.
    ///
    /// **Errors**: there is not enough memory.
    pub(crate) fn in_memory(file: &str, context: &Context) -> Result<Connection> {
        Self::prepare(file, Connection::open_in_memory().map_err(problem(file))?, context)
    }

    fn prepare(file: &str, mut connection: Connection, context: &Context) -> Result<Connection> {
        stop_when_cancelled(file, &mut connection, context.cancel_token())?;
        connection.busy_timeout(PATIENCE).map_err(problem(file))?;
        let limit = context.memory().limit();
        if let Ok(heap) = i64::try_from(limit.max(LEAST_HEAP)) {
            // The limit is the whole process's, and can be lowered but not raised.
            connection
                .query_one(&format!("PRAGMA hard_heap_limit = {heap}"), [], |_| Ok(()))
                .map_err(problem(file))?;
        }
        Ok(connection)
    }
}

fn stop_when_cancelled(file: &str, connection: &mut Connection, token: &CancelToken) -> Result<()> {
    let token = token.clone();
    connection.progress_handler(STEPS_PER_LOOK, Some(move || token.is_cancelled())).map_err(problem(file))
}

/// A failure of `SQLite`'s, told by its cause.
pub(crate) fn problem(file: &str) -> impl Fn(rusqlite::Error) -> Error {
    move |error| {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => return lethe_data::Error::Cancelled.into(),
            Some(ErrorCode::OutOfMemory) => std::io::ErrorKind::OutOfMemory,
            Some(ErrorCode::DiskFull) => std::io::ErrorKind::StorageFull,
            Some(ErrorCode::SystemIoFailure) if is_failed_write(&error) => std::io::ErrorKind::StorageFull,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                let problem = "the database is in use by another program; try again when that has finished";
                return Error::content(file, None, problem);
            }
            _ => return Error::content(file, None, format!("SQLite: {}", in_one_line(&error))),
        };
        let (action, reason) = match kind {
            std::io::ErrorKind::OutOfMemory => {
                ("read", "SQLite needs more memory than the budget; raise `memory`")
            }
            _ => ("write", "the disk is full, or a limit on the size of files is reached"),
        };
        Error::File { file: file.to_owned(), action, source: std::io::Error::new(kind, reason) }
    }
}

/// Whether the system refused to write; that the disk is full is told apart, that a file may not grow is not.
fn is_failed_write(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_IOERR_WRITE)
}

fn in_one_line(error: &rusqlite::Error) -> String {
    error.to_string().replace(['\n', '\r'], " ")
}
