//! The answer: records at risk in row order, totals, and what each column contributes.

use super::RecordOptions;
use super::rows::Rows;
use super::score::{self, Dis};
use super::search::Minimal;
use crate::Result;
use lethe_data::{Reservation, Table};
use serde::Serialize;

/// One record with at least one minimal set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordRisk<'a> {
    /// The row, counted from 0.
    pub row: usize,
    /// How special the record is; the more and the smaller its minimal sets, the higher.
    pub score: f64,
    /// The score between 0 and 1 that takes the sampling fraction into account.
    pub dis_score: f64,
    /// The number of minimal sets of 1, 2, … columns.
    pub sets_by_size: &'a [u32],
}

impl RecordRisk<'_> {
    /// The number of minimal sets.
    pub fn sets(&self) -> u64 {
        self.sets_by_size.iter().map(|&sets| u64::from(sets)).sum()
    }

    /// The number of columns of the smallest minimal set.
    pub fn smallest_set(&self) -> usize {
        self.sets_by_size.iter().position(|&sets| sets > 0).map_or(0, |index| index + 1)
    }
}

/// Sums over all records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordTotals {
    /// Rows with a minimal set.
    pub rows_at_risk: u64,
    /// The records they stand for.
    pub records_at_risk: u64,
    /// Pairs of a row and a minimal set of 1, 2, … columns.
    pub sets_by_size: Vec<u64>,
    /// The scores of all records, added up.
    pub score: f64,
    /// Records who are alone on all columns.
    pub uniques: u64,
    /// Pairs of records that are alike on all columns, and unlike all others.
    pub pairs: u64,
    /// The DIS estimate for the whole file: how likely a match with a unique person is correct; 0 without uniques.
    pub dis: f64,
}

/// What a column contributes to the scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnContribution {
    /// The column's position in the table.
    pub column: usize,
    /// Its name.
    pub name: String,
    /// The share of the total score that is due to minimal sets with this column; 0 when the total is 0. Shares of
    /// different columns overlap, so they do not add up to 1.
    pub share: f64,
    /// Minimal sets with this column, each counted once for every person it is minimal for.
    pub sets: f64,
}

/// The records at risk, in row order.
#[derive(Debug)]
pub struct RecordRisks {
    /// Rows at risk, and which entry of `by_size` is theirs.
    rows: Vec<(u32, u32)>,
    by_size: Vec<u32>,
    weights: Vec<f64>,
    dis: Dis,
    totals: RecordTotals,
    contributions: Vec<ColumnContribution>,
    _memory: Reservation,
}

impl RecordRisks {
    /// The number of rows at risk.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row is at risk.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The records at risk, in row order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = RecordRisk<'_>> {
        self.rows.iter().map(|&(row, target)| {
            let start = target as usize * self.weights.len();
            let sets_by_size = &self.by_size[start..start + self.weights.len()];
            let score = score::score(sets_by_size, &self.weights);
            RecordRisk { row: row as usize, score, dis_score: self.dis.of(score), sets_by_size }
        })
    }

    /// Sums over all records.
    pub fn totals(&self) -> &RecordTotals {
        &self.totals
    }

    /// What each column contributes, in column order.
    pub fn contributions(&self) -> &[ColumnContribution] {
        &self.contributions
    }
}

pub(super) fn assemble(
    table: &Table,
    columns: &[usize],
    options: &RecordOptions,
    rows: &Rows<'_>,
    minimal: Minimal,
    weights: Vec<f64>,
    mut memory: Reservation,
) -> Result<RecordRisks> {
    let sizes = weights.len();
    let sets_of = |target: usize| &minimal.by_size[target * sizes..(target + 1) * sizes];
    let at_risk =
        rows_at_risk(table, options.k, rows, |target| sets_of(target).iter().any(|&n| n > 0), &mut memory)?;
    let mut totals = RecordTotals {
        rows_at_risk: at_risk.len() as u64,
        records_at_risk: 0,
        sets_by_size: vec![0; sizes],
        score: 0.0,
        uniques: rows.classes.counts().iter().filter(|&&count| count == 1).count() as u64,
        pairs: rows.classes.counts().iter().filter(|&&count| count == 2).count() as u64,
        dis: 0.0,
    };
    for &(_, target) in &at_risk {
        for (sum, &sets) in totals.sets_by_size.iter_mut().zip(sets_of(target as usize)) {
            *sum += u64::from(sets);
        }
    }
    let scored = |target| (score::score(sets_of(target), &weights), rows.records(target));
    let scores = || (0..rows.targets).map(scored).filter(|(score, _)| *score > 0.0);
    for (score, records) in scores() {
        totals.records_at_risk += records;
        totals.score += score * records as f64;
    }
    let (uniques, pairs) = (totals.uniques, totals.pairs);
    let dis = Dis::new(columns.len(), uniques, pairs, options.sampling_fraction, scores());
    totals.dis = dis.file;
    let contributions = contributions(table, columns, &minimal, &weights, totals.score);
    Ok(RecordRisks {
        rows: at_risk,
        by_size: minimal.by_size,
        weights,
        dis,
        totals,
        contributions,
        _memory: memory,
    })
}

/// Rows that stand for somebody and whose target has a minimal set, with the target.
fn rows_at_risk(
    table: &Table,
    k: u64,
    rows: &Rows<'_>,
    is_at_risk: impl Fn(usize) -> bool,
    memory: &mut Reservation,
) -> Result<Vec<(u32, u32)>> {
    // Targets are the classes below k that are not empty of records, in order.
    let is_target = |count: u64| count > 0 && count < k;
    let lookup = rows.classes.len() * size_of::<Option<u32>>();
    memory.try_grow(lookup)?;
    let mut next = 0;
    let target_of: Vec<Option<u32>> = rows
        .classes
        .counts()
        .iter()
        .map(|&count| {
            let target = next;
            next += u32::from(is_target(count));
            (is_target(count) && is_at_risk(target as usize)).then_some(target)
        })
        .collect();
    let stands_for_somebody = |row: usize| table.weights().is_none_or(|weights| weights[row] > 0);
    let listed = || {
        let ids = rows.classes.ids().iter().enumerate();
        ids.filter(|&(row, _)| stands_for_somebody(row))
            .filter_map(|(row, &id)| Some((row as u32, target_of[id as usize]?)))
    };
    let count = listed().count();
    memory.try_grow(count * size_of::<(u32, u32)>())?;
    let mut at_risk = Vec::with_capacity(count);
    at_risk.extend(listed());
    memory.shrink(lookup);
    Ok(at_risk)
}

fn contributions(
    table: &Table,
    columns: &[usize],
    minimal: &Minimal,
    weights: &[f64],
    total: f64,
) -> Vec<ColumnContribution> {
    let of = |(position, &column): (usize, &usize)| {
        let sets = || minimal.by_column.iter().map(|sums| sums[position] as f64);
        let score: f64 = sets().zip(weights).map(|(sets, weight)| sets * weight).sum();
        ColumnContribution {
            column,
            name: table.column(column).name().to_owned(),
            share: if total > 0.0 { score / total } else { 0.0 },
            sets: sets().sum(),
        }
    };
    columns.iter().enumerate().map(of).collect()
}
