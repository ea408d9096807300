//! Files of counts: the models that silos exchange. The format is described in docs/src/reference/model-file.md.

mod header;
mod read;
mod write;

pub use header::{ModelColumn, ModelTreatment};
pub use read::read_model;
pub use write::write_model;

use arrow_schema::{DataType, Field, Fields};

/// The counts of a file as they stand there. Whether they can be those of records is for others to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFile {
    /// The records that were counted.
    pub records: u64,
    /// The columns with the numbers of their values.
    pub columns: Vec<ModelColumn>,
    /// The values of all columns, one column after the other.
    pub values: Vec<ModelValue>,
    /// How many pairs there are of the first and second column, the first and third, and so on.
    pub tables: Vec<u64>,
    /// The pairs of all tables, one table after the other.
    pub pairs: Vec<ModelPair>,
    /// What was done to the counts.
    pub treatments: Vec<ModelTreatment>,
    /// Whether treated counts were added up.
    pub merged: bool,
    /// Whether what a record added to the counts depended on that record alone.
    pub per_record: bool,
}

/// A value and the records that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelValue {
    /// The value as it is spelled.
    pub text: Box<str>,
    /// The records that have it.
    pub records: u64,
}

/// Two values and the records that have both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPair {
    /// The number of the one among all values.
    pub left: u32,
    /// The number of the other among all values.
    pub right: u32,
    /// The records that have both.
    pub records: u64,
}

/// The key under which the header is kept in the metadata of the schema.
const KEY: &str = "lethe.model";

fn fields() -> Fields {
    [
        Field::new("value", DataType::LargeUtf8, false),
        Field::new("left", DataType::UInt32, false),
        Field::new("right", DataType::UInt32, false),
        Field::new("people", DataType::UInt64, false),
    ]
    .into_iter()
    .collect()
}
