//! Which column sets still expose somebody?

use super::Problem;
use super::cells::Cells;
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, group};
use lethe_discovery::qid::{Algorithm, Exact, Limits, Nulls, Question};

/// The minimal sets of at most `size` columns that expose somebody by what is shown, smaller ones first.
///
/// **Errors**: the run is cancelled, or the memory budget is too small.
pub(super) fn exposing(
    cells: &Cells,
    problem: &Problem<'_>,
    size: usize,
    context: &Context,
) -> Result<Vec<Vec<usize>>> {
    let table = cells.as_table()?;
    let limits = Limits { k: problem.k, min_exposed: 1, max_size: Some(size), nulls: Nulls::Value };
    let mut sets: Vec<ColumnSet> = Vec::new();
    for columns in &problem.within {
        let question = Question::new(&table, columns.iter().copied(), limits)?;
        let found = Exact.find(&question, context)?;
        if !found.complete {
            // Half a search proves nothing.
            context.check_cancelled()?;
            return Err(Error::Unfinished { what: "the search for quasi-identifiers" });
        }
        sets.extend(found.minimal);
    }
    sets.sort_unstable();
    sets.dedup();
    Ok(sets.iter().map(|set| set.iter().collect()).collect())
}

/// Whether nobody is exposed by all columns together, and so by none of their combinations.
pub(super) fn is_safe_altogether(cells: &Cells, problem: &Problem<'_>, context: &Context) -> Result<bool> {
    let table = cells.as_table()?;
    for columns in &problem.within {
        let classes = group::classes_of(&table, columns, context)?;
        if classes.min_count().is_some_and(|smallest| smallest < problem.k) {
            return Ok(false);
        }
    }
    Ok(true)
}
