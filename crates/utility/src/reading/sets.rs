//! Sets of values, spelt out or by their first and last.

use super::Covered;
use crate::values::Values;

/// Reads `{a, b, c}`, and `[a, k]` for all texts from the first to the last. Further braces around a label, which tell it
/// from a value of the same spelling, are taken off.
pub(super) fn read(text: &str, original: &Values<'_>) -> Option<Covered> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    if let Some(inner) = inner {
        let codes: Option<Vec<u32>> = items(inner).iter().map(|item| original.find(item)).collect();
        return match codes.filter(|codes| !codes.is_empty()) {
            Some(mut codes) => {
                codes.sort_unstable();
                codes.dedup();
                Some(Covered::Codes(codes))
            }
            None => read(inner, original),
        };
    }
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))?;
    let [first, last] = items(inner).try_into().ok()?;
    let (first, last) = (original.find(&first)?, original.find(&last)?);
    (first <= last).then_some(Covered::Range(first, last + 1))
}

/// The items of a list; one in quotes may hold separators, and a quote in it is written twice.
fn items(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                item.push('"');
            }
            '"' if quoted || item.is_empty() => quoted = !quoted,
            ',' if !quoted => {
                items.push(std::mem::take(&mut item));
                if letters.peek() == Some(&' ') {
                    letters.next();
                }
            }
            other => item.push(other),
        }
    }
    items.push(item);
    items
}
