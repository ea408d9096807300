//! Equivalence classes and what attackers can expect of them, before and after.

use super::report::{ClassFigures, ClassSizeRange, RiskComparison};
use crate::Result;
use crate::attack::bucket;
use lethe_data::label::SUPPRESSED;
use lethe_data::{Column, ColumnSet, Context, Table, group};
use lethe_models::risk::{ClassSizes, prosecutor};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Classes on these columns in the original and in each table of the release, as far as it has them.
pub(super) fn compare(
    original: &Table,
    release: &[Table],
    columns: &[String],
    k: u64,
    context: &Context,
) -> Result<RiskComparison> {
    let mut worst: Option<ClassFigures> = None;
    for table in release {
        let found = figures(table, columns, k, context)?;
        // The smallest class decides, of tables with equal ones the rows in small classes.
        let rank = |one: &ClassFigures| {
            (one.min_class.unwrap_or(u64::MAX), Reverse(one.rows_below_k), Reverse(one.unique_rows))
        };
        let is_worse = |other: &ClassFigures| rank(&found) < rank(other);
        if worst.as_ref().is_none_or(is_worse) {
            worst = Some(found);
        }
    }
    Ok(RiskComparison {
        columns: columns.to_vec(),
        k,
        original: figures(original, columns, k, context)?,
        released: worst.unwrap_or_default(),
    })
}

fn figures(table: &Table, columns: &[String], k: u64, context: &Context) -> Result<ClassFigures> {
    let columns: HashSet<&str> = columns.iter().map(String::as_str).collect();
    let is_meant = |column: &Column| columns.contains(column.name());
    let found = (0..table.columns().len()).filter(|&at| is_meant(table.column(at))).collect::<Vec<_>>();
    let table = table.project(&found);
    let all = ColumnSet::all(found.len())?;
    let suppressed = suppressed(&table);
    let mut counts = group::counts(&table, &all, context)?.counts().to_vec();
    // Suppressed rows are one class to the counting; where there are others, they are in none.
    if suppressed > 0 && suppressed < table.rows() as u64 {
        counts.iter().position(|&count| count == suppressed).map(|at| counts.swap_remove(at));
    }
    let suppressed = if suppressed < table.rows() as u64 { suppressed } else { 0 };
    let sizes = ClassSizes::of(counts);
    let risk = prosecutor(&sizes, k);
    Ok(ClassFigures {
        rows: table.rows() as u64,
        suppressed,
        classes: sizes.classes(),
        min_class: sizes.smallest(),
        avg_class: sizes.mean(),
        unique_rows: sizes.of_size(1),
        rows_below_k: sizes.records_below(k),
        prosecutor: risk.map(Into::into),
        marketer: risk.map(|risk| risk.avg),
        class_sizes: ranges(&sizes),
    })
}

/// The rows with `*` in every column. They are equal, so they are a class of just this size.
fn suppressed(table: &Table) -> u64 {
    let stars: Option<Vec<u32>> =
        table.columns().iter().map(|column| column.dictionary().find(SUPPRESSED)).collect();
    let Some(stars) = stars.filter(|stars| !stars.is_empty()) else { return 0 };
    let mut all = vec![true; table.rows()];
    for (column, star) in table.columns().iter().zip(stars) {
        all.iter_mut().zip(column.codes().widened()).for_each(|(all, code)| *all &= code == star);
    }
    all.into_iter().filter(|is_suppressed| *is_suppressed).count() as u64
}

fn ranges(sizes: &ClassSizes) -> Vec<ClassSizeRange> {
    let mut ranges: Vec<ClassSizeRange> = Vec::new();
    for &(size, classes) in sizes.sizes() {
        let (from, to) = bucket(size);
        if ranges.last().is_none_or(|last| last.from != from) {
            ranges.push(ClassSizeRange { from, to, classes: 0, rows: 0 });
        }
        if let Some(last) = ranges.last_mut() {
            last.classes += classes;
            last.rows += size * classes;
        }
    }
    ranges
}
