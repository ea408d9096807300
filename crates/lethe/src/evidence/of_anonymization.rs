//! The report on a release that is about to get its name.

use super::gather::{Material, gather};
use super::html;
use super::report::{Proof, ProvenModel};
use crate::Result;
use crate::anonymize::{Anonymization, Anonymize, as_written};
use crate::compare::{Described, Release};
use lethe_data::Context;
use lethe_io::ReadOptions;
use std::path::Path;

/// Whether a report of this name is a page.
pub(crate) fn is_page(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("html") || ending.eq_ignore_ascii_case("htm"))
}

/// The page about a run of `anonymize`: its release is read under its temporary name.
///
/// **Errors**: a file cannot be read, or the run was cancelled.
pub(crate) fn of_anonymization(
    request: &Anonymize,
    report: &Anonymization,
    release: Option<Release>,
    context: &Context,
) -> Result<String> {
    let released = match &release {
        Some(Release::Table(place)) => {
            let read = as_written(std::iter::empty(), place);
            Some(ReadOptions { weights: request.read.weights.clone(), ..read })
        }
        _ => None,
    };
    let missing = match (&release, report.models.is_empty()) {
        (Some(_), _) => None,
        (None, true) => Some("no solution was found: nothing was published"),
        (None, false) if report.holds => {
            Some("the release was made and proven but not kept; name a file with `output`")
        }
        (None, false) => Some("nothing was published, because a model does not hold on what was written"),
    };
    let mut recipe = request.recipe.clone();
    for column in &report.columns {
        if let Some(default) = &column.default_hierarchy {
            recipe.column_mut(&column.name).hierarchy = Some(default.clone());
        }
    }
    let material = Material {
        original: &request.data,
        released: release,
        released_name: report.output.clone().unwrap_or_default(),
        read: request.read.clone(),
        described: Described {
            recipe,
            folder: request.folder.clone(),
            hierarchies: request.hierarchies.clone(),
            released,
        },
        proof: proof(report),
        suppressed: missing.map(str::to_owned),
        class: None,
        k: None,
        date: request.date.clone(),
        recipe_file: None,
    };
    Ok(html(&gather(material, context)?))
}

fn proof(report: &Anonymization) -> Proof {
    let how = if report.models.is_empty() {
        "Nothing was published, so there was nothing to prove."
    } else {
        "Before the release got its name, the verifier read the written file and judged every model on it; it shares no code with \
         the search that made the release."
    };
    Proof {
        how: how.to_owned(),
        method: Some(report.method.clone()),
        models: report.models.iter().map(ProvenModel::from).collect(),
        holds: report.holds,
        notes: report.notes.clone(),
    }
}
