//! The JSON forms of IBM's Data Privacy Toolkit.
//!
//! Its column information holds a materialized hierarchy as `{"terms": [[leaf, …, top], …]}`; its batch
//! configuration holds several as `{"hierarchies": {name: [[leaf, …, top], …]}}`. Both are read, and the bare list,
//! and column information as a whole (`{"hierarchy": {"terms": …}}`). The toolkit's other hierarchies are programs,
//! named by `{"type": "ZIPCODE"}` or a bare name; a file of that kind lists no labels and cannot be read.

use super::graph::scalar;
use super::{HierarchyFileError, Place, Row, crown};
use serde_json::Value;

pub(super) fn rows(json: &Value, name: Option<&str>) -> Result<Vec<Row>, HierarchyFileError> {
    let paths = find_paths(json, name)?;
    let mut rows = Vec::with_capacity(paths.len());
    for (entry, path) in paths.iter().enumerate() {
        let labels = path.as_array().and_then(|labels| labels.iter().map(scalar).collect::<Option<Vec<_>>>());
        let labels = labels.ok_or_else(|| HierarchyFileError::Shape {
            expected: format!("a list of labels as entry {}", entry + 1),
        })?;
        rows.push(Row::new(Place::Entry(entry + 1), labels));
    }
    crown(&mut rows);
    Ok(rows)
}

fn find_paths<'a>(json: &'a Value, name: Option<&str>) -> Result<&'a Vec<Value>, HierarchyFileError> {
    if let Some(paths) = json.as_array().or_else(|| json["terms"].as_array()) {
        return Ok(paths);
    }
    if let Some(paths) = json["hierarchy"].as_array().or_else(|| json["hierarchy"]["terms"].as_array()) {
        return Ok(paths);
    }
    if let Some(several) = json["hierarchies"].as_object() {
        let chosen = match name {
            Some(name) => several.get(name),
            None if several.len() == 1 => several.values().next(),
            None => None,
        };
        let lists = chosen.and_then(|chosen| chosen.as_array().or_else(|| chosen["terms"].as_array()));
        return lists.ok_or_else(|| HierarchyFileError::Shape {
            expected: match name {
                Some(name) => format!("a list named '{name}' under 'hierarchies'"),
                None => format!("to know which of the {} hierarchies to read", several.len()),
            },
        });
    }
    if json.is_string() || json["type"].is_string() || json["hierarchy"].is_string() {
        let what =
            "the file names a hierarchy that a program computes and lists no labels; make it from the data";
        return Err(HierarchyFileError::Unsupported { what: what.to_owned() });
    }
    let expected = "'terms', 'hierarchies', a list of paths, or 'nodeList' with 'edgeList'";
    Err(HierarchyFileError::Shape { expected: expected.to_owned() })
}
