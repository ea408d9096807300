//! Intervals of numbers and dates.

use super::Covered;
use crate::values::Values;
use lethe_data::Value;
use std::cmp::Ordering;

/// Reads `[a, b)`, `[a, b]`, `(a, b]`, `[a, b[`, `[a-b]`, `a - b`, `a-b`, `<a`, `<=a`, `>a` and `>=a`.
pub(super) fn read(text: &str, original: &Values<'_>) -> Option<Covered> {
    if !original.is_ordered() {
        return None;
    }
    one_sided(text, original).or_else(|| {
        let (inner, open_low, open_high) = brackets(text).unwrap_or((text, false, false));
        let (low, high) = two_values(inner, original)?;
        Some(between(original, &low, open_low, &high, open_high))
    })
}

fn one_sided(text: &str, original: &Values<'_>) -> Option<Covered> {
    let (sign, rest) =
        ["<=", ">=", "<", ">"].iter().find_map(|&sign| Some((sign, text.strip_prefix(sign)?)))?;
    let bound = original.parse(rest.trim())?;
    let all = original.len() as u32;
    Some(match sign {
        "<" => Covered::Range(0, original.first_not_below(&bound)),
        "<=" => Covered::Range(0, original.first_above(&bound)),
        ">" => Covered::Range(original.first_above(&bound), all),
        _ => Covered::Range(original.first_not_below(&bound), all),
    })
}

/// What stands between brackets, and whether the lower and the upper bound are left out.
fn brackets(text: &str) -> Option<(&str, bool, bool)> {
    let open_low = match text.chars().next()? {
        '[' => false,
        '(' | ']' => true,
        _ => return None,
    };
    let open_high = match text.chars().last()? {
        ']' => false,
        ')' | '[' => true,
        _ => return None,
    };
    Some((text.get(1..text.len() - 1)?, open_low, open_high))
}

/// Two values with a separator between them; a dash may be part of a value, so every dash is tried.
fn two_values<'a>(text: &'a str, original: &Values<'_>) -> Option<(Value<'a>, Value<'a>)> {
    let pair = |low: &'a str, high: &'a str| {
        let (low, high) = (original.parse(low.trim())?, original.parse(high.trim())?);
        (lethe_data::compare(&low, &high) != Ordering::Greater).then_some((low, high))
    };
    let at = |separator: char| text.match_indices(separator).map(|(at, _)| at);
    [',', ';', '-'].into_iter().flat_map(at).find_map(|at| pair(&text[..at], &text[at + 1..]))
}

fn between(
    original: &Values<'_>,
    low: &Value<'_>,
    open_low: bool,
    high: &Value<'_>,
    open_high: bool,
) -> Covered {
    let first = if open_low { original.first_above(low) } else { original.first_not_below(low) };
    let end = if open_high { original.first_not_below(high) } else { original.first_above(high) };
    Covered::Range(first, end.max(first))
}
