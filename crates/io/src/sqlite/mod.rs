//! Tables of an `SQLite` database.

mod connection;
mod publish;
mod read;
mod write;

pub(crate) use connection::{Guarded, problem};
pub(crate) use read::{Source, take_in};
pub(crate) use write::SqliteWriter;

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A real number always shows its point, so that it stays different from a whole one.
fn real_text(value: f64) -> String {
    format!("{value:?}")
}
