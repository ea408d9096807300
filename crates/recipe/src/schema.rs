//! The JSON Schema of a recipe, from the declarations of its models, measures and methods.

use crate::columns::column_schema;
use crate::data::data_schema;
use crate::model::of_spec;
use crate::search::search_schema;
use crate::{ModelFamily, Recipe, Word};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use std::borrow::Cow;

impl<M: ModelFamily, Q: Word> JsonSchema for Recipe<M, Q> {
    fn schema_name() -> Cow<'static, str> {
        "Recipe".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let models: Vec<Value> = M::specs().into_iter().flat_map(of_spec).collect();
        json_schema!({
            "type": "object",
            "description": "What a release must satisfy and how it is made, in the shape of a recipe file.",
            "properties": {
                "data": data_schema(),
                "columns": { "type": "object", "additionalProperties": column_schema() },
                "privacy": { "type": "array", "items": { "oneOf": models } },
                "search": search_schema::<Q>(),
            },
            "additionalProperties": false,
        })
    }
}
