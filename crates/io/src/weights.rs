//! A column that says for how many records each row stands: the count of a collapsed table.

use crate::error::{Error, Result, in_file};
use crate::options::Weights;
use lethe_data::{Codes, Column, Dictionary, Table};
use std::sync::Arc;

/// The table without the named column, whose numbers become the weights of the rows.
///
/// **Errors**: there is no such column, a cell of it is empty or no whole number, or all together exceed 64 bits. The row is named,
/// the value is not.
pub(crate) fn weighted(table: Table, weights: &Weights, file: &str) -> Result<Table> {
    let position = match table.position(&weights.column) {
        Err(_) if !weights.is_required => return Ok(table),
        position => position.map_err(in_file(file))?,
    };
    let weights = numbers(table.column(position), file)?;
    let others: Vec<usize> = (0..table.columns().len()).filter(|&other| other != position).collect();
    table.project(&others).with_weights(weights).map_err(in_file(file))
}

fn numbers(column: &Column, file: &str) -> Result<Vec<u64>> {
    let known: Vec<Option<u64>> = column.dictionary().texts().map(whole_number).collect();
    let weight = |(row, code): (usize, u32)| {
        known.get(code as usize).copied().flatten().ok_or_else(|| {
            let problem = if code as usize >= known.len() { "is empty" } else { "is no whole number from 0" };
            let name = column.name();
            let problem = format!(
                "column '{name}', row {}: the weight {problem}; a weight is the number of records",
                row + 1
            );
            Error::content(file, None, problem)
        })
    };
    column.codes().widened().enumerate().map(weight).collect()
}

fn whole_number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The weights of a table as its last column, for a file.
///
/// **Errors**: the table has a column of this name.
pub fn with_weight_column(table: Table, name: &str) -> Result<Table> {
    let Some(weights) = table.weights() else { return Ok(table) };
    if table.columns().iter().any(|column| column.name() == name) {
        return Err(Error::Request(format!(
            "there is a column '{name}' already; call the weights otherwise"
        )));
    }
    let mut distinct = weights.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let texts: Vec<String> = distinct.iter().map(u64::to_string).collect();
    let texts = texts.iter().map(|text| Some(text.as_str()));
    let values = Column::from_texts(name, texts, lethe_data::TypeChoice::Infer)?;
    let dictionary: Arc<Dictionary> = Arc::clone(values.dictionary());
    // The dictionary is in the order of the numbers, each of which it has; large ones are texts in the order of texts.
    let codes: Vec<u32> = values.codes().widened().collect();
    let code = |weight: &u64| codes[distinct.partition_point(|known| known < weight)];
    let codes = Codes::from_iter_within(dictionary.len() + 1, weights.iter().map(code));
    let columns = table.columns().iter().cloned().chain([Column::new(name, dictionary, codes)]);
    Ok(Table::new(columns.collect())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::TypeChoice;

    fn table(cells: &[Option<&str>]) -> Table {
        let column = |name: &str| Column::from_texts(name, cells.iter().copied(), TypeChoice::Infer).unwrap();
        Table::new(vec![column("a"), column("n")]).unwrap()
    }

    fn named(column: &str) -> Weights {
        Weights { column: column.to_owned(), is_required: true }
    }

    #[test]
    fn weights_are_read_and_everything_else_is_refused_by_row() {
        let read = |cells: &[Option<&str>]| weighted(table(cells), &named("n"), "t.csv");
        let found = read(&[Some("3"), Some("0"), Some("007")]).unwrap();
        assert_eq!((found.weights().unwrap(), found.columns().len()), (&[3, 0, 7][..], 1));
        for cells in
            [[Some("3"), None], [Some("3"), Some("-1")], [Some("3"), Some("1.5")], [Some("x"), Some("3")]]
        {
            let message = read(&cells).unwrap_err().to_string();
            assert!(message.starts_with("t.csv: column 'n', row "), "{message}");
            assert!(!message.contains("1.5") && !message.contains('x'), "{message}");
        }
        let all = [Some("18446744073709551615"), Some("1")];
        assert!(read(&all).is_err(), "more than 64 bits");
        assert!(weighted(table(&[Some("1")]), &named("m"), "t.csv").is_err());
        let optional = Weights { is_required: false, ..named("m") };
        assert!(weighted(table(&[Some("1")]), &optional, "t.csv").unwrap().weights().is_none());
    }

    #[test]
    fn a_column_of_weights_is_read_as_it_was_written() {
        let cells = [Some("9"), Some("10"), Some("18446744073709551615"), Some("0")];
        for cells in [&cells[..2], &cells[2..], &cells[1..3]] {
            let Ok(first) = weighted(table(cells), &named("n"), "t") else { continue };
            let written = with_weight_column(first.clone(), "n").unwrap();
            assert_eq!(written.columns().len(), 2);
            assert_eq!(weighted(written, &named("n"), "t").unwrap().weights(), first.weights());
        }
        let weighted = weighted(table(&cells[..2]), &named("n"), "t").unwrap();
        assert!(with_weight_column(weighted, "a").is_err(), "the name is taken");
    }
}
