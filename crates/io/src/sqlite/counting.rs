//! A table's codes in an `SQLite` database in memory, for those who want a database to count.
//!
//! Codes stand for values, so that no value leaves the table and the database groups small integers.

use super::connection::{Guarded, problem};
use crate::error::{Error, Result};
use lethe_data::{Context, Table};
use rusqlite::Connection;
use std::sync::{Mutex, PoisonError};

/// Rows between two looks at the cancel token.
const ROWS_PER_CHECK: usize = 1 << 14;
/// What a row occupies in a database besides its cells, and what a cell occupies besides its code.
const ROW_BYTES: usize = 12;
const CELL_BYTES: usize = 1;
/// What messages call the database.
const NAME: &str = "the counting database";
/// `SQLite` is built with this limit.
const MOST_COLUMNS: usize = 1999;

/// A database with one table of codes, called [`Self::TABLE`].
#[derive(Debug)]
pub struct CountingDatabase {
    /// One statement at a time: a connection is not to be shared.
    connection: Mutex<Connection>,
    _memory: lethe_data::Reservation,
}

impl CountingDatabase {
    /// The name of the table.
    pub const TABLE: &str = "people";
    /// The name of the column with row weights, where there are any.
    pub const WEIGHT: &str = "weight";

    /// The name of a column by its position in the original table.
    pub fn column_name(position: usize) -> String {
        format!("c{position}")
    }

    /// Puts the codes of some columns, and the row weights, into a new database. A weight above `enough` is written as
    /// `enough`: for somebody who asks which sums are below it, that makes no difference, and sums stay small.
    ///
    /// **Errors**: there are more columns than `SQLite` takes, sums may be beyond its integers, the memory budget is
    /// too small, or the run is cancelled.
    pub fn load(table: &Table, columns: &[usize], enough: u64, context: &Context) -> Result<Self> {
        if columns.len() > MOST_COLUMNS {
            let problem = format!("SQLite takes at most {MOST_COLUMNS} columns; choose fewer");
            return Err(Error::Request(problem));
        }
        let most = u128::from(enough) * table.rows() as u128;
        if table.weights().is_some() && most > i64::MAX as u128 {
            let problem =
                "SQLite cannot add up row weights beyond 2^63; choose a smaller k or another `algorithm`";
            return Err(Error::Request(problem.to_owned()));
        }
        let cells: usize = columns.iter().map(|&column| table.column(column).codes().bytes()).sum();
        let weights = table.weights().map_or(0, size_of_val);
        let mut memory = context.memory().reserve("the database");
        memory.try_grow(cells + weights + table.rows() * (ROW_BYTES + columns.len() * CELL_BYTES))?;
        let connection = Guarded::in_memory(NAME, context)?;
        let mut names: Vec<String> = columns.iter().map(|&column| Self::column_name(column)).collect();
        names.extend(table.weights().map(|_| Self::WEIGHT.to_owned()));
        let sql = format!("CREATE TABLE {} ({}); BEGIN", Self::TABLE, names.join(" INTEGER, ") + " INTEGER");
        connection.execute_batch(&sql).map_err(failed())?;
        fill(&connection, table, columns, enough, context)?;
        connection.execute_batch("COMMIT").map_err(failed())?;
        Ok(Self { connection: Mutex::new(connection), _memory: memory })
    }

    /// The number that a statement returns.
    ///
    /// **Errors**: the statement fails, or does not return one whole number from 0.
    pub fn number(&self, statement: &str) -> Result<u64> {
        // A panic while counting leaves nothing half-done: statements only read.
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let number: i64 = connection.query_one(statement, [], |row| row.get(0)).map_err(failed())?;
        u64::try_from(number).map_err(|_| Error::Request("SQLite: a count is negative".to_owned()))
    }
}

fn fill(
    connection: &Connection,
    table: &Table,
    columns: &[usize],
    enough: u64,
    context: &Context,
) -> Result<()> {
    let width = columns.len() + usize::from(table.weights().is_some());
    let sql = format!("INSERT INTO {} VALUES ({})", CountingDatabase::TABLE, vec!["?"; width].join(", "));
    let mut statement = connection.prepare(&sql).map_err(failed())?;
    let task = context.task("filling the database", Some(table.rows() as u64));
    for row in 0..table.rows() {
        if row % ROWS_PER_CHECK == 0 {
            context.check_cancelled()?;
            task.advance(ROWS_PER_CHECK.min(table.rows() - row) as u64);
        }
        let mut cells: Vec<i64> =
            columns.iter().map(|&column| i64::from(table.column(column).codes().get(row))).collect();
        if let Some(weights) = table.weights() {
            // Smaller than all sums, which were found to fit.
            cells.push(weights[row].min(enough) as i64);
        }
        statement.execute(rusqlite::params_from_iter(cells)).map_err(failed())?;
    }
    Ok(())
}

/// Statements hold names and codes only, so `SQLite`'s messages about them hold no value.
fn failed() -> impl Fn(rusqlite::Error) -> Error {
    problem(NAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{ByteSize, Column, MemoryBudget, TypeChoice};

    fn table() -> Table {
        let column = |name, cells: [Option<&'static str>; 4]| {
            Column::from_texts(name, cells, TypeChoice::Infer).unwrap()
        };
        let columns = vec![
            column("a", [Some("x"), Some("x"), None, None]),
            column("b", [Some("1"), Some("2"), Some("2"), Some("2")]),
        ];
        Table::new(columns).unwrap()
    }

    #[test]
    fn codes_are_counted_and_missing_values_are_alike() {
        let context = Context::new(1).unwrap();
        let database = CountingDatabase::load(&table(), &[0, 1], 2, &context).unwrap();
        let groups = |columns: &str| {
            let inner = format!("SELECT COUNT(*) FROM people GROUP BY {columns}");
            database.number(&format!("SELECT COUNT(*) FROM ({inner})")).unwrap()
        };
        assert_eq!((groups("c0"), groups("c1"), groups("c0, c1")), (2, 2, 3));
        assert!(database.number("SELECT no FROM such").is_err());
        let weighted = table().with_weights(vec![5, 0, 1, 1]).unwrap();
        let database = CountingDatabase::load(&weighted, &[1], 9, &context).unwrap();
        assert_eq!(database.number("SELECT SUM(weight) FROM people").unwrap(), 7);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let small = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(10)));
        assert!(CountingDatabase::load(&table(), &[0, 1], 2, &small).is_err());
        let context = Context::new(1).unwrap();
        let heavy = table().with_weights(vec![u64::MAX, 0, 0, 0]).unwrap();
        assert!(CountingDatabase::load(&heavy, &[0], u64::MAX, &context).is_err());
        let database = CountingDatabase::load(&heavy, &[0], 3, &context).unwrap();
        assert_eq!(database.number("SELECT SUM(weight) FROM people").unwrap(), 3);
    }
}
