//! Numbers as users write them, taken exactly.

use lethe_num::{Natural, Rational};

/// Powers of ten beyond this are refused: nobody means them, and they would fill the memory.
const LARGEST_POWER: i64 = 400;
/// The same for digits.
const MOST_DIGITS: usize = 400;

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Something else than digits, a point, a power of ten or a fraction.
    #[error("is not a number such as 0.1, 1e-6 or 1/3")]
    Malformed,
    /// Too many digits or too large a power of ten.
    #[error("has too many digits")]
    TooLong,
}

/// The exact value of a decimal such as `0.1`, `-2` or `1e-6`, or of a fraction such as `1/3`.
///
/// ```
/// assert_eq!(lethe_dp::parse_number("0.1"), lethe_dp::parse_number("1/10"));
/// ```
pub fn parse_number(text: &str) -> Result<Rational, NumberError> {
    let text = text.trim();
    if let Some((numerator, denominator)) = text.split_once('/') {
        let (numerator, denominator) = (decimal(numerator.trim())?, decimal(denominator.trim())?);
        if denominator == Rational::ZERO {
            return Err(NumberError::Malformed);
        }
        return Ok(numerator / denominator);
    }
    decimal(text)
}

fn decimal(text: &str) -> Result<Rational, NumberError> {
    let (number, power) = match text.split_once(['e', 'E']) {
        Some((number, power)) => (number, power.parse::<i64>().map_err(|_| NumberError::Malformed)?),
        None => (text, 0),
    };
    let (is_negative, number) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    let (whole, places) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{places}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Malformed);
    }
    if digits.len() > MOST_DIGITS || power.abs() > LARGEST_POWER {
        return Err(NumberError::TooLong);
    }
    let digits: Natural = digits.parse().map_err(|_| NumberError::Malformed)?;
    let power = power - places.len() as i64;
    let scale = Rational::from(Natural::from(10u8).pow(power.unsigned_abs() as usize));
    let value = if power < 0 { Rational::from(digits) / scale } else { Rational::from(digits) * scale };
    Ok(if is_negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_num::ratio;

    #[test]
    fn decimals_powers_and_fractions_are_exact() {
        for (text, n, d) in [
            ("0.1", 1, 10),
            ("1e-6", 1, 1_000_000),
            ("-2.50", -5, 2),
            (".5", 1, 2),
            ("3.", 3, 1),
            ("12E2", 1200, 1),
            ("5/2", 5, 2),
            (" 1 / 3 ", 1, 3),
            ("0.5/0.25", 2, 1),
        ] {
            assert_eq!(parse_number(text), Ok(ratio(n, d).unwrap()), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "", ".", "-", "x", "1e", "1e1.5", "0x10", "1_000", "1/0", "1/2/3", "nan", "inf", "--1", "1,5",
            "+-1",
        ] {
            assert_eq!(parse_number(text), Err(NumberError::Malformed), "{text}");
        }
        assert_eq!(parse_number("1e401"), Err(NumberError::TooLong));
        assert_eq!(parse_number(&"9".repeat(401)), Err(NumberError::TooLong));
    }
}
