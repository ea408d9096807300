//! The same table in another format.

use crate::{Files, Result};
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table, write_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// A table that is to be written in another format.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Convert {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// Where it goes.
    pub output: Location,
}

impl Convert {
    /// The files of a conversion. Another table of the same database may be written.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.data).writes_beside("`output`", &self.output)
    }
}

/// Reads a table and writes it again; cells keep their spelling, columns their order and type.
pub fn convert(request: &Convert, context: &Context) -> Result<Converted> {
    request.files().check()?;
    let table = read_table(&request.data, &request.read, context)?;
    write_table(&table, &request.output, context)?;
    let output = request.output.name.clone();
    Ok(Converted { rows: table.rows() as u64, columns: table.columns().len(), output })
}
