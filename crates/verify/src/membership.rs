//! A table and its population: how many records look alike in each, and is the one a part of the other?

use crate::Result;
use crate::population::PopulationCounts;
use crate::suppressed::suppressed_class;
use lethe_data::{Context, Table, group};
use lethe_models::privacy::ClassSize;

/// The first row, counted from 0, of which the population has fewer records than the table; `None` when the table can be
/// a part of the population. With `ignore_suppressed`, records that are fully suppressed may be anybody.
///
/// **Cost**: a grouping of the rows of both tables.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn first_row_lacking(
    table: &Table,
    quasi: &[usize],
    population: &Table,
    ignore_suppressed: bool,
    context: &Context,
) -> Result<Option<u32>> {
    let classes = group::classes_of(table, quasi, context)?;
    let suppressed = if ignore_suppressed { suppressed_class(table, quasi, &classes) } else { None };
    let counts = PopulationCounts::of(table, quasi, &classes, population, context)?;
    let lacking =
        |&class: &usize| classes.counts()[class] > counts.of_classes[class] && Some(class) != suppressed;
    Ok((0..classes.len()).find(lacking).map(|class| classes.first_rows()[class]))
}

/// The size of every class of the table and of the part of the population that looks like it, in the order of first rows.
///
/// **Cost**: a grouping of the rows of both tables.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn class_sizes(
    table: &Table,
    quasi: &[usize],
    population: &Table,
    context: &Context,
) -> Result<Vec<ClassSize>> {
    let classes = group::classes_of(table, quasi, context)?;
    let counts = PopulationCounts::of(table, quasi, &classes, population, context)?;
    let both = classes.counts().iter().zip(counts.of_classes);
    Ok(both.map(|(&records, population)| ClassSize { records, population }).collect())
}
