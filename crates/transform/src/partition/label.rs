//! The labels of spans.

use lethe_data::{Dictionary, ValueType};

/// A set of at most so many texts is spelt out.
const SPELT_OUT: u32 = 8;

/// What is published for the values from one code to another: `[20-34]` for numbers and dates, `{a, b, c}` for a few texts,
/// the first and the last of many.
///
/// Where a minus sign or a date would make the dash unreadable, a comma stands in its place.
pub fn span_label(dictionary: &Dictionary, first: u32, last: u32) -> String {
    let text = |code: u32| dictionary.text(code);
    let numeric = dictionary.value_type().is_numeric();
    let is_plain = |code: u32| numeric && !text(code).contains(['-', '+']);
    match dictionary.value_type() {
        ValueType::Text | ValueType::Boolean | ValueType::Set if last - first < SPELT_OUT => {
            let values: Vec<String> = (first..=last).map(|code| item(text(code))).collect();
            format!("{{{}}}", values.join(", "))
        }
        _ if is_plain(first) && is_plain(last) => format!("[{}-{}]", text(first), text(last)),
        ValueType::Text | ValueType::Boolean | ValueType::Set => {
            format!("[{}, {}]", item(text(first)), item(text(last)))
        }
        _ => format!("[{}, {}]", text(first), text(last)),
    }
}

/// A text among others; in quotes where it has a separator of its own.
fn item(text: &str) -> String {
    if text.contains([',', '"', '{', '}', '[', ']']) || text.is_empty() {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    #[test]
    fn labels_can_be_read_whatever_the_values_are() {
        let label = |cells: &[&str]| {
            let cells = cells.iter().map(|&cell| Some(cell));
            let column = Column::from_texts("c", cells, TypeChoice::Infer).unwrap();
            span_label(column.dictionary(), 0, column.dictionary().len() as u32 - 1)
        };
        assert_eq!(label(&["34", "20", "27"]), "[20-34]");
        assert_eq!(label(&["1.5", "20"]), "[1.5-20]");
        assert_eq!(label(&["-3", "20"]), "[-3, 20]");
        assert_eq!(label(&["2020-01-31", "2020-02-01"]), "[2020-01-31, 2020-02-01]");
        assert_eq!(label(&["b", "a", "c"]), "{a, b, c}");
        assert_eq!(label(&["b, or d", "a"]), "{a, \"b, or d\"}");
        assert_eq!(label(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]), "[a, i]");
    }
}
