//! The JSON Schema of models, from their declarations.

use super::{Key, Kind, ModelSpec, Need, VARIANT};
use serde_json::{Map, Value, json};

/// The forms that a model may be written in: one, or one a variant.
pub(crate) fn of_spec(spec: &ModelSpec) -> Vec<Value> {
    if spec.variants.is_empty() {
        return vec![form(spec, spec.summary, None, spec.keys.iter())];
    }
    let variants = spec.variants.iter();
    let forms = variants.map(|one| form(spec, one.summary, Some(one.name), spec.keys.iter().chain(one.keys)));
    forms.collect()
}

fn form<'a>(
    spec: &ModelSpec,
    summary: &str,
    variant: Option<&str>,
    keys: impl Iterator<Item = &'a Key>,
) -> Value {
    let mut properties = Map::new();
    let mut required = vec![json!("model")];
    properties.insert("model".to_owned(), json!({ "const": spec.name }));
    if let Some(variant) = variant {
        properties.insert(VARIANT.to_owned(), json!({ "const": variant }));
        required.push(json!(VARIANT));
    }
    for key in keys {
        properties.insert(key.name.to_owned(), of_key(key));
        if matches!(key.need, Need::Required) {
            required.push(json!(key.name));
        }
    }
    json!({
        "type": "object",
        "description": summary,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn of_key(key: &Key) -> Value {
    let about = match key.kind {
        Kind::Whole(rule) => format!("{}, {}", key.about, rule.words),
        Kind::Number(rule) => format!("{}, {}", key.about, rule.words),
        _ => key.about.to_owned(),
    };
    let mut schema = match key.kind {
        Kind::Whole(_) | Kind::PopulationSize => json!({ "type": "integer", "minimum": 0 }),
        // A number that no double spells is a text of its digits.
        Kind::Number(_) | Kind::Budget => json!({ "type": ["number", "string"] }),
        Kind::Truth => json!({ "type": "boolean" }),
        Kind::Word(_, words) => json!({ "enum": words() }),
        Kind::Text => json!({ "type": "string", "minLength": 1 }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::SomeTexts => json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 }),
        Kind::Population => json!({ "type": ["string", "integer"] }),
    };
    schema["description"] = Value::from(about);
    schema
}
