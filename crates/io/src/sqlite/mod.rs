//! Tables of an `SQLite` database.

mod connection;
mod counting;
mod publish;
mod read;
mod view;
mod write;

pub use counting::CountingDatabase;
pub(crate) use read::{Source, take_in};
pub use view::is_view;
pub(crate) use write::SqliteWriter;

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A real number always shows its point, so that it stays different from a whole one.
fn real_text(value: f64) -> String {
    format!("{value:?}")
}
