//! Whole numbers wide enough for a distance: 64 bits do for most tables and are far faster.

use std::ops::{Add, AddAssign, Mul, Sub};

/// An unsigned integer of some width.
pub(super) trait Whole:
    Copy + Default + Ord + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign + From<u64>
{
    /// The number, which is known to fit.
    fn fitting(value: u128) -> Self;
    /// `self − other`, or zero.
    fn less(self, other: Self) -> Self;
    /// The quotient.
    fn over(self, divisor: u64) -> Self;
}

impl Whole for u64 {
    #[inline]
    fn fitting(value: u128) -> Self {
        value as u64
    }
    #[inline]
    fn less(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
    #[inline]
    fn over(self, divisor: u64) -> Self {
        self / divisor
    }
}

impl Whole for u128 {
    #[inline]
    fn fitting(value: u128) -> Self {
        value
    }
    #[inline]
    fn less(self, other: Self) -> Self {
        self.saturating_sub(other)
    }
    #[inline]
    fn over(self, divisor: u64) -> Self {
        self / Self::from(divisor)
    }
}
