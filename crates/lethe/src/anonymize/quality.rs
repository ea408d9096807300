//! What a release cost, by every measure.

use super::plan::Plan;
use crate::Result;
use lethe_data::{Context, group};
use lethe_models::quality::{Cell, CellRelease, Quality, Record, report};
use lethe_transform::{Recoding, SUPPRESSED};

/// Measures a release.
///
/// **Cost**: one grouping of the rows; the measures look at distinct records.
pub(super) fn quality(plan: &Plan<'_>, recoding: &Recoding, context: &Context) -> Result<Quality> {
    let release = cells(plan, recoding, context)?;
    report(&plan.quality_subject(), |measure| Ok(release.view(measure)))
}

/// A release as measures see it.
pub(super) fn cells(plan: &Plan<'_>, recoding: &Recoding, context: &Context) -> Result<CellRelease> {
    let quasi = &plan.roles.quasi;
    let mut columns = quasi.clone();
    columns.extend(plan.label().filter(|label| !quasi.contains(label)));
    let classes = group::classes_of(&plan.table, &columns, context)?;
    let record = |(&row, &people): (&u32, &u64)| {
        let row = row as usize;
        let round = recoding.round_of_row[row];
        // A suppressed record would have been published on the levels of the last round, which gave it up.
        let levels = recoding.rounds.get(round as usize).or(recoding.rounds.last());
        let cell = |(at, &position): (usize, &usize)| {
            let (level, code) =
                (levels.map_or(0, |levels| levels[at]), plan.table.column(position).codes().get(row));
            Cell { level, node: plan.hierarchies[at].codes(level)[code as usize] }
        };
        Record {
            cells: quasi.iter().enumerate().map(cell).collect(),
            people,
            suppressed: round == SUPPRESSED,
            label: plan.label().map_or(0, |label| plan.table.column(label).codes().get(row)),
        }
    };
    let records = classes.first_rows().iter().zip(classes.counts()).map(record);
    Ok(CellRelease::new(quasi.len(), records))
}
