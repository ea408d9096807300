//! Verifying a released table: the table, and the timed verification from the file to the report.

mod released;

use crate::jobs::peak::peak_mib;
use anyhow::Result;
use lethe::requirements::flags;
use lethe::verify::{Verify, verify};
use lethe_data::Context;
use lethe_io::{Location, write_table};
use std::time::Instant;

/// Writes a released table of records that are never alone.
pub(crate) fn table(rows: usize, file: &str) -> Result<()> {
    Ok(write_table(&released::table(rows)?, &Location::parse(file)?, &Context::new(0)?)?)
}

/// Verifies the table once.
pub(crate) fn run(file: &str, threads: usize) -> Result<()> {
    let context = Context::new(threads)?;
    let request = Verify {
        quasi: released::quasi(),
        models: vec![
            flags::parse("k", "5")?,
            flags::parse("l", &format!("distinct:3@{}", released::SENSITIVE))?,
        ],
        ..Verify::of(Location::parse(file)?)
    };
    let start = Instant::now();
    let verification = verify(&request, &context)?;
    println!(
        "{}",
        serde_json::json!({
            "seconds": start.elapsed().as_secs_f64(), "peak_mib": peak_mib(), "threads": threads,
            "rows": verification.rows, "quasi": verification.quasi.len(), "classes": verification.classes,
            "k": verification.k.null_as_value, "holds": verification.holds,
        })
    );
    Ok(())
}
