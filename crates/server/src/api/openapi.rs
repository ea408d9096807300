//! The OpenAPI document: operations as they are routed, with the schemas of the library's requests and reports.

use super::ROOT;
use super::describe::schema;
use super::describe::{Content, Operation};
use crate::access::Access;
use crate::jobs::verbs;
use crate::problem::ErrorAnswer;
use lethe::request::Verb;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

const ABOUT: &str =
    "Publish data about people without revealing who they are: projects, tables, recipes, jobs and releases.";

/// Where schemas are in the document.
const SCHEMAS: &str = "#/components/schemas/";

pub(super) fn document(operations: &[Operation]) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let error = schema::<ErrorAnswer>(&mut generator);
    let mut paths = Map::new();
    for operation in operations {
        let described = operation_object(operation, &mut generator);
        let method = operation.method.as_str().to_ascii_lowercase();
        let path = paths.entry(format!("{ROOT}{}", operation.path)).or_insert_with(|| json!({}));
        path[method] = described;
    }
    let mut schemas = generator.take_definitions(true);
    verb_schemas(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Lethe", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT, "license": { "name": "MIT OR Apache-2.0" } },
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": { "Error": { "description": "What is wrong, and what to do about it.", "content": { "application/json": { "schema": error } } } },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation_object(operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    for (name, text, schema) in &operation.query {
        let schema = schema(generator);
        parameters.push(json!({ "name": name, "in": "query", "description": text, "schema": schema }));
    }
    let (status, answer) = &operation.answer;
    let mut success = json!({ "description": operation.summary });
    if let Some(content) = answer {
        success["content"] = content_object(content, generator);
    }
    let mut described = json!({
        "tags": [operation.tag],
        "summary": operation.summary,
        "operationId": operation_id(operation),
        "parameters": parameters,
        "responses": { status.to_string(): success, "default": { "$ref": "#/components/responses/Error" } },
    });
    for (status, text) in &operation.others {
        described["responses"][status.to_string()] = json!({ "description": text });
    }
    if operation.access == Access::Anybody {
        described["security"] = json!([]);
    }
    if let Some(body) = &operation.body {
        described["requestBody"] = json!({ "required": true, "content": content_object(body, generator) });
    }
    described
}

fn content_object(content: &Content, generator: &mut SchemaGenerator) -> Value {
    let schema = content.schema.map_or_else(|| json!({}), |schema| schema(generator).to_value());
    content
        .kinds
        .iter()
        .map(|kind| ((*kind).to_owned(), json!({ "schema": schema })))
        .collect::<Map<_, _>>()
        .into()
}

/// Such as `get_projects_project_jobs`.
fn operation_id(operation: &Operation) -> String {
    let parts = operation.path.split(['/', '.']).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.map(|part| part.trim_matches(['{', '}'])).collect();
    format!("{}_{}", operation.method.as_str().to_ascii_lowercase(), parts.join("_"))
}

/// Adds what can be asked as a job, and what is answered: `anonymize.request`, `anonymize.report` and what they are made of.
fn verb_schemas(schemas: &mut Map<String, Value>) {
    for verb in verbs().filter_map(Verb::named) {
        for (kind, schema) in [("request", (verb.request)()), ("report", (verb.report)())] {
            let prefix = format!("{}.{kind}", verb.name);
            let mut schema = schema.to_value();
            let parts = schema.as_object_mut().and_then(|schema| schema.remove("$defs"));
            for (name, mut part) in parts.into_iter().filter_map(|parts| parts.as_object().cloned()).flatten()
            {
                move_references(&mut part, &prefix);
                schemas.insert(format!("{prefix}.{name}"), part);
            }
            move_references(&mut schema, &prefix);
            if let Some(schema) = schema.as_object_mut() {
                schema.remove("$schema");
            }
            schemas.insert(prefix, schema);
        }
    }
}

fn move_references(schema: &mut Value, prefix: &str) {
    match schema {
        Value::Object(entries) => {
            if let Some(Value::String(reference)) = entries.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/$defs/")
            {
                *reference = format!("{SCHEMAS}{prefix}.{name}");
            }
            entries.values_mut().for_each(|value| move_references(value, prefix));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| move_references(item, prefix)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::document;
    use super::*;
    use std::collections::HashSet;

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(entries) => {
                found.extend(entries.get("$ref").and_then(Value::as_str));
                entries.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere_and_operations_have_names_of_their_own() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        let paths = document["paths"].as_object().unwrap();
        let ids: Vec<&str> = paths
            .values()
            .flat_map(|path| path.as_object().unwrap().values())
            .map(|operation| operation["operationId"].as_str().unwrap())
            .collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    }
}
