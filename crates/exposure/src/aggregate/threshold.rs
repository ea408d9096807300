//! A share of records from which an edge is strong.

/// An exact share above 0 and up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    numerator: u64,
    denominator: u64,
}

impl std::fmt::Display for Threshold {
    /// As a decimal where it is one, else as a fraction.
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { numerator, denominator } = self;
        let places = denominator.ilog10();
        match places {
            _ if 10_u64.pow(places) != *denominator => write!(to, "{numerator}/{denominator}"),
            0 => write!(to, "{numerator}"),
            _ => write!(
                to,
                "{}.{:0>width$}",
                numerator / denominator,
                numerator % denominator,
                width = places as usize
            ),
        }
    }
}

impl Threshold {
    /// Everybody.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// A fraction; none when it is not above 0 and up to 1.
    pub fn new(numerator: u64, denominator: u64) -> Option<Self> {
        (0 < numerator && numerator <= denominator).then_some(Self { numerator, denominator })
    }

    /// A decimal such as `0.95` or `1`, without sign or exponent and with at most eighteen decimals, or a fraction such as `19/20`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((numerator, denominator)) = text.split_once('/') {
            return Self::new(numerator.parse().ok()?, denominator.parse().ok()?);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let all_digits = whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit());
        if !all_digits || whole.is_empty() || text.ends_with('.') || decimals.len() > 18 {
            return None;
        }
        let denominator = 10_u64.checked_pow(decimals.len() as u32)?;
        let decimals: u64 = if decimals.is_empty() { 0 } else { decimals.parse().ok()? };
        Self::new(whole.parse::<u64>().ok()?.checked_mul(denominator)?.checked_add(decimals)?, denominator)
    }

    /// Whether `part` is at least this share of `whole`.
    pub fn holds(self, part: u128, whole: u128) -> bool {
        let product =
            |count: u128, factor: u64| lethe_num::Natural::from(count) * lethe_num::Natural::from(factor);
        part.checked_mul(self.denominator.into()).zip(whole.checked_mul(self.numerator.into())).map_or_else(
            || product(part, self.denominator) >= product(whole, self.numerator),
            |(part, share)| part >= share,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Threshold;

    #[test]
    fn shares_are_read_exactly() {
        assert_eq!(Threshold::parse("0.95"), Threshold::new(95, 100));
        assert_eq!(Threshold::parse("1"), Some(Threshold::ONE));
        assert_eq!(Threshold::parse("1.0"), Threshold::new(10, 10));
        for text in ["0.95", "1", "1.0", "0.005", "2/3"] {
            assert_eq!(Threshold::parse(text).unwrap().to_string(), text);
        }
        for wrong in ["", "0", "0.0", "1.01", "-1", "+1", ".5", "1.", "1e0", "0.1234567890123456789", "x"] {
            assert_eq!(Threshold::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn large_counts_are_compared_exactly() {
        let share = Threshold::new(u64::MAX - 1, u64::MAX).unwrap();
        assert!(share.holds(u128::MAX, u128::MAX));
        assert!(!share.holds(u128::MAX - (u128::MAX >> 60), u128::MAX));
        assert!(Threshold::parse("0.95").unwrap().holds(19, 20));
        assert!(!Threshold::parse("0.95").unwrap().holds(18, 19));
    }
}
