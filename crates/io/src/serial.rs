//! How requests write down where tables are and how they are read. The keys are those of the command line, with underscores.

use crate::location::{Format, Location};
use crate::named_memory;
use crate::options::Weights;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error as _};
use serde::ser::{Error as _, SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A location as it is written down.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    Name(String),
    Parts(Vec<String>),
    Escaped { file: String, escape_formulas: bool },
}

impl Serialize for Location {
    /// **Errors**: a table in memory that has no name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = || if self.is_standard_stream() { "-".to_owned() } else { self.name.clone() };
        let written = match &self.format {
            Format::Memory(table) => {
                let named = named_memory::name_of(table);
                let nameless = || S::Error::custom("a table in memory without a name cannot be written down");
                Written::Name(named.ok_or_else(nameless)?)
            }
            Format::Parts(parts) if !std::path::Path::new(&self.name).is_dir() => {
                Written::Parts(parts.iter().map(|part| part.name.clone()).collect())
            }
            _ if self.escape_formulas => Written::Escaped { file: name(), escape_formulas: true },
            _ => Written::Name(name()),
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Location {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parse = |name: &str| Self::parse_written(name).map_err(D::Error::custom);
        match Written::deserialize(deserializer)? {
            Written::Name(name) => parse(&name),
            Written::Parts(names) => {
                let parts = names.iter().map(|name| parse(name)).collect::<Result<Vec<_>, _>>()?;
                Self::parts(&names.join(", "), parts).map_err(D::Error::custom)
            }
            Written::Escaped { file, escape_formulas: false } => parse(&file),
            Written::Escaped { file, .. } => parse(&file)?.escaping_formulas().map_err(D::Error::custom),
        }
    }
}

impl JsonSchema for Location {
    fn schema_name() -> Cow<'static, str> {
        "Location".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Where a table is: a file such as patients.csv.gz or clinic.sqlite#patients, - for a standard stream, a \
                            folder with the parts of a table, or a list of its files.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 },
                {
                    "type": "object",
                    "properties": { "file": { "type": "string" }, "escape_formulas": { "type": "boolean" } },
                    "required": ["file", "escape_formulas"],
                    "additionalProperties": false
                }
            ]
        })
    }
}

/// Pairs of names and values as an object, in order.
///
/// For `#[serde(with = "…")]`. **Errors**: a name is there twice.
pub mod as_map {
    use super::{Deserialize, Deserializer, Serialize, SerializeMap, Serializer};
    use serde::de::{Error as _, MapAccess, Visitor};
    use std::fmt;
    use std::marker::PhantomData;

    #[expect(missing_docs, reason = "called by derived code")]
    pub fn serialize<T: Serialize, S: Serializer>(pairs: &[(String, T)], to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(pairs.len()))?;
        for (name, value) in pairs {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }

    #[expect(missing_docs, reason = "called by derived code")]
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, T)>, D::Error> {
        from.deserialize_map(Pairs(PhantomData))
    }

    struct Pairs<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Pairs<T> {
        type Value = Vec<(String, T)>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("an object with a value for each name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs: Vec<(String, T)> = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, T>()? {
                if pairs.iter().any(|(other, _)| *other == name) {
                    return Err(A::Error::custom(format!("'{name}' is there twice")));
                }
                pairs.push((name, value));
            }
            Ok(pairs)
        }
    }
}

/// A flag that says the opposite.
pub(crate) mod inverted {
    use super::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(value: &bool, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(!value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
        Ok(!bool::deserialize(from)?)
    }
}

/// A field separator as a text of one character, or `tab`.
pub mod as_separator {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use serde::de::Error;

    #[expect(missing_docs, reason = "called by derived code")]
    pub fn serialize<S: Serializer>(byte: &Option<u8>, to: S) -> Result<S::Ok, S::Error> {
        byte.map(|byte| if byte == b'\t' { "tab".to_owned() } else { char::from(byte).to_string() })
            .serialize(to)
    }

    #[expect(missing_docs, reason = "called by derived code")]
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| crate::options::parse_delimiter(&text).map_err(D::Error::custom)).transpose()
    }
}

/// Weights by the name of their column, which must be there.
pub(crate) mod as_column {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Weights};

    #[expect(clippy::ref_option, reason = "serde calls it with a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(weights: &Option<Weights>, to: S) -> Result<S::Ok, S::Error> {
        weights.as_ref().map(|weights| &weights.column).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Weights>, D::Error> {
        let column = Option::<String>::deserialize(from)?;
        Ok(column.map(|column| Weights { column, is_required: true }))
    }
}
