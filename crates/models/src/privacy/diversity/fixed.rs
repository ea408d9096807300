//! Sums of terms in fixed point: whole numbers add up exactly, fast and in any order.

use super::estimator::Terms;
use lethe_num::Interval;

/// One is so many units.
const UNITS: f64 = (1u64 << 32) as f64;
/// Sizes up to this are decided here; their sums stay below 2⁵⁰ units.
const LARGEST: u64 = 4096;

/// For counts up to a few thousand, whole numbers of units just below their terms, and just below what the terms of a class
/// of that size may sum to.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    terms: Vec<i64>,
    /// `n · f(n) − n · ln l`.
    allowed: Vec<i64>,
    /// No exact value is more than this above its whole number.
    slack: i64,
}

impl Fixed {
    pub(super) fn new(terms: &Terms, ln_l: Interval, records: u64) -> Self {
        let mut fixed = Self { terms: Vec::new(), allowed: Vec::new(), slack: 0 };
        for count in 0..=records.min(LARGEST) {
            let term = terms.of(count);
            let allowed = term - Interval::from_u64(count) * ln_l;
            let widest = (term.hi() - term.lo()).max(allowed.hi() - allowed.lo());
            if !(0.0..1.0).contains(&widest) {
                break;
            }
            fixed.terms.push(floor(term));
            fixed.allowed.push(floor(allowed));
            // One for rounding down, one for cutting this product, one for its own rounding.
            fixed.slack = fixed.slack.max((widest * UNITS) as i64 + 3);
        }
        fixed
    }

    /// Whether the terms of the counts sum to at most what is allowed; `None` when that is too near to show or the class
    /// is too large.
    #[inline]
    pub(super) fn decide(&self, size: u64, histogram: &[(u32, u64)]) -> Option<bool> {
        let allowed = *self.allowed.get(size as usize)?;
        let mut sum = 0;
        for &(_, count) in histogram {
            sum += self.terms.get(count as usize)?;
        }
        if sum + self.slack * histogram.len() as i64 <= allowed {
            return Some(true);
        }
        (sum > allowed + self.slack).then_some(false)
    }
}

/// The largest whole number of units that is at most every value; products with a power of two are exact.
fn floor(value: Interval) -> i64 {
    (value.lo() * UNITS).floor() as i64
}
