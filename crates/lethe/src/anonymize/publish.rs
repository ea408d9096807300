//! From a solution to the table that is published.
//!
//! A suppressed record shows `*` in every column, also in those without a role: whoever reads one of its other cells may
//! know whose record it is. The recipe may name columns that it shows nevertheless. The sensitive ones among them stay
//! readable only if all suppressed records, taken together as the one class that they look like, satisfy the models: one
//! suppressed record whose disease can be read is a person given away. Where sensitive values are hidden or dropped,
//! those that are left have a distribution of their own, and whoever has only the file judges classes against that one.
//! Classes which exceed a threshold there are suppressed, too, as long as the limit allows.

use super::plan::Plan;
use crate::Result;
use crate::recipe_file::PrivacyModel;
use crate::requirements::{Subject, requirements};
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::wording::counted;
use lethe_data::{Column, Context, Fault, Role, Table};
use lethe_transform::release::{self, Classed, Options, Suppressed, apply};
use lethe_transform::{Recoding, SUPPRESSED};

/// What is published about whom.
pub(super) struct Release {
    pub(super) recoding: Recoding,
    /// records that are suppressed.
    pub(super) suppressed: u64,
    /// The sensitive columns that suppressed records do not show; `None` where there is nothing to hide.
    pub(super) hidden: Option<Vec<usize>>,
    /// Whether more is suppressed than the search thought necessary.
    pub(super) decided: bool,
    pub(super) notes: Vec<String>,
}

impl Release {
    /// Whether some sensitive value of a suppressed record is not shown.
    pub(super) fn hides(&self) -> bool {
        self.hidden.as_ref().is_some_and(|hidden| !hidden.is_empty())
    }
}

/// Makes the table that is published.
pub(super) fn table(plan: &Plan<'_>, release: &Release, context: &Context) -> Result<Table> {
    let shuffle = plan.request.shuffle.then(|| context.seed());
    published(plan, &plan.table, &plan.hierarchies, &release.recoding, &hidden(plan, release), shuffle)
}

/// The columns that are published.
pub(super) fn columns<'a>(plan: &'a Plan<'_>) -> impl Iterator<Item = &'a str> {
    let left_out = plan.roles.left_out(plan.key.is_some());
    let columns = plan.table.columns().iter().enumerate();
    columns.filter(move |(position, _)| !left_out.contains(position)).map(|(_, column)| column.name())
}

/// The columns, besides the quasi-identifying ones, that suppressed records do not show.
pub(super) fn hidden(plan: &Plan<'_>, release: &Release) -> Vec<usize> {
    let sensitive = release.hidden.as_deref().unwrap_or_default();
    let others = (0..plan.table.columns().len()).filter(|&position| {
        plan.role(position) == Role::Insensitive && !plan.roles.shown_suppressed.contains(&position)
    });
    sensitive.iter().copied().chain(others).collect()
}

