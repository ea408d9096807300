//! Where a column's hierarchy comes from: a file, or a builder described in place.

use crate::document::Content;
use crate::error::Result;
use crate::reader::{FromNode, Node, Table};
use crate::scalars::{Exact, POSITIVE, at_least_one, at_least_two};
use crate::words::{Word, names, unknown};
use lethe_data::Decimal;
use lethe_data::hierarchy::make::{DatePart, Groups, Intervals, Known, Mask, Side};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

/// A hierarchy by file name or by the builder that makes it from the column's values.
///
/// Builders hold the very options that [`lethe_data::hierarchy::make`] takes. Rules between levels (widths that are
/// multiples, parts that grow) are checked there, once, with the data at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HierarchyRecipe {
    /// `"age.csv"`: a hierarchy file.
    File(String),
    /// `{ intervals = [5, 10, 20], from = 0, to = 100 }`: nested intervals of these widths.
    Intervals(Intervals),
    /// `{ mask = "right", keep = 1, step = 1 }`: characters replaced from one side.
    Mask(Mask),
    /// `{ dates = ["month", "year"] }`: calendar periods.
    Dates(Vec<DatePart>),
    /// `{ groups = 4, merge = false }`: groups of about equally many rows.
    Groups(Groups),
    /// `{ order = 3 }`: so many neighbours under one label, level by level.
    Order(usize),
    /// `{ prefix = [3, 2] }`: the first characters of a code.
    Prefix(Vec<usize>),
    /// `{ known = "countries" }`: a classification that is built in.
    Known(Known),
    /// `{ flat = true }`: nothing between a value and `*`, not even a default.
    Flat,
}

/// A builder: the key that names it, what messages call it, its keys and how it is read.
struct Builder {
    key: &'static str,
    owner: &'static str,
    keys: &'static [&'static str],
    read: fn(&Table<'_, '_>) -> Result<HierarchyRecipe>,
}

const BUILDERS: [Builder; 8] = [
    Builder {
        key: "intervals",
        owner: "a hierarchy of intervals",
        keys: &["intervals", "from", "to"],
        read: |table| {
            let widths = list(table, "intervals", |width| width.read_where::<Decimal>(POSITIVE))?;
            let (from, to) = (table.optional("from")?, table.optional("to")?);
            Ok(HierarchyRecipe::Intervals(Intervals { widths, from, to }))
        },
    },
    Builder {
        key: "mask",
        owner: "a hierarchy by mask",
        keys: &["mask", "keep", "step"],
        read: |table| {
            let mut mask = Mask::new(table.required("mask")?);
            mask.keep = table.optional_where("keep", at_least_one())?.unwrap_or(mask.keep);
            mask.step = table.optional_where("step", at_least_one())?.unwrap_or(mask.step);
            Ok(HierarchyRecipe::Mask(mask))
        },
    },
    Builder {
        key: "dates",
        owner: "a hierarchy of dates",
        keys: &["dates"],
        read: |table| list(table, "dates", Node::read).map(HierarchyRecipe::Dates),
    },
    Builder {
        key: "groups",
        owner: "a hierarchy of groups",
        keys: &["groups", "merge"],
        read: |table| {
            let count = table.required_where("groups", at_least_one())?;
            let merge = table.optional("merge")?.unwrap_or(false);
            Ok(HierarchyRecipe::Groups(Groups { count, merge }))
        },
    },
    Builder {
        key: "order",
        owner: "a hierarchy by order",
        keys: &["order"],
        read: |table| table.required_where("order", at_least_two()).map(HierarchyRecipe::Order),
    },
    Builder {
        key: "prefix",
        owner: "a hierarchy of prefixes",
        keys: &["prefix"],
        read: |table| {
            list(table, "prefix", |length| length.read_where(at_least_one())).map(HierarchyRecipe::Prefix)
        },
    },
    Builder {
        key: "known",
        owner: "a hierarchy that is built in",
        keys: &["known"],
        read: |table| table.required("known").map(HierarchyRecipe::Known),
    },
    Builder {
        key: "flat",
        owner: "a flat hierarchy",
        keys: &["flat"],
        read: |table| {
            if table.required("flat")? {
                return Ok(HierarchyRecipe::Flat);
            }
            Err(table.error_at("flat", "must be true; leave the hierarchy out to get the default"))
        },
    },
];

