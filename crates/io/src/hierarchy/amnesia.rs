//! Amnesia's text form.
//!
//! ```text
//! distinct
//! name marital-status
//! type string
//! height 3
//!
//! spouse-present has Married-civ-spouse Married-AF-spouse
//! spouse-absent has Divorced Widowed
//!
//! Any has spouse-present spouse-absent
//! ```
//!
//! A header of key and value, an empty line, then one line a parent; empty lines part the levels, the level above the
//! leaves first. In a file of `range`s a node is `lower,upper`. Amnesia splits at spaces and so has no way to write a
//! label with a space; the one before `has` may have spaces here. Levels are taken from the tree, not from the empty
//! lines or the `height`, which hand-written files get wrong.

use super::parse::Body;
use super::ranges::{Range, RangeTree, Scale};
use super::tree::Tree;
use super::{HierarchyFileError, Located, MOST_LEVELS, Place, too_high};
use std::collections::HashMap;

pub(super) struct AmnesiaFile {
    pub(super) name: Option<String>,
    pub(super) body: Body,
    pub(super) found: Vec<Located>,
}

/// Whether a text starts as an Amnesia file does.
pub(super) fn is_amnesia(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let kind = lines.next().unwrap_or_default();
    let header = |line: &str| matches!(line.split(' ').next(), Some("name" | "type" | "height"));
    is_kind(kind) && lines.next().is_some_and(header)
}

fn is_kind(word: &str) -> bool {
    word.eq_ignore_ascii_case("distinct") || word.eq_ignore_ascii_case("range")
}

pub(super) fn read(text: &str) -> Result<AmnesiaFile, HierarchyFileError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let kind = lines.next().map_or("", |(_, line)| line);
    if !is_kind(kind) {
        return Err(HierarchyFileError::Line { line: 1, expected: "'distinct' or 'range'" });
    }
    let (mut name, mut node_type) = (None, String::new());
    for (_, line) in lines.by_ref().take_while(|(_, line)| !line.is_empty()) {
        match line.split_once(' ') {
            Some((key, value)) if key.eq_ignore_ascii_case("name") => name = Some(value.to_owned()),
            Some((key, value)) if key.eq_ignore_ascii_case("type") => node_type = value.to_lowercase(),
            _ => {}
        }
    }
    let mut families = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        families.push(family(line, text)?);
    }
    if kind.eq_ignore_ascii_case("range") {
        let tree = range_tree(&families, if node_type == "date" { Scale::Date } else { Scale::Number })?;
        let (hierarchy, found) = tree.finish();
        if hierarchy.range_levels() > MOST_LEVELS {
            return Err(too_high());
        }
        return Ok(AmnesiaFile { name, body: Body::Ranges(hierarchy), found });
    }
    let (rows, found) = label_tree(&families).into_rows()?;
    Ok(AmnesiaFile { name, body: Body::Rows(rows), found })
}

struct Family<'a> {
    line: usize,
    parent: &'a str,
    children: Vec<&'a str>,
}

fn family(line: usize, text: &str) -> Result<Family<'_>, HierarchyFileError> {
    let expected = "'parent has child child …'";
    let (parent, children) = text
        .split_once(" has ")
        .or_else(|| text.strip_suffix(" has").map(|parent| (parent, "")))
        .ok_or(HierarchyFileError::Line { line, expected })?;
    Ok(Family { line, parent: parent.trim(), children: children.split_whitespace().collect() })
}

fn label_tree(families: &[Family<'_>]) -> Tree {
    let mut tree = Tree::default();
    let mut nodes: HashMap<String, usize> = HashMap::new();
    for family in families {
        let mut node = |label: &str| match nodes.get(label) {
            Some(&node) => node,
            None => *nodes.entry(label.to_owned()).or_insert(tree.add_node(label.to_owned())),
        };
        let parent = node(family.parent);
        let children: Vec<usize> = family.children.iter().map(|child| node(child)).collect();
        for child in children {
            tree.add_edge(parent, child, Place::Line(family.line));
        }
    }
    tree
}

fn range_tree(families: &[Family<'_>], scale: Scale) -> Result<RangeTree, HierarchyFileError> {
    let mut tree = RangeTree::new(scale);
    for family in families {
        let line = family.line;
        let bounds = |text: &str| {
            let expected = "ranges 'lower,upper' with the lower bound first";
            Range::parse(text, scale).ok_or(HierarchyFileError::Line { line, expected })
        };
        let parent = tree.node(bounds(family.parent)?);
        // Amnesia keeps a place for missing values; nulls need none here.
        for child in family.children.iter().filter(|child| !is_missing(child)) {
            let range = bounds(child)?;
            if !range.is_nothing() {
                let child = tree.node(range);
                tree.add_edge(parent, child, Place::Line(line));
            }
        }
    }
    Ok(tree)
}

fn is_missing(range: &str) -> bool {
    range
        .split_once(',')
        .is_some_and(|(low, _)| low.eq_ignore_ascii_case("null") || low.eq_ignore_ascii_case("nan"))
}
