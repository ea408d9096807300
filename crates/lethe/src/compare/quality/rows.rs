//! Who is published and who is suppressed.

use super::super::release::Shape;
use super::measured::Measured;
use crate::Result;
use lethe_data::hierarchy::ROOT;
use lethe_data::{Classes, Context, Table, group};
use lethe_models::quality::{CellTally, MixedNode};
use std::collections::BTreeMap;

/// A release of one table, by its classes.
pub(super) struct Rows<'a> {
    pub(super) table: &'a Table,
    pub(super) classes: Classes,
    /// Whether each class is of suppressed records: `*` in every quasi-identifying column, where others show something.
    pub(super) is_lost: Vec<bool>,
    /// The records of the original who are not in it.
    pub(super) dropped: u64,
}

impl<'a> Rows<'a> {
    pub(super) fn of(
        original: &Table,
        table: &'a Table,
        quasi: &[usize],
        further: Option<usize>,
        context: &Context,
    ) -> Result<Self> {
        let shown = quasi.iter().filter_map(|&at| table.position(original.column(at).name()).ok());
        let shown: Vec<usize> = shown.collect();
        let mut columns = shown.clone();
        columns.extend(further.filter(|at| !shown.contains(at)));
        let classes = group::classes_of(table, &columns, context)?;
        let is_star = |row: u32| move |&at: &usize| table.column(at).text(row as usize) == Some(ROOT);
        let mut is_lost: Vec<bool> =
            classes.first_rows().iter().map(|&row| shown.iter().all(is_star(row))).collect();
        // Where no record shows anything, all are on the highest levels and none is suppressed.
        if is_lost.iter().all(|lost| *lost) {
            is_lost.fill(false);
        }
        let dropped = original.records().saturating_sub(table.records());
        Ok(Self { table, classes, is_lost, dropped })
    }

    fn lost(&self) -> u64 {
        let classes = self.classes.counts().iter().zip(&self.is_lost);
        classes.filter(|(_, lost)| **lost).map(|(count, _)| count).sum()
    }

    /// The suppressed records, whether the release still has a row for them or not.
    pub(super) fn suppressed(&self) -> u64 {
        self.lost() + self.dropped
    }

    /// The first row and the records of each class that is published.
    pub(super) fn kept(&self) -> impl Iterator<Item = (u32, u64)> {
        let classes = self.classes.first_rows().iter().zip(self.classes.counts()).zip(&self.is_lost);
        classes.filter(|(_, lost)| !**lost).map(|((&row, &records), _)| (row, records))
    }
}

/// Everything that measures look at but labels to be predicted, where columns are not on one level each.
pub(super) fn tally(
    original: &Table,
    columns: &[Measured<'_>],
    rows: Option<&Rows<'_>>,
    shape: Shape,
) -> CellTally {
    let Some(rows) = rows else {
        let records = original.records();
        let nodes: Vec<_> = columns.iter().map(|column| column.nodes(records, 0, Vec::new())).collect();
        return CellTally::of_nodes(records, 0, &nodes);
    };
    let lost = rows.lost();
    let suppressed = rows.suppressed();
    let kept = rows.table.records() - lost;
    let lost_rows: Vec<usize> = (0..rows.table.rows())
        .filter(|&row| lost > 0 && rows.is_lost[rows.classes.ids()[row] as usize])
        .collect();
    let known = (shape == Shape::Rows).then_some(lost_rows.as_slice());
    let of_suppressed: Vec<Vec<MixedNode>> =
        columns.iter().map(|column| column.suppressed(known, suppressed, lost)).collect();
    let mut crowds: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    if known.is_some() {
        for at in 0..lost_rows.len() {
            *crowds.entry(of_suppressed.iter().map(|nodes| nodes[at].node).collect()).or_default() += 1;
        }
    } else {
        crowds.insert(Vec::new(), suppressed);
    }
    let columns = columns.iter().zip(of_suppressed);
    let nodes: Vec<_> = columns.map(|(column, suppressed)| column.nodes(kept, lost, suppressed)).collect();
    let mut tally = CellTally::of_nodes(kept + suppressed, suppressed, &nodes);
    let classes = rows.classes.counts().iter().zip(&rows.is_lost);
    classes.filter(|(_, lost)| !**lost).for_each(|(&size, _)| tally.add_class(size));
    for size in crowds.into_values() {
        tally.add_suppressed_class(size);
    }
    tally
}
