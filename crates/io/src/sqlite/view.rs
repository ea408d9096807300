//! Whether a name in a database is that of a view.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Whether a database has a view of this name, which may show any of its tables; false where that cannot be told.
pub fn is_view(path: &Path, name: &str) -> bool {
    let found = || {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name = ?1 COLLATE NOCASE";
        connection.query_row(sql, [name], |row| row.get::<_, i64>(0))
    };
    found().is_ok_and(|count: i64| count > 0)
}
