//! Files in which some rows are split: what one compartment shows of a record stands in a row of its own, with `n/a`
//! elsewhere.

use crate::Result;
use lethe_data::label::ELSEWHERE;
use lethe_data::{Context, Table, group};

/// The columns that rows show, with the rows that show just these; sorted by the columns.
pub(crate) fn patterns(table: &Table, context: &Context) -> Result<Vec<(Vec<usize>, Vec<u32>)>> {
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
