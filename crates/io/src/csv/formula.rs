//! Cells that a spreadsheet would take for a formula, and their escape.
//!
//! A cell that begins with one of `= + - @`, a tab or a carriage return, and is no plain number, gets an apostrophe before it. So does
//! one with apostrophes before such a beginning: then every escaped cell leads back to one value, and two values never look
//! alike because of it.

use std::borrow::Cow;

/// The cell as it is written.
pub(crate) fn escaped(cell: &str) -> Cow<'_, str> {
    if is_formula(cell.as_bytes()) && !is_plain_number(cell.as_bytes()) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The cell that was written as this one.
pub(crate) fn unescaped(cell: &[u8]) -> &[u8] {
    match cell {
        [b'\'', rest @ ..] if is_formula(rest) && !is_plain_number(rest) => rest,
        _ => cell,
    }
}

fn is_formula(cell: &[u8]) -> bool {
    let first = cell.iter().find(|&&byte| byte != b'\'');
    matches!(first, Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r'))
}

/// A sign, digits with at most one point, and an exponent: what every spreadsheet takes for a number.
fn is_plain_number(cell: &[u8]) -> bool {
    let rest = cell.strip_prefix(b"-").or(cell.strip_prefix(b"+")).unwrap_or(cell);
    let (number, exponent) = match rest.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let are_digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    let is_number = match number.iter().position(|&byte| byte == b'.') {
        Some(at) => are_digits(&number[..at]) && are_digits(&number[at + 1..]),
        None => are_digits(number),
    };
    let signless =
        |bytes: &[u8]| are_digits(bytes.strip_prefix(b"-").or(bytes.strip_prefix(b"+")).unwrap_or(bytes));
    is_number && exponent.is_none_or(signless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_get_an_apostrophe_and_numbers_do_not() {
        for cell in
            ["=1+1", "+cmd", "-", "@x", "\tx", "\rx", "-5%", "-1-1", "'=x", "-.5", "+", "-e5", "-5e", "''-5"]
        {
            assert_eq!(escaped(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["-5", "+5", "-5.25", "-1e-9", "+2.0E10", "x=1", "", "'", "'x", "*", "a-b", "\u{ff1d}x"] {
            assert_eq!(escaped(cell), cell, "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn every_cell_comes_back(cell in "['=+@\t\r0-9.eE x-]{0,8}") {
            let written = escaped(&cell);
            prop_assert_eq!(unescaped(written.as_bytes()), cell.as_bytes());
        }
    }
}
