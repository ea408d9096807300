//! The labels of spans.

use lethe_data::{Dictionary, ValueType};
use lethe_models::quality::Covers;

/// A set of at most so many texts is spelt out.
pub(super) const SPELT_OUT: u32 = 8;

/// What is published for some values: `[20-34]` for numbers and dates, `{a, b, c}` for a few texts, the first and the last
/// of many.
///
/// Where a minus sign or a date would make the dash unreadable, a comma stands in its place. A label that is a value of
/// the column, too, stands in braces once more: nobody takes the one for the other.
pub(super) fn span_label(dictionary: &Dictionary, covers: &Covers) -> String {
    let mut label = plain_label(dictionary, covers);
    // Neither a number nor a date reads like a span, and among texts looking one up is a binary search.
    let of_texts = matches!(dictionary.value_type(), ValueType::Text | ValueType::Set);
    while of_texts && dictionary.find(&label).is_some() {
        label = format!("{{{label}}}");
    }
    label
}

fn plain_label(dictionary: &Dictionary, covers: &Covers) -> String {
    let text = |code: u32| dictionary.text(code);
    let (first, last) = match covers {
        Covers::Codes(codes) => return set(codes.iter().map(|&code| text(code))),
        Covers::Range { first, last } => (*first, *last),
    };
    let numeric = dictionary.value_type().is_numeric();
    let is_plain = |code: u32| numeric && !text(code).contains(['-', '+']);
    match dictionary.value_type() {
        ValueType::Text | ValueType::Boolean | ValueType::Set if last - first < SPELT_OUT => {
            set((first..=last).map(text))
        }
        ValueType::Text | ValueType::Boolean | ValueType::Set => {
            format!("[{}, {}]", item(text(first)), item(text(last)))
        }
        _ if is_plain(first) && is_plain(last) => format!("[{}-{}]", text(first), text(last)),
        _ => format!("[{}, {}]", text(first), text(last)),
    }
}

fn set<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<String> = values.map(item).collect();
    format!("{{{}}}", values.join(", "))
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
    use lethe_data::label::Lookup;
    use lethe_data::{Column, TypeChoice};
    use proptest::prelude::*;

    #[test]
    fn labels_can_be_read_whatever_the_values_are() {
        let label = |cells: &[&str]| {
            let cells = cells.iter().map(|&cell| Some(cell));
            let column = Column::from_texts("c", cells, TypeChoice::Infer).unwrap();
            span_label(
                column.dictionary(),
                &Covers::Range { first: 0, last: column.dictionary().len() as u32 - 1 },
            )
        };
        assert_eq!(label(&["34", "20", "27"]), "[20-34]");
        assert_eq!(label(&["1.5", "20"]), "[1.5-20]");
        assert_eq!(label(&["-3", "20"]), "[-3, 20]");
        assert_eq!(label(&["2020-01-31", "2020-02-01"]), "[2020-01-31, 2020-02-01]");
        assert_eq!(label(&["b", "a", "c"]), "{a, b, c}");
        assert_eq!(label(&["b, or d", "a"]), "{a, \"b, or d\"}");
        assert_eq!(label(&["{a, b}", "a"]), "{a, \"{a, b}\"}");
        assert_eq!(label(&["a", "b", "c", "d", "e", "f", "g", "h", "i"]), "[a, i]");
    }

    #[test]
    fn no_label_is_a_value_of_the_column() {
        let label = |cells: &[&str], covers: &Covers| {
            let cells = cells.iter().map(|&cell| Some(cell));
            let column = Column::from_texts("c", cells, TypeChoice::Infer).unwrap();
            span_label(column.dictionary(), covers)
        };
        let set = Covers::Codes(vec![0, 1]);
        assert_eq!(label(&["a", "b", "{a, c}"], &set), "{a, b}");
        assert_eq!(label(&["a", "b", "{a, b}"], &set), "{{a, b}}");
        assert_eq!(label(&["a", "b", "{a, b}", "{{a, b}}"], &set), "{{{a, b}}}");
        let many = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "[a, j]", "[b, i]"];
        assert_eq!(label(&many, &Covers::Range { first: 3, last: 10 }), "{b, c, d, e, f, g, h, i}");
        assert_eq!(label(&many, &Covers::Range { first: 2, last: 10 }), "[a, i]");
        let taken = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "[a, i]"];
        assert_eq!(label(&taken, &Covers::Range { first: 1, last: 9 }), "{[a, i]}");
    }

    /// Texts made of what labels are made of.
    fn odd_text() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a", "b", "7", "2020-01", ", ", ",", "\"", "{", "}", "[", "]", "*", " ", "-", " #2", "<", "n/a",
        ]);
        prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
    }

    fn check(cells: &[String], choice: TypeChoice, first: usize, some: &[bool]) -> Result<(), TestCaseError> {
        let column = Column::from_texts("c", cells.iter().map(|cell| Some(cell.as_str())), choice).unwrap();
        let dictionary = column.dictionary();
        let first = (first % dictionary.len()) as u32;
        let chosen = (first..dictionary.len() as u32).zip(some.iter().chain(std::iter::repeat(&false)));
        let codes: Vec<u32> =
            chosen.filter(|(code, more)| *code == first || **more).map(|(code, _)| code).collect();
        let range = Covers::Range { first, last: codes[codes.len() - 1] };
        for (covers, codes) in
            [(range, (first..=codes[codes.len() - 1]).collect()), (Covers::Codes(codes.clone()), codes)]
        {
            let label = span_label(dictionary, &covers);
            for reader in [Lookup::of(dictionary), Lookup::certain(dictionary)] {
                let found = reader.under(&label, false);
                // Who asks for what is certain has looked for the spelling itself before.
                let holds = |&code: &u32| found.contains(code) || dictionary.text(code) == label;
                prop_assert!(codes.iter().all(holds), "{:?} holds {:?}: {:?}", label, codes, found);
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn labels_hold_the_values_they_are_made_for(
            texts in prop::collection::vec(odd_text(), 1..20), numbers in prop::collection::vec(-300i64..300, 1..20),
            first in any::<usize>(), some in prop::collection::vec(any::<bool>(), 20),
        ) {
            check(&texts, TypeChoice::Declared(ValueType::Text), first, &some)?;
            let whole: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            check(&whole, TypeChoice::Infer, first, &some)?;
            let fine: Vec<String> = numbers.iter().map(|number| format!("{number}e-2")).collect();
            check(&fine, TypeChoice::Declared(ValueType::Decimal), first, &some)?;
            let days = numbers.iter().map(|&number| lethe_data::calendar::iso_date(number as i32 * 400));
            check(&days.collect::<Vec<_>>(), TypeChoice::Infer, first, &some)?;
            let truths: Vec<String> =
                numbers.iter().map(|number| ["true", "False", "FALSE", "t", "no", "Y"][number.unsigned_abs() as usize % 6].to_owned()).collect();
            check(&truths, TypeChoice::Declared(ValueType::Boolean), first, &some)?;
        }
    }
}
