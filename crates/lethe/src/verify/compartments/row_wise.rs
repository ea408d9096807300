//! One file in which some rows are split: the rows of a compartment show `n/a` everywhere else.

use super::{Part, Release};
use crate::Result;
use lethe_data::label::ELSEWHERE;
use lethe_data::{Context, Table, group};
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
        release.notes.push("a canonical order is looked for with the seed of --seed".to_owned());
    }
    Ok(release)
}

/// The columns that rows show, with the rows that show just these; sorted by the columns.
fn patterns(table: &Table, context: &Context) -> Result<Vec<(Vec<usize>, Vec<u32>)>> {
    let hidden: Vec<Vec<u32>> = table
        .columns()
        .iter()
        .map(|column| {
            let elsewhere = column.dictionary().find(ELSEWHERE);
            column.codes().widened().map(|code| u32::from(Some(code) == elsewhere)).collect()
        })
        .collect();
    let lists: Vec<(&[u32], usize)> = hidden.iter().map(|list| (list.as_slice(), 2)).collect();
    let classes = group::classes_of_numbers(&lists, table.rows(), None, context)?;
    let mut patterns: Vec<(Vec<usize>, Vec<u32>)> = classes
        .first_rows()
        .iter()
        .map(|&row| {
            ((0..hidden.len()).filter(|&column| hidden[column][row as usize] == 0).collect(), Vec::new())
        })
        .collect();
    for (row, &class) in (0u32..).zip(classes.ids()) {
        patterns[class as usize].1.push(row);
    }
    patterns.sort();
    Ok(patterns)
}
