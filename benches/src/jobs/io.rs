//! Reading a table into codes.

use crate::jobs::peak::peak_mib;
use anyhow::Result;
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table};
use std::time::Instant;

/// Reads and encodes a file once.
pub(crate) fn read(file: &str, threads: usize) -> Result<()> {
    let context = Context::new(threads)?;
    let location = Location::parse(file)?;
    let start = Instant::now();
    let table = read_table(&location, &ReadOptions::default(), &context)?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}",
        serde_json::json!({
            "seconds": seconds, "peak_mib": peak_mib(), "rows": table.rows(), "columns": table.columns().len(),
            "encoded_mib": table.bytes() as f64 / f64::from(1 << 20),
        })
    );
    Ok(())
}
