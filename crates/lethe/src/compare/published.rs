//! What is published of each column: its role and the levels of its hierarchy.

use super::Knowledge;
use super::report::ShownLevels;
use lethe_data::Role;
use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, ROOT};
use lethe_data::label::SUPPRESSED;
use lethe_utility::reading::Meaning;
use lethe_utility::{Counterpart, Shown};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// What is published of a column.
pub(super) struct Published {
    pub(super) role: Option<String>,
    pub(super) levels: Option<ShownLevels>,
    pub(super) example: Option<String>,
}

impl Published {
    /// Of every column; an example is a label that at least `k` cells show.
    pub(super) fn of(counterparts: &[Counterpart<'_>], knowledge: &Knowledge, k: u64) -> Vec<Self> {
        let one = |(position, counterpart): (usize, &Counterpart<'_>)| {
            let name = counterpart.original.column().name();
            let shown = counterpart.best();
            let hierarchy = knowledge.hierarchies.get(name).map(BoundHierarchy::hierarchy);
            let given = knowledge.recipe.column(name).and_then(|column| column.role);
            let role = if knowledge.quasi.contains(&position) { Some(Role::Quasi) } else { given };
            Self {
                role: role.map(|role| role.name().to_owned()),
                levels: hierarchy.zip(shown).and_then(|(hierarchy, shown)| levels(hierarchy, shown)),
                example: shown.and_then(|shown| example(shown, k)),
            }
        };
        counterparts.iter().enumerate().map(one).collect()
    }
}

/// The levels of the labels that a column shows; `None` where it shows a label that the hierarchy does not have.
fn levels(hierarchy: &Hierarchy, shown: &Shown<'_>) -> Option<ShownLevels> {
    let top = hierarchy.height().checked_sub(1)?;
    let mut of_label: HashMap<&str, usize> = HashMap::new();
    for level in 0..=top {
        hierarchy.labels(level).for_each(|label| {
            of_label.entry(label).or_insert(level);
        });
    }
    let texts = shown.column.dictionary().texts().zip(&shown.counts);
    let texts = texts.filter(|(text, count)| **count > 0 && *text != SUPPRESSED && *text != ROOT);
    // A label may be that of several levels; one level that has all of them is what was chosen.
    let has_all = |level: &usize| {
        let labels: HashSet<&str> = hierarchy.labels(*level).collect();
        texts.clone().all(|(text, _)| labels.contains(text))
    };
    if texts.clone().next().is_some()
        && let Some(level) = (0..=top).find(has_all)
    {
        return Some(ShownLevels { lowest: level, highest: level, top });
    }
    let mut found: Option<(usize, usize)> = None;
    for (text, _) in texts {
        let level = *of_label.get(text)?;
        found = Some(found.map_or((level, level), |(low, high)| (low.min(level), high.max(level))));
    }
    let (lowest, highest) = found.unwrap_or((top, top));
    Some(ShownLevels { lowest, highest, top })
}

/// The label of several values that most cells show.
fn example(shown: &Shown<'_>, k: u64) -> Option<String> {
    let labels = shown.column.dictionary().texts().zip(&shown.meanings).zip(&shown.counts);
    let labels = labels.filter(|((_, meaning), count)| matches!(meaning, Meaning::Label(_)) && **count >= k);
    // Of equally frequent labels the first.
    let most = labels.min_by_key(|(_, count)| Reverse(**count));
    most.map(|((text, _), _)| text.to_owned())
}
