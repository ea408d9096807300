//! Datasets.

use lethe::ReadOptions;
use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

const COLUMNS: &str = "id, name, rows, columns, bytes, created, location, reading, project, source, stamp";

/// A table of a project.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Dataset {
    /// Its name in addresses.
    pub(crate) id: String,
    /// The name of the file that was uploaded.
    pub(crate) name: String,
    /// Its records.
    pub(crate) rows: u64,
    /// How many columns it has.
    pub(crate) columns: u64,
    /// The size of the file.
    pub(crate) bytes: u64,
    /// When it was added.
    pub(crate) created: String,
    /// Where the table is, in a form that is read without options.
    #[serde(skip)]
    pub(crate) location: String,
    /// The file that it comes from: the same, unless options were needed to read it.
    #[serde(skip)]
    pub(crate) source: String,
    /// The size and the time of that file.
    #[serde(skip)]
    pub(crate) stamp: String,
    /// How that file is read.
    #[serde(skip)]
    pub(crate) reading: ReadOptions,
    #[serde(skip)]
    pub(crate) project: String,
}

impl Dataset {
    pub(crate) fn insert(&self, connection: &Connection, profile: &str) -> Result<()> {
        let insert = "INSERT INTO dataset (id, name, rows, columns, bytes, created, location, reading, project, source, stamp, profile) \
                      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let reading = serde_json::to_string(&self.reading).unwrap_or_default();
        let stored = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        connection.execute(
            insert,
            params![
                self.id,
                self.name,
                stored(self.rows),
                stored(self.columns),
                stored(self.bytes),
                self.created,
                self.location,
                reading,
                self.project,
                self.source,
                self.stamp,
                profile
            ],
        )?;
        Ok(())
    }

    /// Those of a project, in the order in which they were added.
    pub(crate) fn all(connection: &Connection, project: &str) -> Result<Vec<Self>> {
        let mut query =
            connection.prepare(&format!("SELECT {COLUMNS} FROM dataset WHERE project = ? ORDER BY rowid"))?;
        let rows = query.query_map([project], Self::read)?;
        rows.collect()
    }

    pub(crate) fn find(connection: &Connection, project: &str, id: &str) -> Result<Option<Self>> {
        let select = format!("SELECT {COLUMNS} FROM dataset WHERE project = ? AND id = ?");
        connection.query_row(&select, [project, id], Self::read).optional()
    }

    /// The report of `inspect` about it, as JSON.
    pub(crate) fn profile(connection: &Connection, id: &str) -> Result<String> {
        connection.query_row("SELECT profile FROM dataset WHERE id = ?", [id], |row| row.get(0))
    }

    /// Whether a release was made of it.
    pub(crate) fn has_release(connection: &Connection, id: &str) -> Result<bool> {
        let select = "SELECT EXISTS (SELECT 1 FROM job WHERE dataset = ? AND release IS NOT NULL)";
        connection.query_row(select, [id], |row| row.get(0))
    }

    pub(crate) fn delete(connection: &Connection, id: &str) -> Result<()> {
        connection.execute("DELETE FROM dataset WHERE id = ?", [id]).map(|_| ())
    }

    fn read(row: &Row<'_>) -> Result<Self> {
        let number = |at: usize| -> Result<u64> { Ok(u64::try_from(row.get::<_, i64>(at)?).unwrap_or(0)) };
        let reading: String = row.get(7)?;
        Ok(Self {
            id: row.get(0)?,
            name: row.get(1)?,
            rows: number(2)?,
            columns: number(3)?,
            bytes: number(4)?,
            created: row.get(5)?,
            location: row.get(6)?,
            reading: serde_json::from_str(&reading).unwrap_or_default(),
            project: row.get(8)?,
            source: row.get(9)?,
            stamp: row.get(10)?,
        })
    }
}
