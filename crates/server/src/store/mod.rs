//! Projects, datasets and jobs in an `SQLite` database: what is in it was finished, and survives a kill or a power cut.

mod datasets;
mod jobs;
mod projects;

pub(crate) use datasets::Dataset;
pub(crate) use jobs::{Ended, Job, JobState, JobSummary};
pub(crate) use projects::Project;

use crate::problem::Result;
use rusqlite::Connection;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The version of the tables below; a newer one is refused.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created TEXT NOT NULL
) STRICT;
CREATE TABLE dataset (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    name TEXT NOT NULL,
    location TEXT NOT NULL,
    source TEXT NOT NULL,
    stamp TEXT NOT NULL,
    reading TEXT NOT NULL,
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    profile TEXT NOT NULL,
    created TEXT NOT NULL
) STRICT;
CREATE TABLE job (
    id TEXT PRIMARY KEY,
    project TEXT NOT NULL REFERENCES project ON DELETE CASCADE,
    dataset TEXT NOT NULL,
    verb TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    verdict TEXT,
    report TEXT,
    error TEXT,
    release TEXT,
    made_by TEXT NOT NULL,
    user TEXT NOT NULL,
    created TEXT NOT NULL,
    started TEXT,
    ended TEXT
) STRICT;
CREATE INDEX dataset_of_project ON dataset (project);
CREATE INDEX job_of_project ON job (project);
";

/// The state of the service.
#[derive(Clone)]
pub(crate) struct Store(Arc<Mutex<Connection>>);

impl Store {
    /// Opens the state, or begins one. Jobs that were under way when the last service ended are interrupted.
    ///
    /// Also whether it is new.
    pub(crate) fn open(file: &Path) -> lethe::Result<(Self, bool)> {
        let refuse = |problem: &str| lethe::Error::Request(format!("{}: {problem}", file.display()));
        let unreadable = |_| refuse("the state of the service cannot be read; name another `workspace`");
        let connection = Connection::open(file).map_err(unreadable)?;
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
            .map_err(unreadable)?;
        let version: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unreadable)?;
        match version {
            0 => {
                let begin = format!("BEGIN; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;");
                connection.execute_batch(&begin).map_err(unreadable)?;
            }
            VERSION => {}
            _ => return Err(refuse("the workspace was made by a newer version of Lethe; use that one")),
        }
        let store = Self(Arc::new(Mutex::new(connection)));
        store.with(jobs::interrupt_all).map_err(|_| refuse("the state of the service cannot be written"))?;
        Ok((store, version == 0))
    }

    /// Works with the database, on the calling thread.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Works with the database, on a thread that may wait for the disk.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = self.clone();
        let done = tokio::task::spawn_blocking(move || store.with(work)).await;
        let done = done
            .map_err(|_| crate::problem::Problem::internal("the state of the service could not be read"))?;
        Ok(done?)
    }
}
