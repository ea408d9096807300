//! Numbers written in digits, with and without separators, and their check digits.

/// The digits of a text in which only digits and the given separators occur, and a separator only between digits.
pub(super) fn digits(text: &str, separators: &[u8]) -> Option<Vec<u8>> {
    let mut found = Vec::with_capacity(text.len().min(40));
    let mut last_was_digit = false;
    for byte in text.bytes().take(41) {
        if byte.is_ascii_digit() {
            found.push(byte - b'0');
        } else if !(last_was_digit && separators.contains(&byte)) {
            return None;
        }
        last_was_digit = byte.is_ascii_digit();
    }
    (last_was_digit && text.len() <= 40).then_some(found)
}

/// The digits of a text, when there are exactly `N`.
pub(super) fn exactly<const N: usize>(text: &str, separators: &[u8]) -> Option<[u8; N]> {
    digits(text, separators)?.try_into().ok()
}

/// Luhn's check (ISO/IEC 7812-1): every second digit from the right is doubled, and the digit sum ends in zero.
pub(super) fn luhn(digits: &[u8]) -> bool {
    let doubled = |digit: u8| if digit < 5 { digit * 2 } else { digit * 2 - 9 };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, &digit)| u32::from(if index % 2 == 1 { doubled(digit) } else { digit }))
        .sum();
    sum.is_multiple_of(10)
}

/// The sum of digits times weights.
pub(super) fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(&digit, weight)| u32::from(digit) * weight).sum()
}

/// The number that digits write; at most 18 of them.
pub(super) fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, &digit| number * 10 + u64::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_stand_between_digits_only() {
        assert_eq!(digits("12-34", b"-"), Some(vec![1, 2, 3, 4]));
        for text in ["", "-12", "12-", "1--2", "1 2", "1a", "1.5"] {
            assert_eq!(digits(text, b"-"), None, "{text}");
        }
        assert_eq!(exactly("123", b""), Some([1, 2, 3]));
        assert_eq!(exactly::<2>("123", b""), None);
    }

    #[test]
    fn luhn_knows_the_standard_example_and_rejects_a_slip() {
        assert!(luhn(&digits("79927398713", b"").unwrap()));
        assert!(!luhn(&digits("79927398710", b"").unwrap()));
    }
}
