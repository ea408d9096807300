//! Why a solution of the search does not hold on its file.

use super::plan::Plan;
use super::prove::Proven;
use super::publish::Release;
use lethe_data::Column;
use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use std::collections::BTreeSet;

/// What to tell about a release that the verifier refused.
pub(super) fn refusal(plan: &Plan<'_>, release: &Release, proven: &Proven) -> String {
    let broken: Vec<&str> =
        proven.models.iter().filter(|model| !model.holds).map(|model| model.model.as_str()).collect();
    let broken = if broken.is_empty() { "a model".to_owned() } else { broken.join(" and ") };
    let reason = match (labels_alike(plan, release), withheld_values(plan)) {
        (Some(column), _) => format!("different labels of column '{column}' are spelt alike"),
        (None, Some(column)) => {
            format!("column '{column}' has the value *, which in a file means a value that is withheld")
        }
        (None, None) => {
            "records with * in every quasi-identifying column are a class there, which the search \
                         took for suppressed"
                .to_owned()
        }
    };
    format!("nothing was written: on the file {broken} does not hold, because {reason}")
}

/// A quasi-identifying column in which two nodes that are published have one label.
fn labels_alike<'p>(plan: &'p Plan<'_>, release: &Release) -> Option<&'p str> {
    let alike = |at: usize, bound: &BoundHierarchy| {
        let levels: BTreeSet<usize> = release.recoding.rounds.iter().map(|levels| levels[at]).collect();
        levels.into_iter().any(|level| {
            let nodes: BTreeSet<u32> = bound.codes(level).iter().copied().collect();
            let mut labels = BTreeSet::new();
            nodes.into_iter().filter_map(|node| bound.label(level, node)).any(|label| !labels.insert(label))
        })
    };
    let found = plan.hierarchies.iter().enumerate().find(|(at, bound)| alike(*at, bound));
    found.map(|(at, _)| plan.quasi_name(at))
}

/// A sensitive column that had `*` among its values before anything was withheld.
fn withheld_values<'p>(plan: &'p Plan<'_>) -> Option<&'p str> {
    let columns = plan.roles.sensitive.iter().map(|&position| plan.table.column(position));
    columns.filter(|column| column.dictionary().find(ROOT).is_some()).map(Column::name).next()
}
