//! Who is alone, before and after.

use super::report::{ClassFigures, RiskComparison};
use crate::Result;
use lethe_data::{Column, ColumnSet, Context, Table, group};
use lethe_models::risk::ClassSizes;
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
        // The smallest class decides, of tables with equal ones the people in small classes.
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
    let sizes = ClassSizes::of(group::counts(&table, &all, context)?.counts().iter().copied());
    Ok(ClassFigures {
        rows: table.rows() as u64,
        classes: sizes.classes(),
        min_class: sizes.smallest(),
        unique_rows: sizes.of_size(1),
        rows_below_k: sizes.people_below(k),
    })
}
