//! A share of records as a number of records.

use lethe_data::Decimal;

/// The largest whole number of records that is not above this share of `all`.
///
/// **Guarantee**: computed without rounding, so that a limit is never exceeded by one.
pub(super) fn at_most(share: Decimal, all: u64) -> u64 {
    let records = lethe_models::privacy::exact(share) * lethe_num::Rational::from(all);
    u64::try_from(records.floor()).unwrap_or(0).min(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_and_rounded_down() {
        let of = |share: &str, all| at_most(Decimal::parse(share).unwrap(), all);
        assert_eq!(of("0.05", 100), 5);
        assert_eq!(of("0.05", 99), 4);
        assert_eq!(of("0.29", 100), 29, "the double 0.29 times 100 is below 29");
        assert_eq!((of("0", 7), of("1", 7), of("1", u64::MAX)), (0, 7, u64::MAX));
        assert_eq!(of("0.00000000000000000000000000000000000001", u64::MAX), 0);
    }
}
