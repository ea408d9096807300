//! Decimal numbers compared exactly.
//!
//! Doubles would make `0.1 + 0.2` a different value from `0.3` and merge numbers that differ beyond the sixteenth
//! digit; a table's values are what was written, so they are kept as an integer and a power of ten.

use std::cmp::Ordering;

/// The exact number `mantissa × 10^exponent`, kept without trailing zeros so that equal numbers are equal structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    mantissa: i128,
    exponent: i32,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    const MAX_DIGITS: usize = 38;
    const MAX_EXPONENT: u32 = 4096;

    /// The number `mantissa × 10^exponent`.
    pub fn new(mut mantissa: i128, mut exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::ZERO;
        }
        while mantissa % 10 == 0 && exponent < i32::MAX {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent }
    }

    /// Reads `-12.50`, `.5`, `3e-7` and the like; `None` for anything else or for more than 38 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (number, power) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut mantissa: i128 = 0;
        let mut digits = 0;
        let mut zeros = 0;
        for byte in whole.bytes().chain(fraction.bytes()) {
            if !byte.is_ascii_digit() {
                return None;
            }
            // Zeros wait until a digit follows them, so that those at the end only move the point.
            if byte == b'0' {
                zeros += 1;
                continue;
            }
            let shift = if mantissa == 0 { 1 } else { zeros + 1 };
            digits += shift;
            if digits > Self::MAX_DIGITS {
                return None;
            }
            mantissa = mantissa * 10i128.pow(shift as u32) + i128::from(byte - b'0');
            zeros = 0;
        }
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        let places = i32::try_from(fraction.len()).ok()?.checked_sub(i32::try_from(zeros).ok()?)?;
        let exponent = power.checked_sub(places)?;
        if exponent.unsigned_abs() > Self::MAX_EXPONENT {
            return None;
        }
        Some(Self::new(if negative { -mantissa } else { mantissa }, exponent))
    }

    /// The integer and the power of ten whose product the number is.
    pub fn parts(self) -> (i128, i32) {
        (self.mantissa, self.exponent)
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or(f64::NAN)
    }

    /// The number as `integer × 10^exponent`, for a power of ten no larger than the number's own; `None` when the
    /// integer would not fit.
    pub fn scaled_to(self, exponent: i32) -> Option<i128> {
        let shift = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        if self.mantissa == 0 {
            return Some(0);
        }
        self.mantissa.checked_mul(10i128.checked_pow(shift)?)
    }

    /// The largest integer that is at most `self / width`, for a positive width.
    pub fn div_floor(self, width: Self) -> Option<i128> {
        let exponent = self.exponent.min(width.exponent);
        let (value, width) = (self.scaled_to(exponent)?, width.scaled_to(exponent)?);
        (width > 0).then(|| value.div_euclid(width))
    }

    /// The sum, or `None` when it has more digits than fit.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let sum = self.scaled_to(exponent)?.checked_add(other.scaled_to(exponent)?)?;
        Some(Self::new(sum, exponent))
    }

    /// The difference, or `None` when it has more digits than fit.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self { mantissa: other.mantissa.checked_neg()?, ..other })
    }

    /// This number times an integer, or `None` when it has more digits than fit.
    pub fn checked_mul(self, factor: i128) -> Option<Self> {
        Some(Self::new(self.mantissa.checked_mul(factor)?, self.exponent))
    }

    fn magnitude(self) -> i32 {
        self.mantissa.unsigned_abs().checked_ilog10().map_or(0, |log| log as i32) + self.exponent
    }

    fn cmp_magnitude(self, other: Self) -> Ordering {
        self.magnitude().cmp(&other.magnitude()).then_with(|| {
            // Same leading power of ten: left-aligned digits compare like text, missing digits are zeros.
            let (left, right) = (self.mantissa.unsigned_abs(), other.mantissa.unsigned_abs());
            if self.exponent == other.exponent {
                left.cmp(&right)
            } else {
                left.to_string().trim_end_matches('0').cmp(right.to_string().trim_end_matches('0'))
            }
        })
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(i128::from(value), 0)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.mantissa.signum(), other.mantissa.signum()) {
            (1, 1) => self.cmp_magnitude(*other),
            (-1, -1) => other.cmp_magnitude(*self),
            (left, right) => left.cmp(&right),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let digits = self.mantissa.unsigned_abs().to_string();
        if self.exponent > 30 || self.exponent < -60 {
            return write!(f, "{sign}{digits}e{}", self.exponent);
        }
        if self.exponent >= 0 {
            return write!(f, "{sign}{digits}{}", "0".repeat(self.exponent as usize));
        }
        let places = self.exponent.unsigned_abs() as usize;
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        write!(f, "{sign}{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn d(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn equal_numbers_in_different_spellings_are_equal() {
        assert_eq!(d("1.50"), d("1.5"));
        assert_eq!(d("15e-1"), d("+1.5"));
        assert_eq!(d("-0.0"), Decimal::ZERO);
        assert_eq!(d(".5"), d("0.5"));
        assert_eq!(d(&format!("1{}", "0".repeat(300))), d("1e300"));
        assert_eq!(d(&format!("1{}.0", "0".repeat(300))), d("1e300"));
        assert_eq!(d("0.00"), Decimal::ZERO);
        assert_eq!(d("1002000"), Decimal::new(1002, 3));
    }

    #[test]
    fn order_is_exact_where_doubles_would_tie() {
        assert!(d("0.30000000000000000001") > d("0.3"));
        assert!(d("-1e-300") < Decimal::ZERO);
        assert!(d("123456789012345678901234567890.1") > d("123456789012345678901234567890"));
        assert!(d("9") < d("10") && d("-9") > d("-10") && d("0.9") < d("1"));
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in [
            "",
            "-",
            ".",
            "1.2.3",
            "e5",
            "1e",
            "NaN",
            "inf",
            "0x10",
            "1 ",
            "1e99999",
            "1e-2147483648",
            "1e2147483647",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn floor_division_rounds_toward_minus_infinity() {
        assert_eq!(d("-0.5").div_floor(d("1")), Some(-1));
        assert_eq!(d("0.3").div_floor(d("0.1")), Some(3));
        assert_eq!(d("10").div_floor(d("2.5")), Some(4));
    }

    proptest! {
        #[test]
        fn order_and_text_agree_with_integers_of_the_same_scale(a in -10_000i64..10_000, b in -10_000i64..10_000) {
            let (x, y) = (Decimal::new(a.into(), -2), Decimal::new(b.into(), -2));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(d(&x.to_string()), x);
            prop_assert_eq!(x.checked_add(y), Some(Decimal::new((a + b).into(), -2)));
        }

        #[test]
        fn order_agrees_with_doubles_when_those_differ_clearly(a in -1e9f64..1e9, b in -1e9f64..1e9) {
            prop_assume!((a - b).abs() > 1e-3);
            prop_assert_eq!(d(&a.to_string()).cmp(&d(&b.to_string())), a.total_cmp(&b));
        }
    }
}
