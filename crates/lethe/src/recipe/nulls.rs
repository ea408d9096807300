//! Words that mean "no value".

use lethe_data::{Table, ValueParser, ValueType};

/// Spellings that records and programs use.
const WORDS: [&str; 14] =
    ["NA", "N/A", "n/a", "na", "NULL", "null", "None", "none", "nan", "NaN", "?", "-", ".", "missing"];

/// The words without which a column that reads as text would be numbers, dates or truth values. A word in a column of texts may be a text
/// like others and is not among them.
pub(super) fn words(table: &Table) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for column in table.columns().iter().filter(|column| column.value_type() == ValueType::Text) {
        let texts = || column.dictionary().texts();
        let here: Vec<&str> =
            WORDS.into_iter().filter(|word| column.dictionary().find(word).is_some()).collect();
        if here.is_empty() || here.len() >= column.dictionary().len() {
            continue;
        }
        let rest = texts().filter(|text| !here.contains(text));
        if ValueParser::infer(rest).value_type() != ValueType::Text {
            let new = here.into_iter().filter(|word| !found.iter().any(|known| known == word));
            found.extend(new.map(str::to_owned).collect::<Vec<_>>());
        }
    }
    found
}
