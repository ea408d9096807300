//! How many exposed records make a column set dangerous: a number, or a share of all.

use lethe_data::Decimal;
use std::fmt;
use std::str::FromStr;

/// The least number of exposed records that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinExposed {
    /// So many records.
    Records(u64),
    /// So many percent of all records.
    Share(Decimal),
}

/// Shares are exact to this power of ten of a percent; with 64-bit counts the products still fit 128 bits.
const FINEST: i32 = -12;
const SPELLING: &str = "write a number of records above 0, such as 10, or a share such as 1%";

impl Default for MinExposed {
    fn default() -> Self {
        Self::Records(1)
    }
}

impl MinExposed {
    /// The number of records this is in a table of `all` records.
    ///
    /// **Guarantee**: the smallest whole number that is not below the share, computed without rounding, and at
    /// least 1.
    pub fn records(self, all: u64) -> u64 {
        let share = match self {
            Self::Records(records) => return records,
            // Parsing has bounded the share, so that it always scales.
            Self::Share(percent) => percent.scaled_to(FINEST).unwrap_or(0),
        };
        let whole = 100 * 10u128.pow(FINEST.unsigned_abs());
        let records = (share.unsigned_abs() * u128::from(all)).div_ceil(whole);
        u64::try_from(records).unwrap_or(u64::MAX).max(1)
    }
}

impl FromStr for MinExposed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(percent) = text.strip_suffix('%') else {
            let records = text.parse().ok().filter(|&records| records > 0);
            return records.map(Self::Records).ok_or_else(|| SPELLING.to_owned());
        };
        let percent = Decimal::parse(percent.trim_end()).ok_or(SPELLING)?;
        if percent <= Decimal::ZERO || percent > Decimal::from(100) {
            return Err("a share is above 0% and at most 100%".to_owned());
        }
        if percent.scaled_to(FINEST).is_none() {
            return Err("a share has at most 12 digits after the point".to_owned());
        }
        Ok(Self::Share(percent))
    }
}

impl fmt::Display for MinExposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Records(records) => write!(f, "{records}"),
            Self::Share(percent) => write!(f, "{percent}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str, all: u64) -> u64 {
        text.parse::<MinExposed>().unwrap().records(all)
    }

    #[test]
    fn shares_are_rounded_up_without_error() {
        assert_eq!(records("7", 3), 7);
        assert_eq!(records("1%", 10_000), 100);
        assert_eq!(records("1%", 10_001), 101);
        assert_eq!(records("0.1%", 1_000), 1);
        assert_eq!(records("1%", 0), 1);
        assert_eq!(records("100%", u64::MAX), u64::MAX);
        // A double would make this 56: 7 % of 800 is 56.00000000000001 in doubles.
        assert_eq!((records("7%", 800), records("0.07%", 80_000)), (56, 56));
        assert_eq!(records("0.000000000001%", u64::MAX), 184_468);
    }

    #[test]
    fn what_is_no_number_of_records_is_refused() {
        for text in ["", "0", "-1", "1.5", "0%", "-3%", "150%", "100.0000001%", "%", "many", "1e-40%", "NaN%"]
        {
            assert!(text.parse::<MinExposed>().is_err(), "{text}");
        }
    }
}
