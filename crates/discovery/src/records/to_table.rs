//! Records at risk as a table, for writing in any format.

use super::RecordRisk;
use crate::Result;
use lethe_data::{Column, Table, TypeChoice, ValueType};

/// A table of some records: `row` (counted from 1), `score`, `dis_score`, `sets` (how many minimal sets) and
/// `smallest_set` (how many columns the smallest has).
///
/// **Guarantee**: the columns have the same types whatever the records, so that pieces can be written one after the
/// other; a number reads back as the same double.
pub fn to_table(records: &[RecordRisk<'_>]) -> Result<Table> {
    let whole = |name: &str, value: &dyn Fn(&RecordRisk<'_>) -> u64| {
        column(name, records, ValueType::Integer, |record| value(record).to_string())
    };
    let number = |name: &str, value: &dyn Fn(&RecordRisk<'_>) -> f64| {
        column(name, records, ValueType::Decimal, |record| spelled(value(record)))
    };
    Ok(Table::new(vec![
        whole("row", &|record| record.row as u64 + 1)?,
        number("score", &|record| record.score)?,
        number("dis_score", &|record| record.dis_score)?,
        whole("sets", &|record| record.sets())?,
        whole("smallest_set", &|record| record.smallest_set() as u64)?,
    ])?)
}

fn column(
    name: &str,
    records: &[RecordRisk<'_>],
    value_type: ValueType,
    text: impl Fn(&RecordRisk<'_>) -> String,
) -> Result<Column> {
    let texts: Vec<String> = records.iter().map(text).collect();
    let cells = texts.iter().map(|text| Some(text.as_str()));
    Ok(Column::from_texts(name, cells, TypeChoice::Declared(value_type))?)
}

/// The shortest digits that read back as the same number, with an exponent where there would be many zeros.
fn spelled(number: f64) -> String {
    if number == 0.0 || (1e-5..1e15).contains(&number) { format!("{number}") } else { format!("{number:e}") }
}
