//! Searching for quasi-identifiers: tables to search, the same tables as codes for a peer, and the timed search.

mod digest;
mod draw;
mod lineitem;
mod made;
mod order;
mod request;
mod run;

use crate::jobs::code_file;
use anyhow::{Context as _, Result};
use lethe_data::{Codes, Context, Table};
use lethe_discovery::qid::{self, algorithms};
use lethe_io::{Location, ReadOptions, read_table};
use std::path::Path;

pub(crate) use run::search;

/// Writes a made-up table as codes.
pub(crate) fn table(name: &str, rows: usize, file: &Path) -> Result<()> {
    let columns = match name {
        "lineitem" => lineitem::columns(rows),
        _ => made::columns(name, rows).with_context(|| format!("no made-up table is called {name}"))?,
    };
    code_file::write(columns, file)
}

/// Writes the columns of a file that are searched as codes, so that a peer starts from what ours starts from.
pub(crate) fn codes(file: &str, codes: &Path) -> Result<()> {
    let context = Context::new(0)?;
    let table = read(file, &context)?;
    let searched = searched(&table, &context)?.into_iter().map(|index| table.column(index));
    code_file::write(searched.map(|column| (column.name().to_owned(), column.codes().clone())), codes)
}

/// Prints the names of all algorithms, the default first.
pub(crate) fn algorithms() {
    for algorithm in algorithms::ALL {
        println!("{}", serde_json::json!({"algorithm": algorithm.name()}));
    }
}

fn read(file: &str, context: &Context) -> Result<Table> {
    Ok(read_table(&Location::parse(file)?, &ReadOptions::default(), context)?)
}

/// All columns but those that identify records by themselves, which `lethe discover` sets aside as well.
fn searched(table: &Table, context: &Context) -> Result<Vec<usize>> {
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    let alone = qid::standalone(table, &columns, 1.0, context)?;
    Ok(columns.into_iter().filter(|column| !alone.contains(column)).collect())
}

/// Values renumbered without gaps, in the narrowest codes.
fn dense(values: &[u32]) -> Codes {
    let mut code_of = vec![0u32; values.iter().max().map_or(0, |&largest| largest as usize + 1)];
    for &value in values {
        code_of[value as usize] = 1;
    }
    let mut distinct = 0;
    for code in &mut code_of {
        let occurs = *code;
        *code = distinct;
        distinct += occurs;
    }
    Codes::from_iter_within(distinct as usize, values.iter().map(|&value| code_of[value as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    #[test]
    fn dense_codes_keep_the_order_and_leave_no_gap() {
        assert_eq!(dense(&[70_000, 3, 9, 3]), Codes::U8(vec![2, 0, 1, 0]));
        assert_eq!(dense(&[]), Codes::U8(vec![]));
    }

    #[test]
    fn only_columns_of_distinct_values_are_set_aside() {
        let column = |name: &str, cells: &[Option<&str>]| {
            Column::from_texts(name, cells.iter().copied(), TypeChoice::Infer).unwrap()
        };
        let columns = vec![
            column("all distinct", &[Some("1"), Some("2"), Some("3")]),
            column("distinct where present", &[Some("1"), None, Some("3")]),
            column("shared", &[Some("1"), Some("1"), Some("3")]),
            column("empty", &[None, None, None]),
        ];
        let (table, context) = (Table::new(columns).unwrap(), Context::new(1).unwrap());
        assert_eq!(searched(&table, &context).unwrap(), [2, 3]);
    }
}
