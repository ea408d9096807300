//! Logarithms in whole units, so that sums of them do not depend on their order.

/// How many units a bit has.
const UNITS_PER_BIT: f64 = 4_294_967_296.0;

/// The binary logarithm of a count in units; 0 for nobody.
pub(super) fn log2_units(count: u64) -> u64 {
    if count < 2 { 0 } else { ((count as f64).log2() * UNITS_PER_BIT).round() as u64 }
}

/// Units as bits.
pub(super) fn units_in_bits(units: i128) -> f64 {
    units as f64 / UNITS_PER_BIT
}

/// `count · log2(count)` in units.
pub(super) fn count_log2_units(count: u64) -> i128 {
    i128::from(count) * i128::from(log2_units(count))
}
