//! A column of the file that says how many people each row stands for.

use crate::{Error, Result};
use lethe_data::{Table, Value};

/// The weights that a column holds, one a row.
///
/// **Errors**: a cell is empty, or is no whole number of people; the row is named, the value is not.
pub(super) fn weights(table: &Table, position: usize, file: &str) -> Result<Vec<u64>> {
    let column = table.column(position);
    let dictionary = column.dictionary();
    let parsed: Vec<Option<u64>> = (0..dictionary.len() as u32)
        .map(|code| match dictionary.value(code) {
            Value::Integer(people) => u64::try_from(people).ok(),
            _ => None,
        })
        .collect();
    let weight = |(row, code): (usize, u32)| {
        parsed.get(code as usize).copied().flatten().ok_or_else(|| {
            let problem = if code as usize >= dictionary.len() { "is empty" } else { "is no whole number from 0" };
            Error::Request(format!(
                "{file}: column '{}', row {}: the weight {problem}; a weight says how many people a row stands for",
                column.name(),
                row + 1
            ))
        })
    };
    column.codes().widened().enumerate().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    fn read(cells: &[Option<&str>]) -> Result<Vec<u64>> {
        let column = Column::from_texts("n", cells.iter().copied(), TypeChoice::Infer).unwrap();
        weights(&Table::new(vec![column]).unwrap(), 0, "t.csv")
    }

    #[test]
    fn weights_are_read_and_everything_else_is_refused_by_row() {
        assert_eq!(read(&[Some("3"), Some("0"), Some("3")]).unwrap(), [3, 0, 3]);
        for cells in
            [[Some("3"), None], [Some("3"), Some("-1")], [Some("3"), Some("1.5")], [Some("x"), Some("3")]]
        {
            let message = read(&cells).unwrap_err().to_string();
            assert!(message.starts_with("t.csv: column 'n', row "), "{message}");
            assert!(!message.contains("1.5") && !message.contains('x'), "{message}");
        }
    }
}
