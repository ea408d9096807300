//! Eliminating quasi-identifiers: the tables that are treated, and what users do without a method.

mod columns;
mod records;
mod subject;

pub(crate) use subject::table;

use anyhow::Result;
use lethe_data::{Context, Table};
use lethe_io::{Location, ReadOptions, read_table, write_table};
use std::time::Instant;

/// Removes whole columns or whole records until nobody stands out by `size` columns, and writes what is left.
pub(crate) fn plain(what: &str, file: &str, k: u64, size: usize, output: &str) -> Result<()> {
    let context = Context::new(0)?;
    let file = Location::parse(file)?;
    let table = read_table(&file, &ReadOptions::default(), &context)?;
    let start = Instant::now();
    let left: Table = match what {
        "columns" => table.project(&columns::left(&table, file, k, size, &context)?),
        _ => records::left(&table, k, size, &context)?,
    };
    let seconds = start.elapsed().as_secs_f64();
    let is_anything_left = left.rows() > 0 && !left.columns().is_empty();
    if is_anything_left {
        write_table(&left, &Location::parse(output)?, &context)?;
    }
    let line = serde_json::json!({
        "seconds": seconds, "rows": left.rows(), "columns": left.columns().len(), "written": is_anything_left,
    });
    println!("{line}");
    Ok(())
}
