//! What a recipe says about each column.

use crate::document::Content;
use crate::error::Result;
use crate::hierarchy::{self, HierarchyRecipe, hierarchy_schema};
use crate::reader::{FromNode, Node, Rule};
use crate::words::{Word, names};
use lethe_data::{Decimal, Role, ValueType};
use serde::Serialize;
use serde_json::{Value, json};

/// The table `[columns.NAME]`. Everything may be left out: what is not said is inferred from the data or given as a
/// flag.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ColumnRecipe {
    /// The part the column plays in the release.
    pub role: Option<Role>,
    /// The type of its values.
    #[serde(rename = "type")]
    pub value_type: Option<ValueType>,
    /// How its values may be generalized.
    pub hierarchy: Option<HierarchyRecipe>,
    /// The lowest level of the hierarchy that a search may use.
    pub min_level: Option<u32>,
    /// The highest level of the hierarchy that a search may use.
    pub max_level: Option<u32>,
    /// The order of its values, where the type has none of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<ValueOrder>,
    /// How much a loss in this column counts against a loss in others. A double is enough: weights are taste, no
    /// guarantee hangs on them.
    pub weight: Option<f64>,
    /// Whether its cells are never changed, by methods that change cells or part columns.
    pub keep: bool,
}

const KEYS: &[&str] = &["role", "type", "hierarchy", "min_level", "max_level", "order", "weight", "keep"];
const WEIGHT: Rule<Decimal> = Rule {
    holds: |weight| *weight >= Decimal::ZERO && weight.to_f64().is_finite(),
    words: "finite and at least 0",
};

pub(crate) fn read(node: &Node<'_>) -> Result<Vec<(String, ColumnRecipe)>> {
    let columns = node.entries()?.into_iter();
    columns.map(|(name, column)| Ok((name.to_owned(), read_column(&column)?))).collect()
}

fn read_column(node: &Node<'_>) -> Result<ColumnRecipe> {
    let table = node.table("a column", KEYS)?;
    let column = ColumnRecipe {
        role: table.optional("role")?,
        value_type: table.optional("type")?,
        hierarchy: table.get("hierarchy").map(|node| hierarchy::read(&node)).transpose()?,
        min_level: table.optional("min_level")?,
        max_level: table.optional("max_level")?,
        order: table.optional("order")?,
        weight: table.optional_where("weight", WEIGHT)?.map(Decimal::to_f64),
        keep: table.optional("keep")?.unwrap_or(false),
    };
    match (column.min_level, column.max_level) {
        (Some(min), Some(max)) if min > max => {
            Err(table.error_at("min_level", format!("must not be above max_level, but {min} > {max}")))
        }
        _ => Ok(column),
    }
}

/// The order of a column's values, for models that ask how far apart two of them are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// These values, from the first to the last.
    Values(Vec<String>),
    /// `"spelling"`: texts by their bytes.
    Spelling,
}

const SPELLING: &str = "spelling";

/// Written as it is read.
impl Serialize for ValueOrder {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Values(values) => values.serialize(serializer),
            Self::Spelling => serializer.serialize_str(SPELLING),
        }
    }
}

impl ValueOrder {
    /// An order of these values.
    ///
    /// **Errors**: what is wrong with the list: there are fewer than two values, or one is there twice.
    pub fn of_values(values: Vec<String>) -> std::result::Result<Self, &'static str> {
        let mut sorted: Vec<&String> = values.iter().collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("lists a value twice");
        }
        if values.len() < 2 {
            return Err(
                "must list at least two values, or be \"spelling\" for the order of texts by their bytes",
            );
        }
        Ok(Self::Values(values))
    }

    /// An order as flags write it: values with commas between them, or the word `spelling`.
    ///
    /// **Errors**: as [`Self::of_values`].
    pub fn of_flag(text: &str) -> std::result::Result<Self, &'static str> {
        if text == SPELLING {
            return Ok(Self::Spelling);
        }
        Self::of_values(text.split(',').map(str::to_owned).collect())
    }
}

impl FromNode for ValueOrder {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        if matches!(node.content(), Content::Text(_)) {
            return match node.read::<String>()?.as_str() {
                SPELLING => Ok(Self::Spelling),
                _ => Err(node.expected("a list of values, or \"spelling\"")),
            };
        }
        Self::of_values(node.read()?).map_err(|problem| node.error(problem))
    }
}

impl Word for Role {
    const KIND: &'static str = "role";

    fn all() -> Vec<Self> {
        vec![Self::Identifying, Self::Quasi, Self::Sensitive, Self::Insensitive]
    }

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for ValueType {
    const KIND: &'static str = "type";

    fn all() -> Vec<Self> {
        Self::NAMES.iter().map(|(_, value_type)| *value_type).collect()
    }

    fn word(self) -> &'static str {
        self.name()
    }
}

/// The JSON Schema of what is said about a column.
pub(crate) fn column_schema() -> Value {
    let level = || json!({ "type": "integer", "minimum": 0 });
    json!({
        "type": "object",
        "properties": {
            "role": { "enum": names::<Role>() },
            "type": { "enum": names::<ValueType>() },
            "hierarchy": hierarchy_schema(),
            "min_level": level(),
            "max_level": level(),
            "order": { "type": ["array", "string"], "items": { "type": "string" } },
            "weight": { "type": "number", "minimum": 0 },
            "keep": { "type": "boolean" },
        },
        "additionalProperties": false,
    })
}
