//! What a recipe says about each column.

use super::error::Result;
use super::hierarchy::{self, HierarchyRecipe};
use super::reader::{Node, Rule};
use super::words::Word;
use lethe_data::{Decimal, Role, ValueType};
use serde::Serialize;

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
    /// How much a loss in this column counts against a loss in others. A double is enough: weights are taste, no
    /// guarantee hangs on them.
    pub weight: Option<f64>,
    /// Whether its cells are never changed, by methods that change cells or part columns.
    pub keep: bool,
}

const KEYS: &[&str] = &["role", "type", "hierarchy", "min_level", "max_level", "weight", "keep"];
const WEIGHT: Rule<Decimal> = Rule {
    holds: |weight| *weight >= Decimal::ZERO && weight.to_f64().is_finite(),
    words: "finite and at least 0",
};

pub(super) fn read(node: &Node<'_>) -> Result<Vec<(String, ColumnRecipe)>> {
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

impl Word for Role {
    const KIND: &'static str = "role";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("identifying", Self::Identifying),
        ("quasi", Self::Quasi),
        ("sensitive", Self::Sensitive),
        ("insensitive", Self::Insensitive),
    ];
}

impl Word for ValueType {
    const KIND: &'static str = "type";
    const WORDS: &'static [(&'static str, Self)] = &Self::NAMES;
}
