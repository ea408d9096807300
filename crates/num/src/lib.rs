//! Arithmetic Lethe can vouch for.
//!
//! A guarantee that rests on a comparison of real numbers is only as good as that comparison. This crate offers the
//! ways to make it sound: [`Rational`], which never rounds, [`Interval`], fast bounds of doubles that round outward, and
//! [`Enclosure`], bounds of any precision. Both kinds of bounds answer [`Verdict::Undecided`] when they overlap, and [`decide`] asks
//! again with more precision. It depends on no other crate of Lethe and stays small enough to be read in an hour.

mod coin;
mod decide;
mod dyadic;
mod enclosure;
mod entropy;
mod gaussian;
mod interval;
mod laplace;
mod logarithm;
mod verdict;
mod weighted_draw;

pub use coin::Coin;
pub use decide::{FIRST_BITS, LAST_BITS, decide};
pub use enclosure::Enclosure;
pub use entropy::{Decide, Entropy};
pub use gaussian::DiscreteGaussian;
pub use interval::Interval;
pub use laplace::DiscreteLaplace;
pub use verdict::Verdict;
pub use weighted_draw::WeightedDraw;

/// An exact fraction of two integers of any size, always in lowest terms.
pub type Rational = dashu_ratio::RBig;

/// An integer of any size that is at least zero.
pub type Natural = dashu_int::UBig;

/// The exact value of `numerator / denominator`, or `None` when the denominator is zero.
///
/// ```
/// let third = lethe_num::ratio(1, 3).unwrap();
/// assert_eq!(&third + &third + &third, lethe_num::Rational::ONE);
/// ```
pub fn ratio(numerator: i128, denominator: u128) -> Option<Rational> {
    if denominator == 0 {
        return None;
    }
    Some(Rational::from_parts(dashu_int::IBig::from(numerator), dashu_int::UBig::from(denominator)))
}
