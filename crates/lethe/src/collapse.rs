//! The distinct combinations of columns, with the number of records that have each.
//!
//! What only counts can be computed from a collapsed table instead of the records: class sizes, models, searches of levels. Collapsed tables
//! of parts, added up, are the collapsed table of all.

use crate::{Error, Files, Result};
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table, with_weight_column, write_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the column with the counts.
pub const COUNT: &str = "count";

/// What is collapsed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Collapse {
    /// The tables, which have the same columns; their records are added up.
    pub data: Vec<Location>,
    /// How to read them; with weights, a row stands for several records already.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// The columns that are combined; all when empty.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Where the combinations go.
    pub output: Location,
}

/// What became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Collapsed {
    /// The records that were read: rows, or the sum of their weights.
    pub records: u64,
    /// The distinct combinations, which are the rows that were written.
    pub combinations: u64,
    /// The columns that were combined.
    pub columns: Vec<String>,
    /// The file.
    pub output: String,
}

impl Collapse {
    /// The files that are read and written.
    pub fn files(&self) -> Files {
        let read = self.data.iter().fold(Files::default(), |all, table| all.reads_table("the table", table));
        read.writes_beside("`output`", &self.output)
    }
}

/// Writes each combination of values once, with the number of records that have it in the column `count`.
///
/// **Guarantee**: rows are in the order of their values, so that the same records give the same table, whole or in parts. Every count of
/// combinations of these columns is that of the records.
/// **Cost**: reading the tables, and a grouping of their rows.
/// **Errors**: a table cannot be read, the tables have different columns, or a column is called `count`.
pub fn collapse(request: &Collapse, context: &Context) -> Result<Collapsed> {
    request.files().check()?;
    let mut columns = request.columns.clone();
    let weights = request.read.weights.as_ref().map(|weights| weights.column.as_str());
    columns.retain(|column| Some(column.as_str()) != weights);
    let read = ReadOptions { columns: (!columns.is_empty()).then_some(columns), ..request.read.clone() };
    let source = match &request.data[..] {
        [] => return Err(Error::Request("name at least one table".to_owned())),
        [table] => table.clone(),
        several => Location::parts(&several[0].name, flat(several))?,
    };
    let table = read_table(&source, &read, context)?;
    let collapsed = table.collapse(context)?.in_value_order()?;
    let report = Collapsed {
        records: table.records(),
        combinations: collapsed.rows() as u64,
        columns: collapsed.columns().iter().map(|column| column.name().to_owned()).collect(),
        output: request.output.name.clone(),
    };
    drop(table);
    write_table(&with_weight_column(collapsed, COUNT)?, &request.output, context)?;
    Ok(report)
}

/// Folders among the tables are their files.
fn flat(tables: &[Location]) -> Vec<Location> {
    let parts = |table: &Location| match &table.format {
        lethe_io::Format::Parts(parts) => parts.clone(),
        _ => vec![table.clone()],
    };
    tables.iter().flat_map(parts).collect()
}