/// What is published of a table, or of some of its rows: `hierarchies` are bound to these, and suppressed ones hide the
/// columns `hidden`.
pub(super) fn published(
    plan: &Plan<'_>,
    table: &Table,
    hierarchies: &[BoundHierarchy],
    recoding: &Recoding,
    hidden: &[usize],
    shuffle: Option<u64>,
) -> Result<Table> {
    let maker = plan.key.as_ref().map(|key| |value: &str| key.pseudonym(value));
    let identifying = plan.roles.identifying.as_slice();
    let options = Options {
        suppressed: plan.request.recipe.search.suppressed,
        hidden,
        dropped: &plan.roles.left_out(plan.key.is_some()),
        replaced: maker.as_ref().map(|maker| (identifying, maker as release::Pseudonym<'_>)),
        shuffle,
    };
    Ok(apply(table, &plan.roles.quasi, hierarchies, recoding, &options)?)
}

/// Decides what suppressed records show, and suppresses classes that deviate in what is left.
pub(super) fn settle(plan: &Plan<'_>, recoding: Recoding, context: &Context) -> Result<Release> {
    let start = recoding.clone();
    let mut decided = false;
    let mut release = look(plan, recoding, context)?;
    loop {
        if !release.hides() {
            return Ok(Release { decided, ..release });
        }
        let more = match stand_out(plan, &release, context)? {
            StandOut::Nobody => return Ok(Release { decided, ..release }),
            StandOut::Classes(more, records) if release.suppressed + records <= plan.limit => Some(more),
            StandOut::Classes(..) | StandOut::Everybody => None,
        };
        let Some(more) = more else { return unsettled(plan, start, context) };
        let mut recoding = release.recoding;
        more.0.suppress(&more.1, &mut recoding);
        decided = true;
        release = look(plan, recoding, context)?;
    }
}

/// What the search found, as it is, with a note that some class deviates in what is left.
pub(super) fn unsettled(plan: &Plan<'_>, recoding: Recoding, context: &Context) -> Result<Release> {
    let mut release = look(plan, recoding, context)?;
    let note = "the sensitive values of suppressed records are not published, and against those that are left some \
                class exceeds a threshold, although none does against the whole table: judge the file with \
                verify and the original as `reference`";
    release.notes.push(note.to_owned());
    Ok(release)
}

/// A note about published records that cannot be reported from suppressed ones.
pub(super) fn under_stars(plan: &Plan<'_>, release: &Release) -> Option<String> {
    let rows = suppressed_rows(plan, release);
    note_of_stars(rows.into_iter().map(|row| plan.table.weights().map_or(1, |weights| weights[row])).sum())
}

/// The note about so many records.
pub(super) fn note_of_stars(records: u64) -> Option<String> {
    (records > 0).then(|| {
        format!(
            "{} published on the most general levels, with * in every quasi-identifying column: in the file they \
             look like suppressed ones, and `lethe verify` may count them so",
            counted(records, "record")
        )
    })
}

/// The rows that are published with `*` in every quasi-identifying column.
pub(super) fn suppressed_rows(plan: &Plan<'_>, release: &Release) -> Vec<usize> {
    let columns: Vec<&Column> =
        plan.roles.quasi.iter().map(|&position| plan.table.column(position)).collect();
    release.recoding.suppressed_rows(&columns, &plan.hierarchies)
}

/// How many records are suppressed, and what they may show.
fn look(plan: &Plan<'_>, recoding: Recoding, context: &Context) -> Result<Release> {
    let weight = |row: usize| plan.table.weights().map_or(1, |weights| weights[row]);
    let rows = recoding.round_of_row.iter().enumerate();
    let suppressed = rows.filter(|(_, round)| **round == SUPPRESSED).map(|(row, _)| weight(row)).sum();
    let any_to_hide = suppressed > 0 && !plan.roles.sensitive.is_empty();
    let mut hidden = plan.roles.sensitive.clone();
    let may_show = |position: &usize| plan.roles.shown_suppressed.contains(position);
    if plan.request.recipe.search.suppressed == Suppressed::Keep && any_to_hide && hidden.iter().any(may_show)
    {
        let quasi = &plan.roles.quasi;
        let table = apply(&plan.table, quasi, &plan.hierarchies, &recoding, &Options::default())?;
        let demand = &plan.demand;
        let sensitive = &demand.requirements.sensitive;
        let classed = Classed::new(&table, quasi, &recoding, sensitive, &demand.translations, context)?;
        if classed.suppressed_hold(&demand.requirements) {
            hidden.retain(|position| !may_show(position));
        }
    }
    let hidden = any_to_hide.then_some(hidden);
    Ok(Release { recoding, suppressed, hidden, decided: false, notes: Vec::new() })
}

/// Who deviates to somebody who has only the published file.
enum StandOut {
    Nobody,
    /// These classes, with so many records.
    Classes((Classed, Vec<u32>), u64),
    /// No class could satisfy a model against what is left.
    Everybody,
}

fn stand_out(plan: &Plan<'_>, release: &Release, context: &Context) -> Result<StandOut> {
    let models: Vec<PrivacyModel> =
        plan.request.recipe.privacy.iter().filter(|model| model.column().is_some()).cloned().collect();
    if models.is_empty() {
        return Ok(StandOut::Nobody);
    }
    let quasi = &plan.roles.quasi;
    let hidden = release.hidden.as_deref().unwrap_or_default();
    let options = Options { hidden, ..Options::default() };
    let shown = apply(&plan.table, quasi, &plan.hierarchies, &release.recoding, &options)?;
    let request = plan.request;
    let subject = Subject {
        table: &shown,
        data: &request.data,
        quasi,
        reference: None,
        columns: &request.recipe.columns,
        types: &request.read.types,
        folder: &request.folder,
        read: &request.read,
        released: true,
    };
    // What holds against the whole table may make no sense against what is left, such as more values than there are.
    let own = match requirements(&models, &subject, context) {
        Ok(own) => own,
        Err(error) if error.fault() == Fault::Limit => return Err(error),
        Err(_) => return Ok(StandOut::Everybody),
    };
    let sensitive = &own.requirements.sensitive;
    let classed = Classed::new(&shown, quasi, &release.recoding, sensitive, &own.translations, context)?;
    let (classes, records) = classed.misfits(&own.requirements);
    Ok(if classes.is_empty() { StandOut::Nobody } else { StandOut::Classes((classed, classes), records) })
}
