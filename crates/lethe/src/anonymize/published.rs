//! What becomes of each column.

use super::plan::Plan;
use super::report::Levels;
use crate::recipe_file::HierarchyRecipe;
use lethe_data::Role;
use lethe_data::hierarchy::BoundHierarchy;
use schemars::JsonSchema;
use serde::Serialize;

/// A column of the table and what is published of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PublishedColumn {
    /// Its name.
    pub name: String,
    /// Its role; null for a column without one.
    pub role: Option<String>,
    /// Whether it is in the release.
    pub published: bool,
    /// The level of its hierarchy that all records show, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<usize>,
    /// The most general level, on which every value is `*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<usize>,
    /// A label that records show: the most frequent one above level 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The hierarchy that it got because none was given, as a recipe spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub default_hierarchy: Option<HierarchyRecipe>,
}

/// The columns of a plan under the levels that were found, if any.
pub(super) fn columns(plan: &Plan<'_>, levels: Option<&Levels>) -> Vec<PublishedColumn> {
    let left_out = plan.roles.left_out(plan.key.is_some());
    let column = |(position, column): (usize, &lethe_data::Column)| {
        let name = column.name();
        let at = plan.roles.quasi.iter().position(|&quasi| quasi == position);
        let level =
            levels.and_then(|levels| levels.0.iter().find(|(known, _)| known == name)).map(|found| found.1);
        let hierarchy = at.map(|at| &plan.hierarchies[at]);
        PublishedColumn {
            name: name.to_owned(),
            role: role(plan, position),
            published: !left_out.contains(&position),
            level,
            top: hierarchy.map(|hierarchy| hierarchy.height() - 1),
            example: level.zip(hierarchy).and_then(|(level, hierarchy)| {
                example(hierarchy, level, &column.histogram(plan.table.weights()))
            }),
            default_hierarchy: at.and_then(|at| plan.default_hierarchy(at).cloned()),
        }
    };
    plan.table.columns().iter().enumerate().map(column).collect()
}

fn role(plan: &Plan<'_>, position: usize) -> Option<String> {
    match plan.role(position) {
        _ if plan.roles.dropped.contains(&position) => None,
        Role::Insensitive if !plan.is_named(position) => None,
        role => Some(role.to_string()),
    }
}

/// The label of the node that most records show. On level 0 that would be a value of the table.
fn example(hierarchy: &BoundHierarchy, level: usize, records: &[u64]) -> Option<String> {
    if level == 0 || level + 1 == hierarchy.height() {
        return None;
    }
    let mut shown = vec![0u64; hierarchy.domain(level)];
    for (&node, records) in hierarchy.codes(level).iter().zip(records) {
        shown[node as usize] += records;
    }
    let nodes = (0..shown.len() as u32).filter(|&node| shown[node as usize] > 0);
    let most = nodes.max_by_key(|&node| (shown[node as usize], std::cmp::Reverse(node)))?;
    hierarchy.label(level, most).map(str::to_owned)
}

/// Warnings about columns that are published as `*` only, with the reason.
pub(super) fn erased(columns: &[PublishedColumn], plan: &Plan<'_>) -> Vec<String> {
    let is_erased = |column: &&PublishedColumn| column.level.is_some() && column.level == column.top;
    let warn = |column: &PublishedColumn| {
        let name = &column.name;
        let at = (0..plan.roles.quasi.len()).find(|&at| plan.quasi_name(at) == name);
        let why = if at.is_some_and(|at| plan.has_hierarchy(at)) {
            "on every lower level the models do not hold or the loss is larger; allow more suppressed records \
             (`suppression_limit`), ask less of the models, or give it a hierarchy with more levels"
        } else {
            "it has no hierarchy, so a value can only be shown or suppressed; give it one with `hierarchy`"
        };
        format!("column '{name}' is published as * only: {why}")
    };
    columns.iter().filter(is_erased).map(warn).collect()
}
