//! One file in which some rows are split: the rows of a compartment show `n/a` everywhere else.

use super::{Part, Release};
use crate::Result;
use crate::split_rows::patterns;
use lethe_data::Context;
use lethe_io::{Location, ReadOptions, read_table};
use lethe_verify::rejoin::{Order, order_of};

/// The number that stands for the one file where its order is made.
const NUMBER: u64 = 0;

pub(super) fn read(location: &Location, options: &ReadOptions, context: &Context) -> Result<Release> {
    let table = read_table(location, options, context)?;
    let order = order_of(&table, &[(context.seed(), NUMBER)], context)?;
    let mut release = Release { parts: Vec::new(), whole: None, faults: Vec::new(), notes: Vec::new() };
    for (shown, rows) in patterns(&table, context)? {
        if shown.is_empty() {
            release.notes.push("rows that show nothing but n/a are passed over".to_owned());
            continue;
        }
        let is_whole = shown.len() == table.columns().len();
        let part = Part { file: location.name.clone(), table: table.project(&shown).select(&rows)?, order };
        if is_whole {
            release.whole = Some(part);
        } else {
            release.parts.push(part);
        }
    }
    if order == Order::Unknown {
        release.notes.push("a canonical order is looked for with the seed of `seed`".to_owned());
    }
    Ok(release)
}
