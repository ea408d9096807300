//! Hierarchies in words.

use crate::recipe_file::{HierarchyRecipe, Word};
use lethe_data::hierarchy::make::Known;

/// What a hierarchy generalizes to, for records that read a table of columns.
pub fn describe(hierarchy: &HierarchyRecipe) -> String {
    let listed = |items: Vec<String>| items.join(", ");
    match hierarchy {
        HierarchyRecipe::File(file) => file.clone(),
        HierarchyRecipe::Intervals(intervals) => {
            let widths = listed(intervals.widths.iter().map(ToString::to_string).collect());
            let below = intervals.from.map(|from| format!(", from {from}")).unwrap_or_default();
            let above = intervals.to.map(|to| format!(", to {to}")).unwrap_or_default();
            format!("intervals of {widths}{below}{above}")
        }
        HierarchyRecipe::Mask(mask) => format!("masked from the {}", mask.side.word()),
        HierarchyRecipe::Dates(parts) => listed(parts.iter().map(|part| part.word().to_owned()).collect()),
        HierarchyRecipe::Groups(groups) => format!("{} groups of equal size", groups.count),
        HierarchyRecipe::Order(fan_out) => format!("{fan_out} neighbouring values"),
        HierarchyRecipe::Prefix(lengths) => {
            format!("prefixes of {}", listed(lengths.iter().map(ToString::to_string).collect()))
        }
        HierarchyRecipe::Flat => "values or *".to_owned(),
        HierarchyRecipe::Known(Known::Countries) => "regions and continents".to_owned(),
        HierarchyRecipe::Known(Known::Icd10) => "ICD-10 categories and chapters".to_owned(),
    }
}
