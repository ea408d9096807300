//! What is in this table?

use crate::request::forms;
use crate::{Files, Result, error::in_file};
use lethe_data::Context;
use lethe_discovery::{ColumnProfile, ProfileOptions, profile};
use lethe_io::{Location, ReadOptions, read_table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to inspect and how.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Inspect {
    /// The table.
    pub data: Location,
    /// How to read it.
    #[serde(flatten)]
    pub read: ReadOptions,
    /// Only these columns; all when empty.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The cardinality from which a column counts as a standalone identifier.
    #[serde(default = "forms::one")]
    pub standalone_threshold: f64,
    /// How many frequent values to show, with the smallest and largest; `None` hides all values.
    #[serde(default)]
    pub show_values: Option<usize>,
}

impl Inspect {
    /// The file that is read.
    pub fn files(&self) -> Files {
        Files::default().reads_table("the table", &self.data)
    }

    /// The usual inspection of a table: all columns, no values shown.
    pub fn of(data: Location) -> Self {
        let read = ReadOptions::default();
        Self { data, read, columns: Vec::new(), standalone_threshold: 1.0, show_values: None }
    }
}

/// What is in a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Inspection {
    /// The number of records: rows, or the sum of their weights.
    pub rows: u64,
    /// One entry a column, in file order or the order requested.
    pub columns: Vec<InspectedColumn>,
    /// The columns that identify records by themselves.
    pub standalone_identifiers: Vec<String>,
}

/// What is in a column.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InspectedColumn {
    /// The column's name.
    pub name: String,
    /// `boolean`, `integer`, `decimal`, `date`, `datetime`, `text` or `set`.
    #[serde(rename = "type")]
    pub value_type: String,
    /// Rows without a value.
    pub nulls: u64,
    /// Distinct values.
    pub distinct: u64,
    /// Distinct values divided by rows with a value.
    pub cardinality: f64,
    /// The share of the distinct values that occur once.
    pub unique_share: f64,
    /// Shannon entropy of the values, in bits.
    pub entropy_bits: f64,
    /// Kullback-Leibler divergence from the uniform distribution, in bits.
    pub kl_uniform: f64,
    /// The kind of information, such as `email`, where it was recognised.
    pub kind: Option<String>,
    /// Whether the column identifies records by itself.
    pub standalone: bool,
    /// The suggested role: `identifying`, `quasi`, `sensitive` or `insensitive`.
    pub role: String,
    /// Why this role.
    pub reason: String,
    /// The smallest value, where values are shown and ordered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// The largest value, where values are shown and ordered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// The most frequent values, where values are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Vec<FrequentValue>>,
}

/// A value and how often it occurs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FrequentValue {
    /// The value as it is spelled.
    pub value: String,
    /// The number of rows that have it.
    pub count: u64,
}

/// Reads a table and profiles its columns.
pub fn inspect(request: &Inspect, context: &Context) -> Result<Inspection> {
    let mut table = read_table(&request.data, &request.read, context)?;
    if !request.columns.is_empty() {
        let mut wanted: Vec<usize> = Vec::with_capacity(request.columns.len());
        for position in
            table.positions(request.columns.iter().map(String::as_str)).map_err(in_file(&request.data))?
        {
            if !wanted.contains(&position) {
                wanted.push(position);
            }
        }
        table = table.project(&wanted);
    }
    let options = ProfileOptions {
        standalone_threshold: request.standalone_threshold,
        top_values: request.show_values.unwrap_or(0),
    };
    let found = profile(&table, &options, context)?;
    let standalone =
        found.columns.iter().filter(|column| column.standalone).map(|column| column.name.clone());
    Ok(Inspection {
        rows: found.rows,
        standalone_identifiers: standalone.collect(),
        columns: found.columns.into_iter().map(|c| describe(c, request.show_values.is_some())).collect(),
    })
}

fn describe(column: ColumnProfile, show_values: bool) -> InspectedColumn {
    let frequent = |(value, count)| FrequentValue { value, count };
    InspectedColumn {
        name: column.name,
        value_type: column.value_type.to_string(),
        nulls: column.nulls,
        distinct: column.distinct,
        cardinality: column.cardinality,
        unique_share: column.unique_share,
        entropy_bits: column.entropy_bits,
        kl_uniform: column.kl_uniform,
        kind: column.kind.map(|kind| kind.name().to_owned()),
        standalone: column.standalone,
        role: column.role.to_string(),
        reason: column.reason,
        min: column.min.filter(|_| show_values),
        max: column.max.filter(|_| show_values),
        top: show_values.then(|| column.top.into_iter().map(frequent).collect()),
    }
}
