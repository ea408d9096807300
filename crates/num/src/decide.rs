//! Raising the precision until a comparison is decided.

use crate::Verdict;

/// The precision a comparison starts with.
pub const FIRST_BITS: u32 = 96;
/// The precision at which a comparison is given up: the numbers agree in more than four thousand digits.
pub const LAST_BITS: u32 = 1 << 14;

/// The verdict of a comparison that is asked with more and more bits.
///
/// **Guarantee**: what is decided is right at any precision; numbers that are equal stay [`Verdict::Undecided`], which a guarantee
/// treats as "does not hold".
pub fn decide(mut compare: impl FnMut(u32) -> Verdict) -> Verdict {
    let mut bits = FIRST_BITS;
    loop {
        let verdict = compare(bits);
        if verdict != Verdict::Undecided || bits >= LAST_BITS {
            return verdict;
        }
        bits *= 2;
    }
}
