//! Projects.

use crate::clock::now;
use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

/// A table that is to be published, with all that was done about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Project {
    /// Its name in addresses.
    pub(crate) id: String,
    /// What its users call it.
    pub(crate) name: String,
    /// When it was made.
    pub(crate) created: String,
}

impl Project {
    pub(crate) fn create(connection: &Connection, id: String, name: String) -> Result<Self> {
        let project = Self { id, name, created: now() };
        let insert = "INSERT INTO project (id, name, created) VALUES (?, ?, ?)";
        connection.execute(insert, params![project.id, project.name, project.created])?;
        Ok(project)
    }

    /// All of them, the newest first.
    pub(crate) fn all(connection: &Connection) -> Result<Vec<Self>> {
        let mut query =
            connection.prepare("SELECT id, name, created FROM project ORDER BY created DESC, rowid DESC")?;
        let rows = query.query_map([], Self::read)?;
        rows.collect()
    }

    pub(crate) fn find(connection: &Connection, id: &str) -> Result<Option<Self>> {
        let select = "SELECT id, name, created FROM project WHERE id = ?";
        connection.query_row(select, [id], Self::read).optional()
    }

    /// Whether there was one to rename.
    pub(crate) fn rename(connection: &Connection, id: &str, name: &str) -> Result<bool> {
        Ok(connection.execute("UPDATE project SET name = ? WHERE id = ?", [name, id])? > 0)
    }

    /// Deletes it with its datasets and jobs.
    pub(crate) fn delete(connection: &Connection, id: &str) -> Result<bool> {
        Ok(connection.execute("DELETE FROM project WHERE id = ?", [id])? > 0)
    }

    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self { id: row.get(0)?, name: row.get(1)?, created: row.get(2)? })
    }
}
