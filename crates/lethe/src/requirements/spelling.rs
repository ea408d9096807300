//! One value, one spelling: models count spellings, and two of one value would pass for diversity.

use crate::{Error, Result};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Column, Dictionary, ValueType};
use lethe_io::Location;

/// Refuses a sensitive column that spells a value in two ways, or has missing values and empty texts. `dictionary` has
/// the column's values under the type that counts, `codes` the way there from the column's own.
///
/// **Cost**: a look at each distinct value; the rows are looked at only to tell which they are.
pub(super) fn check(column: &Column, dictionary: &Dictionary, codes: &[u32], place: &Location) -> Result<()> {
    let own = column.dictionary();
    let refuse = |rows: [usize; 2], problem: &str| {
        let [first, second] = [rows[0].min(rows[1]) + 1, rows[0].max(rows[1]) + 1];
        Err(Error::Request(format!(
            "{}: column '{}', rows {first} and {second}: {problem}",
            place.name,
            column.name()
        )))
    };
    if let (Some(empty), true) = (own.find(""), column.nulls() > 0)
        && let (Some(one), Some(two)) = (first_row(column, empty), first_row(column, own.len() as u32))
    {
        let problem =
            "an empty text and a missing value would count as two values; write both in the same way";
        return refuse([one, two], problem);
    }
    if dictionary.value_type() == ValueType::Text {
        return Ok(());
    }
    let has_twin = |code: u32| code > 0 && dictionary.value(code) == dictionary.value(code - 1);
    if !(1..dictionary.len() as u32).any(has_twin) {
        return Ok(());
    }
    // A dictionary may hold values that no row has; equal values stand beside each other.
    let mut rows: Vec<Option<usize>> = vec![None; dictionary.len() + 1];
    for (row, code) in column.codes().widened().enumerate() {
        let code = codes.get(code as usize).map_or(dictionary.len(), |&code| code as usize);
        rows[code].get_or_insert(row);
    }
    let occurring: Vec<(u32, usize)> =
        (0..dictionary.len() as u32).filter_map(|code| rows[code as usize].map(|row| (code, row))).collect();
    let twins = occurring.windows(2).find(|pair| dictionary.value(pair[0].0) == dictionary.value(pair[1].0));
    twins.map_or(Ok(()), |pair| {
        let problem = "two spellings of one value would count as two values; spell it in one way, or declare the \
                       type text if they are to be two";
        refuse([pair[0].1, pair[1].1], problem)
    })
}

/// Refuses an original whose sensitive column has the text that stands for withheld values in releases.
pub(super) fn check_original(column: &Column, place: &Location) -> Result<()> {
    let row = column.dictionary().find(ROOT).and_then(|code| first_row(column, code));
    row.map_or(Ok(()), |row| {
        Err(Error::Request(format!(
            "{}: column '{}', row {}: {ROOT} stands for withheld values in releases and cannot be a sensitive value; \
             replace it by another word, or leave the cell empty",
            place.name,
            column.name(),
            row + 1
        )))
    })
}

fn first_row(column: &Column, code: u32) -> Option<usize> {
    column.codes().widened().position(|found| found == code)
}
