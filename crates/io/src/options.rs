//! How a table is to be read.

use crate::serial::{as_column, as_map, as_separator, inverted};
use lethe_data::ValueType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a record may be read as because of other records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Types of columns that are not declared, the notation of their dates and the delimiter are found out from the records. A
    /// declared type that a value does not fit is an error.
    #[default]
    Inferred,
    /// Every record is read by itself, as differential privacy needs it.
    ///
    /// **Guarantee**: what a record becomes depends on its own bytes, the options, the file's name and its header or schema
    /// alone. Columns without a declared type are text in every format; a value that does not fit its column's declared type,
    /// or that the format cannot give as text, is null; a date may have any notation; the delimiter is the one given, the
    /// one that the file's name tells, or the first of comma, semicolon, tab and bar in the header; without a header a comma.
    PerRecord,
}

/// The column that says for how many records each row stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Its name.
    pub column: String,
    /// Whether a table without it is an error; otherwise each of its rows is one record.
    pub is_required: bool,
}

/// What the file itself does not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ReadOptions {
    /// The field separator of a text file: one character, or `tab`; found out when not given.
    #[serde(with = "as_separator")]
    #[schemars(with = "Option<String>")]
    pub delimiter: Option<u8>,
    /// Whether the first record of a text file names the columns. Requests say `no_header`.
    #[serde(rename = "no_header", with = "inverted")]
    #[schemars(with = "bool")]
    pub header: bool,
    /// Spellings that mean "no value", besides the empty field.
    #[serde(rename = "null")]
    pub null_words: Vec<String>,
    /// Types of columns that should not be inferred.
    #[serde(rename = "type", with = "as_map")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub types: Vec<(String, ValueType)>,
    /// Whether a text file was written with formulas escaped (see [`crate::Location::escaping_formulas`]): the apostrophes are taken
    /// off again.
    pub unescape_formulas: bool,
    /// The columns to keep, in whatever order they are named; all when not given. The table has them in file order.
    ///
    /// The others are still looked at as far as the format's structure demands: in a text file every record must have
    /// all fields, quotes must close and every cell must be UTF-8. A declared type of a column that is not kept is
    /// not checked.
    #[serde(skip)]
    pub columns: Option<Vec<String>>,
    /// The column that says for how many records each row stands, if there is one. It is not a column of the table, and need not be
    /// named among those to keep.
    #[serde(with = "as_column")]
    #[schemars(with = "Option<String>")]
    pub weights: Option<Weights>,
    /// Whether other records have a say in what a record is read as.
    #[serde(skip)]
    pub reading: Reading,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            header: true,
            null_words: Vec::new(),
            types: Vec::new(),
            unescape_formulas: false,
            columns: None,
            weights: None,
            reading: Reading::default(),
        }
    }
}

impl ReadOptions {
    /// The same, with every record read by itself.
    #[must_use]
    pub fn per_record(self) -> Self {
        Self { reading: Reading::PerRecord, ..self }
    }

    /// How a table beside the one that was asked for is read, such as a population: types of columns are declared for the first one
    /// alone, and weights are there or not.
    #[must_use]
    pub fn for_other_table(&self) -> Self {
        let optional = |weights: Weights| Weights { is_required: false, ..weights };
        Self { types: Vec::new(), weights: self.weights.clone().map(optional), ..self.clone() }
    }

    pub(crate) fn is_per_record(&self) -> bool {
        self.reading == Reading::PerRecord
    }

    pub(crate) fn declared_type(&self, column: &str) -> Option<ValueType> {
        self.types.iter().rev().find(|(name, _)| name == column).map(|(_, value_type)| *value_type)
    }

    pub(crate) fn is_null(&self, text: &str) -> bool {
        self.null_words.iter().any(|word| word == text)
    }
}

/// Reads a field separator.
///
/// **Errors**: it is not one character that can separate fields, or `tab`.
pub fn parse_delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        b"tab" | b"\\t" | b"\t" => Ok(b'\t'),
        [b'"' | b'\n' | b'\r'] => Err("a quote or line end cannot separate fields"),
        [byte] if byte.is_ascii() => Ok(*byte),
        _ => Err("give one ASCII character, or 'tab'"),
    }
}
