//! What a published record may cost, in shares of a suppressed one.

/// Fixed-point numbers: this is the whole loss of a record.
pub(super) const WHOLE: u64 = 1 << 32;

/// The prices of the rounds, rising. The last is above the whole loss of a record, so that everybody is published who
/// can be.
pub(super) const PRICES: [u64; 9] =
    [1, WHOLE / 64, WHOLE / 32, WHOLE / 16, WHOLE / 8, WHOLE * 3 / 16, WHOLE / 4, WHOLE / 2, WHOLE * 2];
