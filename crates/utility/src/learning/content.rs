//! Which rows of an unlinked release may be those of which records.
//!
//! Rows with the same cells teach the same, whoever they belong to. So a record whose cells all stand in a table as they are
//! is kept out of training by leaving out any row with these cells, and cross validation is exact although no row
//! is linked to a record. Rows that were altered are found by nobody, and are dealt out to the folds.

use lethe_data::{Code, Column, Table, with_codes};
use std::collections::HashMap;

/// The fold of each row of a table, and the share of records that a row was found for.
pub(super) fn folds_by_content(
    original: (&Table, &[u32]),
    fold_of_record: &[u16],
    released: (&Table, &[u32]),
    classes: &[u8],
    folds: usize,
) -> (Vec<u16>, f64) {
    let columns: Vec<(&Column, &Column)> = released
        .0
        .columns()
        .iter()
        .filter_map(|column| Some((column, original.0.column(original.0.position(column.name()).ok()?))))
        .collect();
    let mut waiting: HashMap<Vec<u32>, Vec<u16>> = HashMap::with_capacity(original.1.len());
    let keys = keys(columns.iter().map(|(_, column)| (*column, None)), original.1);
    // Taken from the end, so that the first record is served first.
    for (key, &fold) in keys.into_iter().zip(fold_of_record).rev() {
        waiting.entry(key).or_default().push(fold);
    }
    let translated = columns.iter().map(|(column, original)| (*column, Some(translation(column, original))));
    let mut found = 0usize;
    let mut turns = [0usize; 256];
    let rows = self::keys(translated, released.1).into_iter().zip(classes).map(|(key, &class)| {
        if let Some(fold) = waiting.get_mut(&key).and_then(Vec::pop) {
            found += 1;
            return fold;
        }
        turns[usize::from(class)] += 1;
        (turns[usize::from(class)] % folds) as u16
    });
    let fold_of_row = rows.collect();
    (fold_of_row, found as f64 / original.1.len() as f64)
}

/// A code of the original for every code of a released column; one beyond null for what the original does not have.
fn translation(released: &Column, original: &Column) -> Vec<u32> {
    let null = original.dictionary().len() as u32;
    let codes: HashMap<&str, u32> = original.dictionary().texts().zip(0..).collect();
    let texts = released.dictionary().texts();
    texts.map(|text| codes.get(text).copied().unwrap_or(null + 1)).chain([null]).collect()
}

fn keys<'a>(columns: impl Iterator<Item = (&'a Column, Option<Vec<u32>>)>, rows: &[u32]) -> Vec<Vec<u32>> {
    let mut keys = vec![Vec::new(); rows.len()];
    for (column, translation) in columns {
        with_codes!(column.codes(), codes => {
            for (key, &row) in keys.iter_mut().zip(rows) {
                let code = codes[row as usize].widen();
                key.push(translation.as_ref().map_or(code, |translation| translation[code as usize]));
            }
        });
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    fn table(name: &str, cells: &[&str]) -> Table {
        let cells = cells.iter().map(|&cell| Some(cell));
        Table::new(vec![Column::from_texts(name, cells, TypeChoice::Infer).unwrap()]).unwrap()
    }

    #[test]
    fn rows_are_in_the_folds_of_records_that_look_like_them() {
        let original = table("a", &["x", "y", "x", "z"]);
        let released = table("a", &["z", "*", "x", "x"]);
        let rows = [0, 1, 2, 3];
        let (folds, share) =
            folds_by_content((&original, &rows), &[0, 1, 2, 0], (&released, &rows), &[0; 4], 3);
        assert_eq!((folds[0], folds[2], folds[3]), (0, 0, 2));
        assert!((share - 0.75).abs() < 1e-12);
    }
}
