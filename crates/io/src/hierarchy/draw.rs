//! A hierarchy as a tree on the terminal.

use lethe_data::{Hierarchy, is_invisible};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// No terminal is wide enough for more levels, and drawing recurses once a level.
const DEEPEST: usize = 64;

/// How much of the tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DrawOptions {
    /// Levels below the root that are drawn, at most 64.
    pub depth: usize,
    /// Children drawn of each node; the others are counted.
    pub children: usize,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self { depth: DEEPEST, children: 10 }
    }
}

/// Draws the levels with their number of nodes, then the tree with the number of leaves under each node.
pub fn draw(hierarchy: &Hierarchy, options: DrawOptions) -> String {
    let mut drawing = Drawing { hierarchy, options, children: children_of(hierarchy), text: String::new() };
    let top = hierarchy.height() - 1;
    for level in 0..=top {
        let name = if level == 0 { " (leaves)" } else { "" };
        let count = counted(hierarchy.nodes(level), "node");
        drawing.line(format_args!("level {level}{name}: {count}"));
    }
    let (root, leaves) = (one_line(hierarchy.label(top, 0)), counted(hierarchy.leaf_count(), "leaf"));
    drawing.line(format_args!("\n{root} ({leaves})"));
    drawing.below(top, 0, &mut String::new());
    drawing.text
}

struct Drawing<'a> {
    hierarchy: &'a Hierarchy,
    options: DrawOptions,
    /// By level, the children of each node; empty for the leaves.
    children: Vec<Vec<Vec<u32>>>,
    text: String,
}

impl Drawing<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn below(&mut self, level: usize, node: u32, indent: &mut String) {
        let drawn_levels = self.hierarchy.height() - 1 - level;
        if level == 0 || drawn_levels >= self.options.depth.min(DEEPEST) {
            return;
        }
        let children = std::mem::take(&mut self.children[level][node as usize]);
        let shown = children.len().min(self.options.children);
        for (index, &child) in children[..shown].iter().enumerate() {
            let last = index + 1 == children.len();
            let branch = if last { "└─" } else { "├─" };
            let label = one_line(self.hierarchy.label(level - 1, child));
            let leaves = match level {
                1 => String::new(),
                _ => format!(" ({})", counted(self.hierarchy.leaves_under(level - 1, child), "leaf")),
            };
            self.line(format_args!("{indent}{branch} {label}{leaves}"));
            let length = indent.len();
            indent.push_str(if last { "   " } else { "│  " });
            self.below(level - 1, child, indent);
            indent.truncate(length);
        }
        if shown < children.len() {
            let more = children.len() - shown;
            self.line(format_args!("{indent}└─ … {more} more"));
        }
    }
}

fn children_of(hierarchy: &Hierarchy) -> Vec<Vec<Vec<u32>>> {
    let mut children: Vec<Vec<Vec<u32>>> =
        (0..hierarchy.height()).map(|level| vec![Vec::new(); hierarchy.nodes(level)]).collect();
    for level in 0..hierarchy.height() {
        for node in 0..hierarchy.nodes(level) as u32 {
            if let Some(parent) = hierarchy.parent(level, node) {
                children[level + 1][parent as usize].push(node);
            }
        }
    }
    children
}

fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, noun) => format!("1 {noun}"),
        (count, "leaf") => format!("{count} leaves"),
        (count, noun) => format!("{count} {noun}s"),
    }
}

/// A label on one line and without terminal commands.
fn one_line(label: &str) -> String {
    label.chars().map(|c| if is_invisible(c) { '\u{fffd}' } else { c }).collect()
}
