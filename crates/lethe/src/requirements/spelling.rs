//! One value, one spelling: models count spellings, and two of one value would pass for diversity.

use super::sense::Sense;
use crate::{Error, Result};
use lethe_data::hierarchy::ROOT;
use lethe_data::{Column, Dictionary};
use lethe_io::Location;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Refuses a sensitive column that spells a value in two ways, or has missing values and empty texts. `dictionary` has
/// the column's values under the type that counts, `codes` the way there from the column's own. Texts are separated by
/// what they say, see [`Sense`]: that a column is text may be due to a single odd cell. Only in a column that was declared
/// to be text, `as_declared`, every spelling is a value.
///
/// **Cost**: a look at each distinct value, and a sort of these where they are texts; the rows are looked at only to show
/// which they are.
pub(super) fn check(
    column: &Column,
    dictionary: &Dictionary,
    codes: &[u32],
    as_declared: bool,
    place: &Location,
) -> Result<()> {
    let refuse = |rows: [usize; 2], problem: &str| {
        let [first, second] = [rows[0].min(rows[1]) + 1, rows[0].max(rows[1]) + 1];
        Err(cells(column, place, format!(", rows {first} and {second}"), problem.to_owned()))
    };
    let own = column.dictionary();
    let empty = |text: &str| if as_declared { text.is_empty() } else { Sense::of(text) == Sense::Nothing };
    if column.nulls() > 0
        && let Some(code) = own.texts().position(empty)
        && let (Some(one), Some(two)) = (first_row(column, code as u32), first_row(column, own.len() as u32))
    {
        let problem =
            "an empty text and a missing value would count as two values; write both in the same way";
        return refuse([one, two], problem);
    }
    let spellings = if dictionary.value_type().is_ordered() {
        of_one_value(dictionary)
    } else if as_declared {
        Vec::new()
    } else {
        of_one_sense(dictionary)
    };
    if spellings.is_empty() {
        return Ok(());
    }
    // A dictionary may hold values that no row has.
    let mut rows: Vec<Option<usize>> = vec![None; dictionary.len() + 1];
    for (row, code) in column.codes().widened().enumerate() {
        let code = codes.get(code as usize).map_or(dictionary.len(), |&code| code as usize);
        rows[code].get_or_insert(row);
    }
    let twins = spellings.into_iter().find_map(|spellings| {
        let mut occurring = spellings.into_iter().filter_map(|code| rows[code as usize]);
        Some([occurring.next()?, occurring.next()?])
    });
    twins.map_or(Ok(()), |rows| {
        let problem = "two spellings of one value would count as two values; spell it in one way, or declare the \
                       type text if they are to be two";
        refuse(rows, problem)
    })
}

/// The spellings of each number, date or truth value that has several. Equal values stand beside each other.
fn of_one_value(dictionary: &Dictionary) -> Vec<Vec<u32>> {
    let codes: Vec<u32> = (0..dictionary.len() as u32).collect();
    let groups = codes.chunk_by(|&one, &other| dictionary.value(one) == dictionary.value(other));
    groups.filter(|group| group.len() > 1).map(<[u32]>::to_vec).collect()
}

/// The spellings of each text that has several. What most texts say is forgotten again: only those with the same hash are
/// compared.
fn of_one_sense(dictionary: &Dictionary) -> Vec<Vec<u32>> {
    let hash = |text: &str| {
        let mut hasher = DefaultHasher::new();
        Sense::of(text).hash(&mut hasher);
        hasher.finish()
    };
    let mut hashes: Vec<(u64, u32)> = dictionary.texts().map(hash).zip(0..).collect();
    hashes.sort_unstable();
    let mut spellings = Vec::new();
    for alike in hashes.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1) {
        let mut senses: Vec<(Sense, u32)> =
            alike.iter().map(|&(_, code)| (Sense::of(dictionary.text(code)), code)).collect();
        senses.sort_unstable();
        let groups = senses.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1);
        spellings.extend(groups.map(|group| group.iter().map(|(_, code)| *code).collect::<Vec<u32>>()));
    }
    // The first in the column's order, whatever the hashes.
    spellings.sort_unstable();
    spellings
}

/// Refuses an original whose sensitive column has the text that stands for suppressed values in releases.
pub(super) fn check_original(column: &Column, place: &Location) -> Result<()> {
    let row = column.dictionary().find(ROOT).and_then(|code| first_row(column, code));
    row.map_or(Ok(()), |row| {
        let problem = format!(
            "{ROOT} stands for suppressed values in releases and cannot be a sensitive value; replace it by another word, or \
             leave the cell empty"
        );
        Err(cells(column, place, format!(", row {}", row + 1), problem))
    })
}

fn cells(column: &Column, place: &Location, rows: String, problem: String) -> Error {
    Error::Cells { file: place.name.clone(), column: column.name().to_owned(), rows, problem }
}

fn first_row(column: &Column, code: u32) -> Option<usize> {
    column.codes().widened().position(|found| found == code)
}
