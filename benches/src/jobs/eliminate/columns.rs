//! Removing whole columns, greedily: again and again the one that is in most of the remaining quasi-identifiers. The class
//! that somebody wants to learn, the first column, goes last.

use anyhow::{Result, ensure};
use lethe::discover::{Discover, discover};
use lethe_data::{Context, Table};
use lethe_io::Location;

/// The place of the class.
const CLASS: usize = 0;

/// The columns that can stay.
pub(super) fn left(
    table: &Table,
    file: Location,
    k: u64,
    size: usize,
    context: &Context,
) -> Result<Vec<usize>> {
    let found = discover(&Discover { k, max_size: Some(size), ..Discover::of(file) }, context)?;
    ensure!(found.complete, "the search for quasi-identifiers was stopped");
    let mut gone = table.positions(found.standalone_identifiers.iter().map(String::as_str))?;
    let sets = found.minimal_qids.iter();
    let mut sets: Vec<Vec<usize>> =
        sets.map(|set| Ok(table.positions(set.iter().map(String::as_str))?)).collect::<Result<_>>()?;
    sets.retain(|set| !set.iter().any(|column| gone.contains(column)));
    let columns = 0..table.columns().len();
    while !sets.is_empty() {
        let weight = |&column: &usize| {
            let sets = sets.iter().filter(|set| set.contains(&column)).count();
            (sets > 0, column != CLASS, sets)
        };
        let Some(worst) = columns.clone().rev().max_by_key(weight) else { break };
        sets.retain(|set| !set.contains(&worst));
        gone.push(worst);
    }
    Ok(columns.filter(|column| !gone.contains(column)).collect())
}
