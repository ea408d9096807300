//! Small tables of all kinds of values.

use proptest::prelude::*;

/// The columns that take part; each row has besides an `id` of its own.
pub(crate) const COLUMNS: [&str; 5] = ["age", "sex", "day", "city", "dose"];

/// The cells of a row in the order of [`COLUMNS`]; an age or a city of 0 is missing.
pub(crate) type Row = [u8; 5];

/// Rows with few or many distinct values in each column.
pub(crate) fn rows(most: usize) -> impl Strategy<Value = Vec<Row>> {
    (1u8..9, 1u8..4, 1u8..7, 1u8..6, 1u8..12).prop_flat_map(move |(age, sex, day, city, dose)| {
        let row = (0..age, 0..sex, 0..day, 0..city, 0..dose);
        prop::collection::vec(
            row.prop_map(|(age, sex, day, city, dose)| [age, sex, day, city, dose]),
            1..most,
        )
    })
}

/// What a cell shows: whole numbers, words, dates and decimals, some missing, and a star that was there before.
pub(crate) fn cell(column: usize, number: u8) -> String {
    match (column, number) {
        (0 | 3, 0) => String::new(),
        (0, _) => (i32::from(number) * 7 - 12).to_string(),
        (1, 2) => "*".to_owned(),
        (1, _) => ["f", "m"][usize::from(number) % 2].to_owned(),
        (2, _) => format!("2021-{:02}-{:02}", 1 + number % 12, 1 + number * 3 % 28),
        (3, _) => format!("city {number}"),
        _ => format!("{}.{}", number / 3, number % 3 * 25),
    }
}

/// The lines of the table with its first so many columns, the header first.
pub(crate) fn lines(rows: &[Row], width: usize) -> Vec<Vec<String>> {
    let header = ["id"].iter().chain(&COLUMNS[..width]).map(|&name| name.to_owned()).collect();
    let line = |(number, row): (usize, &Row)| {
        let cells = (0..width).map(|column| cell(column, row[column]));
        std::iter::once(format!("p{number}")).chain(cells).collect()
    };
    [header].into_iter().chain(rows.iter().enumerate().map(line)).collect()
}

pub(crate) fn csv(lines: &[Vec<String>]) -> String {
    lines.iter().map(|cells| cells.join(",") + "\n").collect()
}

/// The cells of a written file; quotes around a cell are taken off.
pub(crate) fn read(text: &str) -> Vec<Vec<String>> {
    text.lines().map(line).collect()
}

fn line(text: &str) -> Vec<String> {
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    for letter in text.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}
