//! Whether what is published about a person is true.

/// Splits a file of cells into rows, with the header. Written for these tests alone: no code of ours reads the file.
pub(crate) fn read(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let row = rows.last_mut().unwrap();
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\n' if !quoted => rows.push(vec![String::new()]),
            _ => row.last_mut().unwrap().push(character),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends");
    rows
}

/// Whether a label is `*`, the value itself, an ancestor of it, a range that holds it, or a set that has it.
pub(crate) fn is_true(label: &str, value: &str, lines: Option<&[Vec<String>]>) -> bool {
    if label == "*" || label == value {
        return true;
    }
    if value.is_empty() {
        return false;
    }
    if let Some(set) = label.strip_prefix('{').and_then(|label| label.strip_suffix('}')) {
        return items(set).iter().any(|item| item == value);
    }
    if let Some(range) = label.strip_prefix('[').and_then(|label| label.strip_suffix(']')) {
        let ends =
            if range.contains(", ") { items(range) } else { range.split('-').map(str::to_owned).collect() };
        return ends.len() == 2 && is_between(&ends[0], value, &ends[1]);
    }
    let line = lines.and_then(|lines| lines.iter().find(|line| line[0] == value));
    line.is_some_and(|line| line.iter().any(|ancestor| ancestor == label))
}

fn is_between(first: &str, value: &str, last: &str) -> bool {
    match [first, value, last].map(str::parse::<f64>) {
        [Ok(first), Ok(value), Ok(last)] => first <= value && value <= last,
        _ => first <= value && value <= last,
    }
}

/// The items of a list, where those with a comma are in quotes.
fn items(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut quoted = false;
    let mut characters = list.chars().peekable();
    while let Some(character) = characters.next() {
        let item = items.last_mut().unwrap();
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                item.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => {
                assert_eq!(characters.next(), Some(' '));
                items.push(String::new());
            }
            _ => item.push(character),
        }
    }
    items
}

#[test]
fn labels_are_told_from_lies() {
    let lines = [vec!["7".to_owned(), "odd".to_owned(), "*".to_owned()]];
    for label in ["*", "7", "odd", "[5-7]", "[-5, 7]", "{6, 7}"] {
        assert!(is_true(label, "7", Some(&lines)), "{label}");
    }
    for label in ["", "6", "even", "[8-9]", "[-7, 6]", "{6, 77}", "[5-6-7]"] {
        assert!(!is_true(label, "7", Some(&lines)), "{label}");
    }
    assert!(is_true("{a, \"b, \"\"c\"\"\"}", "b, \"c\"", None) && is_true("", "", None));
    assert!(!is_true("{a}", "", None));
}
