//! The table that is published: groups in the order of their labels.

use super::super::plan::Plan;
use super::generalized;
use crate::Result;
use lethe_data::{Codes, Column, Dictionary, Table};
use lethe_transform::safepub::{Group, Output};
use std::sync::Arc;

/// Puts the groups into a table, a row for each person.
///
/// **Guarantee**: rows are in the order of what they show, columns in the order of the original; neither order nor dictionaries depend
/// on anything but the groups.
pub(super) fn table(plan: &Plan<'_>, label: Option<usize>, output: &Output) -> Result<Table> {
    let places = generalized(plan, label);
    let mut columns: Vec<(usize, Vec<Option<&str>>)> = Vec::new();
    for (slot, &at) in places.iter().enumerate() {
        let bound = &plan.hierarchies[at];
        let level = output.found.levels[slot];
        let shown = output.groups.iter().map(|group| bound.label(level, group.nodes[slot]));
        columns.push((plan.roles.quasi[at], shown.collect()));
    }
    if let Some(position) = label {
        let dictionary = plan.table.column(position).dictionary();
        let text =
            |group: &Group| ((group.label as usize) < dictionary.len()).then(|| dictionary.text(group.label));
        columns.push((position, output.groups.iter().map(text).collect()));
    }
    columns.sort_unstable_by_key(|(position, _)| *position);
    let mut order: Vec<usize> = (0..output.groups.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        columns
            .iter()
            .map(|(_, shown)| shown[a].cmp(&shown[b]))
            .find(|order| order.is_ne())
            .unwrap_or(a.cmp(&b))
    });
    let made = columns.iter().map(|(position, shown)| {
        let dictionary = Dictionary::of_texts(shown.iter().copied().flatten());
        let null = dictionary.len() as u32;
        let code_of = |group: usize| shown[group].and_then(|text| dictionary.find(text)).unwrap_or(null);
        let rows = order
            .iter()
            .flat_map(|&group| std::iter::repeat_n(code_of(group), output.groups[group].records as usize));
        let codes = Codes::from_iter_within(dictionary.len() + 1, rows);
        Column::new(plan.table.column(*position).name(), Arc::new(dictionary), codes)
    });
    Ok(Table::new(made.collect())?)
}
