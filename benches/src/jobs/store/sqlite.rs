//! Rows in a database as Dimakopoulos (2022, sections 3.2 and 3.5) keeps them: prepared statements, many rows a
//! transaction, an index on the group.

use super::rows::{Row, Tally, WORDS, group_of};
use super::{ALL, SIDES, Store};
use anyhow::Result;
use rusqlite::{Connection, params};
use std::path::Path;

const COLUMNS: &str = "row INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, d INTEGER";

/// What is left after a crash.
#[derive(Clone, Copy)]
pub(super) enum Safety {
    /// Every transaction that was committed, as the database does it unless told otherwise.
    Durable,
    /// Nothing that can be relied on: no journal, and no waiting for the disk.
    None,
}

/// Rows in a database.
pub(super) struct Sqlite(Connection);

impl Sqlite {
    pub(super) fn new(folder: &Path, safety: Safety) -> Result<Self> {
        let connection = Connection::open(folder.join("rows.sqlite"))?;
        // More cache than all rows take, so that memory is no excuse.
        connection.execute_batch("PRAGMA cache_size = -262144")?;
        if let Safety::None = safety {
            connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")?;
        }
        Ok(Self(connection))
    }

    fn tally(&self, select: &str, parameters: impl rusqlite::Params) -> Result<Tally> {
        let mut tally = Tally::default();
        let mut statement = self.0.prepare_cached(select)?;
        let mut rows = statement.query(parameters)?;
        while let Some(row) = rows.next()? {
            tally.add(&taken(row)?);
        }
        Ok(tally)
    }
}

impl Store for Sqlite {
    fn write(&mut self, rows: &[Row]) -> Result<()> {
        let transaction = self.0.transaction()?;
        transaction.execute_batch(&format!("CREATE TABLE {ALL} ({COLUMNS})"))?;
        let mut insert = transaction.prepare(&format!("INSERT INTO {ALL} VALUES (?, ?, ?, ?, ?)"))?;
        for row in rows {
            insert.execute(*row)?;
        }
        drop(insert);
        Ok(transaction.commit()?)
    }

    fn scan(&mut self, place: &str) -> Result<Tally> {
        self.tally(&format!("SELECT row, a, b, c, d FROM {place}"), [])
    }

    fn split(&mut self, threshold: u32) -> Result<()> {
        // Inside the database, where no row has to come out: its best case.
        let transaction = self.0.transaction()?;
        for (half, side) in SIDES.into_iter().zip(["<", ">="]) {
            transaction.execute_batch(&format!("CREATE TABLE {half} ({COLUMNS})"))?;
            let insert = format!("INSERT INTO {half} SELECT row, a, b, c, d FROM {ALL} WHERE b {side} ?");
            transaction.execute(&insert, [threshold])?;
        }
        Ok(transaction.commit()?)
    }

    fn lay_out(&mut self) -> Result<()> {
        let transaction = self.0.transaction()?;
        let columns = "grp INTEGER, row INTEGER, a INTEGER, b INTEGER, c INTEGER, d INTEGER";
        transaction.execute_batch(&format!("CREATE TABLE grouped ({columns})"))?;
        let mut select = transaction.prepare(&format!("SELECT row, a, b, c, d FROM {ALL}"))?;
        let mut insert = transaction.prepare("INSERT INTO grouped VALUES (?, ?, ?, ?, ?, ?)")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let row = taken(row)?;
            let [number, a, b, c, d] = row;
            insert.execute(params![group_of(&row), number, a, b, c, d])?;
        }
        drop(rows);
        drop((select, insert));
        // An index that is made at the end is made by sorting, which is faster than row by row.
        transaction.execute_batch("CREATE INDEX by_group ON grouped (grp)")?;
        Ok(transaction.commit()?)
    }

    fn group(&mut self, group: u32) -> Result<Tally> {
        self.tally("SELECT row, a, b, c, d FROM grouped WHERE grp = ?", [group])
    }
}

fn taken(row: &rusqlite::Row) -> Result<Row> {
    let mut words = [0; WORDS];
    for (at, word) in words.iter_mut().enumerate() {
        *word = row.get(at)?;
    }
    Ok(words)
}
