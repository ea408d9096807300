//! How the table of a recipe is read.

use crate::error::Result;
use crate::reader::Node;
use serde::Serialize;
use serde_json::{Value, json};

/// The table `[data]`; what is not said is found out or given as a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DataRecipe {
    /// The field separator of a text file.
    pub delimiter: Option<String>,
    /// Words that mean "no value", besides the empty field.
    #[serde(rename = "null")]
    pub null_words: Vec<String>,
    /// Whether the first record of a text file is data and not the names of the columns.
    pub no_header: bool,
}

pub(crate) fn read(node: &Node<'_>) -> Result<DataRecipe> {
    let table = node.table("[data]", &["delimiter", "null", "no_header"])?;
    let words = table.get("null").map_or_else(|| Ok(Vec::new()), |node| node.items())?;
    let delimiter: Option<String> = table.optional("delimiter")?;
    if delimiter.as_ref().is_some_and(|text| text != "tab" && text.len() != 1) {
        return Err(table.error_at("delimiter", "must be one character, or \"tab\""));
    }
    Ok(DataRecipe {
        delimiter,
        null_words: words.iter().map(Node::read).collect::<Result<_>>()?,
        no_header: table.optional("no_header")?.unwrap_or(false),
    })
}

pub(crate) fn data_schema() -> Value {
    json!({
        "type": "object",
        "description": "How the table is read.",
        "properties": {
            "delimiter": { "type": ["string", "null"], "description": "the field separator: one character, or tab" },
            "null": { "type": "array", "items": { "type": "string" }, "description": "words that mean no value" },
            "no_header": { "type": "boolean", "description": "the first record is data" },
        },
        "additionalProperties": false,
    })
}
