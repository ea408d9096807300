//! Codes to Arrow arrays.
//!
//! A column is written in the Arrow type of its values when that gives every spelling back on reading; otherwise as
//! text with a note of its type. So what was read is what will be read again.

use super::TYPE_KEY;
use crate::error::{Error, Result};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float64Array, Int64Array,
    RecordBatch, StringArray, TimestampMicrosecondArray, UInt32Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use lethe_data::{Codes, Column, Dictionary, Table, Value, ValueType, calendar};
use std::collections::HashMap;
use std::sync::Arc;

const DECIMAL_DIGITS: u8 = 38;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Boolean,
    Integer,
    /// Decimal numbers that all have this many digits after the point.
    Fixed(i8),
    Float,
    Date,
    DateTime,
    Text,
}

/// Turns tables of one shape into record batches of one schema.
pub(crate) struct Encoder {
    forms: Vec<Form>,
    /// The dictionaries whose form is known, so that blocks which share them are not looked at again.
    known: Vec<Arc<Dictionary>>,
    schema: SchemaRef,
    dictionaries: bool,
}

impl Encoder {
    /// Decides the Arrow type of each column from the first block; `dictionaries` keeps texts dictionary-encoded.
    pub(crate) fn new(first: &Table, dictionaries: bool) -> Self {
        let forms: Vec<Form> = first.columns().iter().map(|column| form_of(column.dictionary())).collect();
        let fields: Vec<Field> = first
            .columns()
            .iter()
            .zip(&forms)
            .map(|(column, form)| {
                let field = Field::new(column.name(), data_type(*form, dictionaries), true);
                if *form == Form::Text && column.value_type() != ValueType::Text {
                    let note = (TYPE_KEY.to_owned(), column.value_type().name().to_owned());
                    return field.with_metadata(HashMap::from([note]));
                }
                field
            })
            .collect();
        let known = first.columns().iter().map(|column| Arc::clone(column.dictionary())).collect();
        Self { forms, known, schema: Arc::new(Schema::new(fields)), dictionaries }
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The rows as a record batch.
    ///
    /// **Errors**: a column of a later block has values that the form chosen from the first cannot hold.
    pub(crate) fn encode(&self, file: &str, table: &Table) -> Result<RecordBatch> {
        let mut arrays = Vec::with_capacity(self.forms.len());
        for ((column, &form), known) in table.columns().iter().zip(&self.forms).zip(&self.known) {
            let dictionary = column.dictionary();
            let fits = form == Form::Text || Arc::ptr_eq(dictionary, known) || dictionary.is_empty();
            if !fits && form_of(dictionary) != form {
                let problem = format!("column '{}' changes its form between blocks", column.name());
                return Err(Error::content(file, None, problem));
            }
            arrays.push(self.array(column, form));
        }
        RecordBatch::try_new(self.schema(), arrays).map_err(|e| Error::content(file, None, e.to_string()))
    }

    fn array(&self, column: &Column, form: Form) -> ArrayRef {
        let dictionary = column.dictionary();
        macro_rules! cells {
            ($pattern:pat => $value:expr) => {{
                let values: Vec<_> = (0..dictionary.len() as u32)
                    .map(|code| match dictionary.value(code) {
                        $pattern => Some($value),
                        _ => None,
                    })
                    .chain([None])
                    .collect();
                column.codes().widened().map(|code| values[code as usize]).collect::<Vec<_>>()
            }};
        }
        match form {
            Form::Boolean => Arc::new(BooleanArray::from(cells!(Value::Boolean(v) => v))),
            Form::Integer => Arc::new(Int64Array::from(cells!(Value::Integer(v) => v))),
            Form::Date => Arc::new(Date32Array::from(cells!(Value::Date(v) => v))),
            Form::DateTime => Arc::new(TimestampMicrosecondArray::from(cells!(Value::DateTime(v) => v))),
            Form::Float => Arc::new(Float64Array::from(cells!(Value::Decimal(v) => v.to_f64()))),
            Form::Fixed(scale) => {
                let cells = cells!(Value::Decimal(v) => v.scaled_to(-i32::from(scale)).unwrap_or_default());
                Arc::new(
                    Decimal128Array::from(cells).with_data_type(DataType::Decimal128(DECIMAL_DIGITS, scale)),
                )
            }
            Form::Text if self.dictionaries => dictionary_array(column),
            Form::Text => {
                let texts: Vec<Option<&str>> =
                    (0..dictionary.len() as u32).map(|c| Some(dictionary.text(c))).chain([None]).collect();
                Arc::new(column.codes().widened().map(|code| texts[code as usize]).collect::<StringArray>())
            }
        }
    }
}

/// Keys are always of 32 bits, so that later blocks with more values fit the file's schema.
fn dictionary_array(column: &Column) -> ArrayRef {
    let values = column.dictionary().texts().map(Some).collect::<StringArray>();
    let null = column.null_code();
    let keys: UInt32Array = match (column.codes(), null) {
        (Codes::U32(codes), None) => codes.clone().into(),
        (codes, _) => codes.widened().map(|code| (Some(code) != null).then_some(code)).collect(),
    };
    Arc::new(DictionaryArray::new(keys, Arc::new(values)))
}

fn data_type(form: Form, dictionaries: bool) -> DataType {
    match form {
        Form::Boolean => DataType::Boolean,
        Form::Integer => DataType::Int64,
        Form::Fixed(scale) => DataType::Decimal128(DECIMAL_DIGITS, scale),
        Form::Float => DataType::Float64,
        Form::Date => DataType::Date32,
        Form::DateTime => DataType::Timestamp(TimeUnit::Microsecond, None),
        Form::Text if dictionaries => {
            DataType::Dictionary(Box::new(DataType::UInt32), Box::new(DataType::Utf8))
        }
        Form::Text => DataType::Utf8,
    }
}

fn form_of(dictionary: &Dictionary) -> Form {
    let codes = 0..dictionary.len() as u32;
    let all = |canonical: &dyn Fn(Value<'_>) -> Option<String>| {
        codes
            .clone()
            .all(|code| canonical(dictionary.value(code)).is_some_and(|text| text == dictionary.text(code)))
    };
    match dictionary.value_type() {
        ValueType::Boolean if all(&|v| as_boolean(v).map(|b| b.to_string())) => Form::Boolean,
        ValueType::Integer if all(&|v| as_integer(v).map(|i| i.to_string())) => Form::Integer,
        ValueType::Date if all(&|v| as_date(v).map(calendar::iso_date)) => Form::Date,
        ValueType::DateTime if all(&|v| as_moment(v).map(calendar::iso_datetime)) => Form::DateTime,
        ValueType::Decimal => decimal_form(dictionary),
        _ => Form::Text,
    }
}

fn as_boolean(value: Value<'_>) -> Option<bool> {
    if let Value::Boolean(v) = value { Some(v) } else { None }
}

fn as_integer(value: Value<'_>) -> Option<i64> {
    if let Value::Integer(v) = value { Some(v) } else { None }
}

fn as_date(value: Value<'_>) -> Option<i32> {
    if let Value::Date(v) = value { Some(v) } else { None }
}

fn as_moment(value: Value<'_>) -> Option<i64> {
    if let Value::DateTime(v) = value { Some(v) } else { None }
}

fn decimal_form(dictionary: &Dictionary) -> Form {
    let places = |text: &str| text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let scale = dictionary.texts().map(places).max().unwrap_or(0);
    let fixed = scale <= 30
        && (0..dictionary.len() as u32).all(|code| {
            let Value::Decimal(value) = dictionary.value(code) else { return false };
            let Some(unscaled) = value.scaled_to(-(scale as i32)) else { return false };
            unscaled.unsigned_abs() < 10u128.pow(u32::from(DECIMAL_DIGITS))
                && fixed_text(unscaled, scale) == dictionary.text(code)
        });
    if fixed && scale > 0 {
        return Form::Fixed(scale as i8);
    }
    let float = (0..dictionary.len() as u32).all(|code| {
        let Value::Decimal(value) = dictionary.value(code) else { return false };
        value.to_f64().to_string() == dictionary.text(code)
    });
    if float { Form::Float } else { Form::Text }
}

/// An integer written with a point before its last `scale` digits, as a fixed-scale column is read back.
fn fixed_text(unscaled: i128, scale: usize) -> String {
    let digits = format!("{:0>width$}", unscaled.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if unscaled < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}
