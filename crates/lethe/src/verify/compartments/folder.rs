//! A folder with a file for each compartment.

use super::{Part, Release, shown};
use crate::{Error, Result};
use lethe_data::{Column, Context};
use lethe_io::{Location, ReadOptions, read_table};
use lethe_verify::rejoin::order_of;
use serde::Deserialize;
use std::path::{Component, Path};

/// The file that lists the others.
const LIST: &str = "compartments.json";

#[derive(Deserialize)]
struct Listed {
    file: String,
    columns: Vec<String>,
    rows: Option<u64>,
    seed: Option<u64>,
}

pub(super) fn read(folder: &Path, options: &ReadOptions, context: &Context) -> Result<Release> {
    let list = folder.join(LIST);
    let fail = |source| lethe_io::Error::File { file: shown(&list), action: "open", source };
    let text = std::fs::read_to_string(&list).map_err(fail)?;
    let listed: Vec<Listed> = serde_json::from_str(&text).map_err(|problem| {
        let place = format!("line {}, column {}", problem.line(), problem.column());
        Error::Request(format!("{}: {place}: not a list of {{\"file\", \"columns\"}} objects", shown(&list)))
    })?;
    let mut release = Release { parts: Vec::new(), whole: None, faults: Vec::new(), notes: Vec::new() };
    for (number, listed) in (1..).zip(listed) {
        let location = Location::parse(&folder.join(beside(&listed.file, &list)?).to_string_lossy())?;
        let table = read_table(&location, options, context)?;
        if !table.columns().iter().map(Column::name).eq(listed.columns.iter().map(String::as_str)) {
            release.faults.push(format!("{}: the columns are not those that {LIST} lists", listed.file));
        }
        if listed.rows.is_some_and(|rows| rows != table.rows() as u64) {
            release
                .faults
                .push(format!("{}: the number of rows is not the one that {LIST} tells", listed.file));
        }
        let keys: Vec<(u64, u64)> = listed.seed.into_iter().map(|seed| (seed, number)).collect();
        let order = order_of(&table, &keys, context)?;
        release.parts.push(Part { file: listed.file, table, order });
    }
    Ok(release)
}

/// A name that stays in the folder.
fn beside<'a>(name: &'a str, list: &Path) -> Result<&'a Path> {
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(_)), None) => Ok(Path::new(name)),
        _ => Err(Error::Request(format!("{}: a file is not one of the same folder", shown(list)))),
    }
}
