//! Amnesia's graph form: what its REST interface sends to draw a hierarchy.
//!
//! Amnesia serialises its `Graph` as `{"nodeList": [{"id", "label", "level", …}], "edgeList": [{"from", "to"}]}`,
//! edges leading from parent to child. `nodes` and `edges`, the names its drawing library uses, are taken too.

use super::tree::Tree;
use super::{HierarchyFileError, Located, Place, Row};
use serde_json::Value;
use std::collections::HashMap;

pub(super) fn is_graph(json: &Value) -> bool {
    list(json, ["nodeList", "nodes"]).is_some() && list(json, ["edgeList", "edges"]).is_some()
}

pub(super) fn rows(json: &Value) -> Result<(Vec<Row>, Vec<Located>), HierarchyFileError> {
    let shape = |expected: &str| HierarchyFileError::Shape { expected: expected.to_owned() };
    let nodes = list(json, ["nodeList", "nodes"]).ok_or_else(|| shape("a list 'nodeList'"))?;
    let edges = list(json, ["edgeList", "edges"]).ok_or_else(|| shape("a list 'edgeList'"))?;
    let mut tree = Tree::default();
    let mut ids: HashMap<String, usize> = HashMap::new();
    for (entry, node) in nodes.iter().enumerate() {
        let id = scalar(&node["id"]);
        let label = scalar(&node["label"]).or_else(|| id.clone());
        let (Some(id), Some(label)) = (id, label) else {
            return Err(shape(&format!("an 'id' and a 'label' in node {}", entry + 1)));
        };
        let number = tree.add_node(label);
        if ids.insert(id, number).is_some() {
            return Err(shape(&format!("an 'id' of its own in node {}", entry + 1)));
        }
    }
    for (entry, edge) in edges.iter().enumerate() {
        let end = |name: &str| scalar(&edge[name]).and_then(|id| ids.get(&id).copied());
        let (Some(parent), Some(child)) = (end("from"), end("to")) else {
            return Err(shape(&format!("the ids of two nodes as 'from' and 'to' of edge {}", entry + 1)));
        };
        tree.add_edge(parent, child, Place::Entry(entry + 1));
    }
    tree.into_rows()
}

fn list<'a>(json: &'a Value, names: [&str; 2]) -> Option<&'a Vec<Value>> {
    names.iter().find_map(|name| json[*name].as_array())
}

/// A label as text: JSON writers make numbers of labels that look like numbers.
pub(super) fn scalar(json: &Value) -> Option<String> {
    match json {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}
