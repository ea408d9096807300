//! A folder with a file for each compartment.

use super::{Part, Release};
use crate::Result;
use lethe_data::{Column, Context};
use lethe_io::compartments::{self, LIST};
use lethe_io::{ReadOptions, read_table};
use lethe_verify::rejoin::order_of;
use std::path::Path;

pub(super) fn read(folder: &Path, options: &ReadOptions, context: &Context) -> Result<Release> {
    let mut release = Release { parts: Vec::new(), whole: None, faults: Vec::new(), notes: Vec::new() };
    let list = compartments::read(folder)?;
    let is_listed = |name: &String| list.iter().any(|listed| listed.columns.contains(name));
    let (of_some, of_every): (Vec<_>, Vec<_>) =
        options.types.iter().cloned().partition(|(name, _)| is_listed(name));
    for (number, listed) in (1..).zip(&list) {
        // A column has its declared type in the files that show it.
        let shown = of_some.iter().filter(|(name, _)| listed.columns.contains(name)).cloned();
        let types = of_every.iter().cloned().chain(shown).collect();
        let options = ReadOptions { types, ..options.clone() };
        let table = read_table(&listed.location(folder)?, &options, context)?;
        if !table.columns().iter().map(Column::name).eq(listed.columns.iter().map(String::as_str)) {
            release.faults.push(format!("{}: the columns are not those that {LIST} lists", listed.file));
        }
        if listed.rows.is_some_and(|rows| rows != table.rows() as u64) {
            release.faults.push(format!("{}: the number of rows is not the one in {LIST}", listed.file));
        }
        let keys: Vec<(u64, u64)> = listed.seed.into_iter().map(|seed| (seed, number)).collect();
        let order = order_of(&table, &keys, context)?;
        release.parts.push(Part { file: listed.file.clone(), table, order });
    }
    Ok(release)
}
