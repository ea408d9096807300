//! What a release cost, by every measure.

use super::plan::Plan;
use crate::Result;
use lethe_data::{Classes, Context, group};
use lethe_models::quality::{
    Cell, CellRelease, CellTally, Domain, Measure, MixedNode, Quality, Record, report,
};
use lethe_transform::release::Places;
use lethe_transform::{Recoding, SUPPRESSED};
use rayon::prelude::*;
use std::borrow::Cow;

/// A release, made ready to be measured.
pub(super) struct Measured<'a> {
    plan: &'a Plan<'a>,
    recoding: &'a Recoding,
    context: &'a Context,
    /// The quasi-identifying columns with the spans of the release.
    domains: Cow<'a, [Domain]>,
    columns: Vec<Shown<'a>>,
    tally: CellTally,
}

/// What rows show in a column.
struct Shown<'a> {
    places: Places<'a>,
    /// One place for all that publish the same, by row. For a suppressed row: what it would have published.
    of_rows: Vec<u32>,
}

impl<'a> Measured<'a> {
    /// Counts who shows what.
    ///
    /// **Cost**: some look-ups a row and column, one a node and span, and one grouping of the rows.
    pub(super) fn new(plan: &'a Plan<'a>, recoding: &'a Recoding, context: &'a Context) -> Result<Self> {
        let columns = 0..plan.roles.quasi.len();
        let (columns, records): (Vec<Shown<'a>>, Vec<Vec<MixedNode>>) =
            context.install(|| columns.into_par_iter().map(|at| Shown::new(plan, recoding, at)).unzip());
        let mut measured = Self {
            plan,
            recoding,
            context,
            domains: plan.domains_with(recoding),
            columns,
            tally: CellTally::new(0),
        };
        measured.tally = measured.tally(&records)?;
        Ok(measured)
    }

    /// The value of every measure that a report states.
    pub(super) fn quality(&self) -> Result<Quality> {
        report(&self.plan.quality_subject(&self.domains), |measure| self.value_of(measure))
    }

    /// The value of the measure that the recipe asks to be small.
    pub(super) fn value(&self) -> Result<f64> {
        self.value_of(self.plan.measure_over(&self.domains)?.as_ref())
    }

    fn value_of(&self, measure: &dyn Measure) -> Result<f64> {
        Ok(if CellTally::serves(measure) {
            self.tally.value(measure)
        } else {
            self.with_labels()?.value(measure)
        })
    }

    fn tally(&self, records: &[Vec<MixedNode>]) -> Result<CellTally> {
        let classes = self.classes(None)?;
        let (mut kept, mut lost) = (vec![0; classes.len()], vec![0; classes.len()]);
        for (row, (&class, &round)) in classes.ids().iter().zip(&self.recoding.round_of_row).enumerate() {
            *(if round == SUPPRESSED { &mut lost[class as usize] } else { &mut kept[class as usize] }) +=
                weight(self.plan, row);
        }
        let mut tally = CellTally::of_nodes(self.plan.table.records(), lost.iter().sum(), records);
        for (kept, lost) in kept.into_iter().zip(lost) {
            tally.add_class(kept);
            tally.add_suppressed_class(lost);
        }
        Ok(tally)
    }

    /// The rows that publish the same, and have the same number in `further`, whose numbers are below the second.
    fn classes(&self, further: Option<(&[u32], usize)>) -> Result<Classes> {
        let mut lists: Vec<(&[u32], usize)> =
            self.columns.iter().map(|column| (column.of_rows.as_slice(), column.places.len())).collect();
        lists.extend(further);
        let table = &self.plan.table;
        Ok(group::classes_of_numbers(&lists, table.rows(), table.weights(), self.context)?)
    }

    /// The release for measures that predict a label.
    fn with_labels(&self) -> Result<CellRelease> {
        let rounds = &self.recoding.round_of_row;
        let label = self.plan.label().map(|label| self.plan.table.column(label));
        let label_of = |row: usize| label.map_or(0, |label| label.codes().get(row));
        // Whether a row is suppressed, and its label, in one number.
        let number = |row: usize| 2 * label_of(row) + u32::from(rounds[row] == SUPPRESSED);
        let numbers: Vec<u32> = (0..rounds.len()).map(number).collect();
        let all = 2 * label.map_or(1, |label| label.domain().max(1));
        let classes = self.classes(Some((&numbers, all)))?;
        let record = |(&row, &weight): (&u32, &u64)| {
            let row = row as usize;
            let cell = |column: &Shown<'_>| column.places.cell(column.of_rows[row]);
            Record {
                cells: self.columns.iter().map(cell).collect(),
                records: weight,
                suppressed: rounds[row] == SUPPRESSED,
                label: label_of(row),
            }
        };
        let records = classes.first_rows().iter().zip(classes.counts()).map(record);
        Ok(CellRelease::new(self.columns.len(), records))
    }
}

impl<'a> Shown<'a> {
    /// What rows show in a column, and the records at each place.
    fn new(plan: &'a Plan<'a>, recoding: &'a Recoding, at: usize) -> (Self, Vec<MixedNode>) {
        let bound = &plan.hierarchies[at];
        let places = Places::new(bound, recoding.spans_of(at));
        let entries: Vec<usize> = recoding.rounds.iter().map(|entries| entries[at]).collect();
        let column = plan.table.column(plan.roles.quasi[at]);
        // A suppressed record would have been published on the level of the last round, which gave it up. A span is
        // another group's, so there its own value stands.
        let given_up = entries.last().copied().filter(|&entry| entry < bound.height()).unwrap_or(0);
        let mut of_rows =
            places.of_rows(column, &entries, &recoding.round_of_row, |code| places.of(given_up, code));
        let mut records = vec![(0, 0); places.len()];
        for (row, (&place, &round)) in of_rows.iter().zip(&recoding.round_of_row).enumerate() {
            let (kept, suppressed) = &mut records[place as usize];
            *(if round == SUPPRESSED { suppressed } else { kept }) += weight(plan, row);
        }
        // On one level no two nodes publish the same.
        if entries.iter().any(|&entry| entry != given_up) {
            let used: Vec<bool> = records.iter().map(|&(kept, suppressed)| kept + suppressed > 0).collect();
            let merged = places.merged(&used);
            for place in &mut of_rows {
                *place = merged[*place as usize];
            }
        }
        let on_place = |(place, (kept, suppressed)): (u32, (u64, u64))| {
            let Cell { level, node } = places.cell(place);
            MixedNode { level, node, kept, suppressed }
        };
        let records = (0..).zip(records).map(on_place).collect();
        (Self { places, of_rows }, records)
    }
}

fn weight(plan: &Plan<'_>, row: usize) -> u64 {
    plan.table.weights().map_or(1, |weights| weights[row])
}

#[cfg(test)]
mod tests;
