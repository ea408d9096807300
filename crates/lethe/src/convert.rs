//! The same table in another format.

use crate::{Files, Result};
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table, write_table};
use schemars::JsonSchema;
use serde::Serialize;

/// What was converted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Converted {
    /// Rows written.
    pub rows: u64,
    /// Columns written.
    pub columns: usize,
    /// The file.
    pub output: String,
}

/// The files of a conversion. Another table of the same database may be written.
pub fn files(input: &Location, output: &Location) -> Files {
    Files::default().reads_table("the table", input).writes_beside("`output`", output)
}

/// Reads a table and writes it again; cells keep their spelling, columns their order and type.
pub fn convert(
    input: &Location,
    read: &ReadOptions,
    output: &Location,
    context: &Context,
) -> Result<Converted> {
    files(input, output).check()?;
    let table = read_table(input, read, context)?;
    write_table(&table, output, context)?;
    Ok(Converted { rows: table.rows() as u64, columns: table.columns().len(), output: output.name.clone() })
}
