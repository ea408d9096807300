//! Rows split into several: counted by the rows they were made of.

use crate::elimination::judge::exposed;
use crate::elimination::table::{COLUMNS, cell, rows};
use lethe::Context;
use lethe::data::{Column, ColumnSet, Table, TypeChoice};
use lethe::transform::compartment::{Cover, Options, Question, compartments, rows_to_split, split};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A table without columns that expose anybody alone: words of two values, each shared by half of the rows.
fn table(rows: &[[u8; 5]], k: u64) -> Option<Table> {
    let column = |at: usize| {
        let texts: Vec<String> = rows.iter().map(|row| cell(at, row[at])).collect();
        let texts = texts.iter().map(|text| (!text.is_empty()).then_some(text.as_str()));
        Column::from_texts(COLUMNS[at], texts, TypeChoice::Infer).unwrap()
    };
    let columns: Vec<Column> = (0..5).map(column).collect();
    let is_common =
        |column: &Column| column.histogram(None).iter().all(|&records| records == 0 || records >= k);
    let table = Table::new(columns.into_iter().filter(is_common).collect()).ok()?;
    (table.columns().len() > 1).then_some(table)
}

fn texts(table: &Table, row: usize) -> Vec<String> {
    table.columns().iter().map(|column| column.text(row).unwrap_or_default().to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Records who look alike in the release are counted by the rows they stand in before it: two parts of one row are one
    /// person, so that nobody keeps himself company.
    #[test]
    fn every_part_has_company_of_other_records(
        rows in rows(60), k in 2u64..4, max_size in prop::option::of(1usize..4), seed in any::<u64>(),
    ) {
        let Some(table) = table(&rows, k) else { return Ok(()) };
        let context = Context::new(1).unwrap();
        let columns: Vec<usize> = (0..table.columns().len()).collect();
        let question = Question { table: &table, columns: columns.clone(), k, max_size };
        let options = Options { cover: Cover::Columns, ..Options::default() };
        let parts = compartments(&question, &options, &context).unwrap();
        prop_assert!(parts.alone.is_empty());
        let is_split = rows_to_split(&question, &parts.sets, &context).unwrap();
        let (released, sources) =
            split(&table, &columns, &parts.sets, &is_split, seed, &context).unwrap();
        prop_assert_eq!(sources.len(), released.rows());
        check_parts(&table, &released, &sources, &is_split, &parts.sets)?;
        let lines: Vec<Vec<String>> = (0..released.rows()).map(|row| texts(&released, row)).collect();
        let header: Vec<String> = released.columns().iter().map(|column| column.name().to_owned()).collect();
        prop_assert_eq!(exposed(&header, &lines, k, max_size), None);
        prop_assert!(by_source(&lines, &sources, columns.len(), k, max_size));
    }
}

/// Whole rows show everything, and the parts of a split row show one compartment each.
fn check_parts(
    table: &Table,
    released: &Table,
    sources: &[u32],
    is_split: &[bool],
    sets: &[ColumnSet],
) -> Result<(), TestCaseError> {
    for (source, &is_split) in is_split.iter().enumerate() {
        let before = texts(table, source);
        let parts: BTreeSet<Vec<String>> = (0..sources.len())
            .filter(|&row| sources[row] as usize == source)
            .map(|row| texts(released, row))
            .collect();
        let part = |set: &ColumnSet| {
            let shown = |(column, text): (usize, &String)| {
                if set.contains(column) { text.clone() } else { "n/a".to_owned() }
            };
            before.iter().enumerate().map(shown).collect()
        };
        let expected =
            if is_split { sets.iter().map(part).collect() } else { BTreeSet::from([before.clone()]) };
        prop_assert_eq!(parts, expected);
    }
    Ok(())
}

/// Whether every combination of at most `max_size` columns is shown by parts of k different rows, or by none.
fn by_source(lines: &[Vec<String>], sources: &[u32], width: usize, k: u64, max_size: Option<usize>) -> bool {
    let most = max_size.unwrap_or(width).min(width);
    let sets = (1u32..1 << width).filter(|set| set.count_ones() as usize <= most);
    sets.into_iter().all(|set| {
        let shown = |row: usize| -> Vec<&str> {
            (0..width)
                .filter(|column| set >> column & 1 == 1)
                .map(|column| lines[row][column].as_str())
                .collect()
        };
        (0..lines.len()).all(|row| {
            // What is not shown is known to nobody.
            let alike = (0..lines.len()).filter(|&other| shown(other) == shown(row));
            let records: BTreeSet<u32> = alike.map(|other| sources[other]).collect();
            records.len() as u64 >= k
        })
    })
}
