//! Arithmetic Lethe can vouch for.
//!
//! A guarantee that rests on a comparison of real numbers is only as good as that comparison. This crate offers the
//! two ways to make it sound: [`Rational`], which never rounds, and [`Interval`], which rounds outward and answers
//! [`Verdict::Undecided`] when the bounds overlap. It depends on no other crate of Lethe and stays small enough to
//! be read in an hour.

mod interval;
mod laplace;
mod logarithm;
mod verdict;

pub use interval::Interval;
pub use laplace::{DiscreteLaplace, Entropy};
pub use verdict::Verdict;

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