/// A list of levels; one without any would leave nothing between a value and the root.
fn list<'a, T>(table: &Table<'a, '_>, key: &str, read: impl Fn(&Node<'a>) -> Result<T>) -> Result<Vec<T>> {
    let items = table.get(key).map_or_else(|| Ok(Vec::new()), |node| node.items())?;
    if items.is_empty() {
        return Err(table.error_at(key, "must list at least one level"));
    }
    items.iter().map(read).collect()
}

pub(crate) fn read(node: &Node<'_>) -> Result<HierarchyRecipe> {
    if matches!(node.content(), Content::Text(_)) {
        return node.read().map(HierarchyRecipe::File);
    }
    if !matches!(node.content(), Content::Table(_)) {
        return Err(node.expected("a file name or a table such as { mask = \"right\" }"));
    }
    if let Some(builder) = BUILDERS.iter().find(|builder| node.get(builder.key).is_some()) {
        return (builder.read)(&node.table(builder.owner, builder.keys)?);
    }
    let keys = BUILDERS.iter().map(|builder| builder.key);
    Err(match node.entries()?.first() {
        Some((key, place)) => place.error(unknown("unknown key of a hierarchy", key, keys)),
        None => node.error(unknown("the table is empty", "", keys)),
    })
}

impl Word for Side {
    const KIND: &'static str = "side";

    fn all() -> Vec<Self> {
        vec![Self::Left, Self::Right]
    }

    fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Word for DatePart {
    const KIND: &'static str = "date part";

    fn all() -> Vec<Self> {
        Self::NAMES.iter().map(|(_, part)| *part).collect()
    }

    fn word(self) -> &'static str {
        Self::NAMES.iter().find(|(_, part)| *part == self).map_or("", |(word, _)| word)
    }
}

impl Word for Known {
    const KIND: &'static str = "classification";

    fn all() -> Vec<Self> {
        Self::NAMES.iter().map(|(_, known)| *known).collect()
    }

    fn word(self) -> &'static str {
        self.name()
    }
}

impl FromNode for HierarchyRecipe {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        read(node)
    }
}

/// Written as it is read, so that a report can be pasted into a recipe.
impl Serialize for HierarchyRecipe {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Self::File(name) = self {
            return serializer.serialize_str(name);
        }
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::File(_) => {}
            Self::Intervals(Intervals { widths, from, to }) => {
                map.serialize_entry("intervals", &widths.iter().copied().map(Exact).collect::<Vec<_>>())?;
                for (key, bound) in [("from", from), ("to", to)] {
                    if let Some(bound) = bound {
                        map.serialize_entry(key, &Exact(*bound))?;
                    }
                }
            }
            Self::Mask(mask) => {
                map.serialize_entry("mask", mask.side.word())?;
                map.serialize_entry("keep", &mask.keep)?;
                map.serialize_entry("step", &mask.step)?;
            }
            Self::Dates(parts) => {
                map.serialize_entry("dates", &parts.iter().copied().map(Word::word).collect::<Vec<_>>())?;
            }
            Self::Groups(groups) => {
                map.serialize_entry("groups", &groups.count)?;
                map.serialize_entry("merge", &groups.merge)?;
            }
            Self::Order(fan_out) => map.serialize_entry("order", fan_out)?,
            Self::Prefix(lengths) => map.serialize_entry("prefix", lengths)?,
            Self::Known(known) => map.serialize_entry("known", known.word())?,
            Self::Flat => map.serialize_entry("flat", &true)?,
        }
        map.end()
    }
}

/// The JSON Schema of a hierarchy: a file, or what a builder takes.
pub(crate) fn hierarchy_schema() -> Value {
    let whole = || json!({ "type": "integer", "minimum": 1 });
    let number = || json!({ "type": ["number", "string"] });
    let list = |items: Value| json!({ "type": "array", "items": items, "minItems": 1 });
    let builder = |key: &str, properties: Value| json!({ "type": "object", "properties": properties, "required": [key], "additionalProperties": false });
    json!({ "oneOf": [
        { "type": "string", "minLength": 1, "description": "a hierarchy file" },
        builder("intervals", json!({ "intervals": list(number()), "from": number(), "to": number() })),
        builder("mask", json!({ "mask": { "enum": names::<Side>() }, "keep": whole(), "step": whole() })),
        builder("dates", json!({ "dates": list(json!({ "enum": names::<DatePart>() })) })),
        builder("groups", json!({ "groups": whole(), "merge": { "type": "boolean" } })),
        builder("order", json!({ "order": whole() })),
        builder("prefix", json!({ "prefix": list(whole()) })),
        builder("known", json!({ "known": { "enum": names::<Known>() } })),
        builder("flat", json!({ "flat": { "const": true } })),
    ] })
}
