//! Which columns of a schema are kept, and whether they are of a type that a table can hold.

use super::TYPE_KEY;
use crate::error::{Error, Result};
use crate::intake::Knowledge;
use crate::options::ReadOptions;
use crate::selection::Selection;
use arrow_schema::{DataType, Schema};
use lethe_data::ValueType;

/// The columns of a file with this schema that are kept.
///
/// **Errors**: a name is missing or used twice, or a column to keep holds something else than one plain value a row:
/// such a column could only be read by leaving something out.
pub(super) fn select(file: &str, schema: &Schema, options: &ReadOptions) -> Result<Selection> {
    let mut columns: Vec<(String, Knowledge)> = Vec::with_capacity(schema.fields().len());
    let mut seen = std::collections::HashSet::with_capacity(schema.fields().len());
    for (index, field) in schema.fields().iter().enumerate() {
        let name = field.name();
        if name.trim().is_empty() {
            return Err(Error::content(file, None, format!("column {} has an empty name", index + 1)));
        }
        if !seen.insert(name) {
            return Err(Error::content(file, None, format!("two columns have the name '{name}'")));
        }
        let declared = field.metadata().get(TYPE_KEY).and_then(|name| name.parse().ok());
        let native = native_type(field.data_type());
        columns.push((name.clone(), Knowledge::Format(declared.unwrap_or(native))));
    }
    if columns.is_empty() {
        return Err(Error::content(file, None, "it has no columns"));
    }
    let selection = Selection::new(file, columns, options)?;
    for place in selection.positions() {
        let field = schema.field(place);
        if !is_plain(field.data_type()) {
            let kind = kind_of(field.data_type());
            let problem =
                format!("column '{}' holds {kind}; leave it out, or make plain columns of it", field.name());
            return Err(Error::content(file, None, problem));
        }
    }
    Ok(selection)
}

/// Whether a cell is one value that can be written as text and read again.
fn is_plain(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_plain(values) && !is_indirect(values),
        DataType::RunEndEncoded(_, values) => is_plain(values.data_type()) && !is_run(values.data_type()),
        DataType::Null
        | DataType::Boolean
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => true,
        other => other.is_primitive(),
    }
}

fn is_indirect(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Dictionary(..)) || is_run(data_type)
}

fn is_run(data_type: &DataType) -> bool {
    matches!(data_type, DataType::RunEndEncoded(..))
}

fn kind_of(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Union(..) => "values of several types (a union)",
        DataType::Struct(_) => "records within records (a struct)",
        DataType::Map(..) => "maps",
        DataType::FixedSizeBinary(_) => "binary data",
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) => "values that are encoded twice",
        _ => "lists",
    }
}

fn native_type(data_type: &DataType) -> ValueType {
    match data_type {
        DataType::Boolean => ValueType::Boolean,
        DataType::Date32 => ValueType::Date,
        DataType::Timestamp(..) | DataType::Date64 => ValueType::DateTime,
        DataType::Float16
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => ValueType::Decimal,
        other if other.is_integer() => ValueType::Integer,
        DataType::Dictionary(_, values) => native_type(values),
        DataType::RunEndEncoded(_, values) => native_type(values.data_type()),
        _ => ValueType::Text,
    }
}
