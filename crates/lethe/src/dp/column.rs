//! A column as counts of what was asked for.

use super::request::Release;
use crate::{Result, error::in_file};
use lethe_data::{Column, Context};
use lethe_dp::mechanism::{Counted, Grid};
use lethe_dp::parse_number;
use lethe_io::read_table;
use lethe_num::Rational;
use std::collections::BTreeMap;

/// The rows of a table, and of one column how often each value occurs.
pub(super) struct Read {
    pub(super) rows: u64,
    column: Option<Column>,
}

/// Reads the column that a question is about.
///
/// Cells are taken as they are spelled, each row by itself.
pub(super) fn read(request: &Release, context: &Context) -> Result<Read> {
    let mut options = request.read.clone().per_record();
    options.types.clear();
    if let Some(name) = request.query.column() {
        options.columns = Some(vec![name.to_owned()]);
    }
    let table = read_table(&request.data, &options, context)?;
    let position = request.query.column().map(|name| table.position(name));
    let position = position.transpose().map_err(in_file(&request.data))?;
    Ok(Read { rows: table.rows() as u64, column: position.map(|position| table.column(position).clone()) })
}

impl Read {
    /// How many rows have each value, and how many have another one or none.
    pub(super) fn counts(&self, values: &[String]) -> (Vec<u64>, u64) {
        let mut counts = vec![0; values.len()];
        let Some(column) = &self.column else { return (counts, self.rows) };
        let number: BTreeMap<&str, usize> = values.iter().map(String::as_str).zip(0..).collect();
        let occurrences = column.histogram(None);
        for (text, rows) in column.dictionary().texts().zip(&occurrences) {
            if let Some(&value) = number.get(text) {
                counts[value] += rows;
            }
        }
        let others = self.rows - counts.iter().sum::<u64>();
        (counts, others)
    }

    /// How many rows have each step of a grid; cells that are no number have none.
    pub(super) fn numbers(&self, grid: &Grid) -> Vec<Counted> {
        let Some(column) = &self.column else { return Vec::new() };
        let place = |text: &str| number(text).map(|number| grid.place(&number));
        let occurrences = column.histogram(None);
        column.dictionary().texts().map(place).zip(occurrences).collect()
    }

    /// The number of the value of each row.
    pub(super) fn answers(&self, values: &[String]) -> Vec<Option<usize>> {
        let Some(column) = &self.column else { return Vec::new() };
        let number: BTreeMap<&str, usize> = values.iter().map(String::as_str).zip(0..).collect();
        let of_code: Vec<Option<usize>> =
            column.dictionary().texts().map(|text| number.get(text).copied()).collect();
        (0..column.len())
            .map(|row| of_code.get(column.codes().get(row) as usize).copied().flatten())
            .collect()
    }
}

/// A cell as a number. Fractions are for parameters; in a table `3/64` is more likely a date.
fn number(text: &str) -> Option<Rational> {
    if text.contains('/') { None } else { parse_number(text).ok() }
}
