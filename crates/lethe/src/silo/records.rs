//! All records with their scores, as a table.

use crate::Result;
use lethe_data::{Column, Context, Table, TypeChoice, ValueType};
use lethe_exposure::model::{RecordScore, Scores};
use lethe_io::{Location, write_table};

/// Writes a row for each record, in the order of the table.
pub(super) fn write(scores: &Scores, location: &Location, context: &Context) -> Result<()> {
    let records = || scores.records.iter();
    let rows = (1..=scores.records.len()).map(|row| Some(row.to_string())).collect();
    let number = |number: f64| number.to_string();
    let columns = [
        ("row", ValueType::Integer, rows),
        ("sum", ValueType::Decimal, records().map(|record| Some(number(record.sum))).collect()),
        ("mean", ValueType::Decimal, records().map(|record| record.mean().map(number)).collect()),
        (
            "smallest",
            ValueType::Integer,
            records().map(|record| record.smallest.map(|n| n.to_string())).collect(),
        ),
        ("below_k", ValueType::Integer, counts(scores, |record| record.below_k)),
        ("surely_below_k", ValueType::Integer, counts(scores, |record| record.surely_below_k)),
        (
            "flagged",
            ValueType::Boolean,
            records().map(|record| Some(record.is_flagged.to_string())).collect(),
        ),
    ];
    let columns = columns.into_iter().map(|(name, value_type, cells): (_, _, Vec<Option<String>>)| {
        Column::from_texts(name, cells.iter().map(Option::as_deref), TypeChoice::Declared(value_type))
    });
    let table = Table::new(columns.collect::<Result<_, _>>()?)?;
    Ok(write_table(&table, location, context)?)
}

fn counts(scores: &Scores, of: fn(&RecordScore) -> u32) -> Vec<Option<String>> {
    scores.records.iter().map(|record| Some(of(record).to_string())).collect()
}
