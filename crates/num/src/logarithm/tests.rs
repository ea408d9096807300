//! Against the same functions in exact fractions, whose error is far below what a double can tell.

use super::*;
use crate::{Rational, ratio};
use dashu_int::{IBig, UBig};
use proptest::prelude::*;

/// Fractions are cut to this many bits after the point; errors stay far below the bounds under test.
const BITS: usize = 300;

fn exact(value: f64) -> Rational {
    Rational::try_from(value).expect("finite")
}

fn cut(value: &Rational) -> Rational {
    let scaled = (value * Rational::from(UBig::ONE << BITS)).floor();
    Rational::from_parts(scaled, UBig::ONE << BITS)
}

/// The logarithm of a fraction from 1/2 to 2, within 10⁻⁸⁰.
fn small_ln(x: &Rational) -> Rational {
    let s = cut(&((x - Rational::ONE) / (x + Rational::ONE)));
    let square = cut(&(&s * &s));
    let (mut power, mut sum) = (s, Rational::ZERO);
    for term in 0..200u32 {
        sum += cut(&(&power / Rational::from(2 * term + 1)));
        power = cut(&(&power * &square));
    }
    sum * Rational::from(2u8)
}

fn ln(x: &Rational) -> Rational {
    let (mut x, mut twos) = (x.clone(), 0i32);
    let two = Rational::from(2u8);
    while x > two {
        x /= &two;
        twos += 1;
    }
    while x < ratio(1, 2).unwrap() {
        x *= &two;
        twos -= 1;
    }
    cut(&small_ln(&cut(&x))) + Rational::from(IBig::from(twos)) * small_ln(&two)
}

fn slack() -> Rational {
    Rational::from_parts(IBig::ONE, UBig::ONE << 240)
}

fn encloses(interval: Interval, value: &Rational) -> bool {
    exact(interval.lo()) <= value + slack() && value - slack() <= exact(interval.hi())
}

#[test]
fn ln_2_lies_between_two_doubles() {
    let two = ln(&Rational::from(2u8));
    assert!(exact(ln_2().lo()) + slack() < two && two + slack() < exact(ln_2().hi()));
}

#[test]
fn logarithms_of_counts_are_enclosed_within_a_few_steps() {
    for n in (1..300u64).chain([1000, 4096, 65_537, 1_000_003, (1 << 40) + 1, (1 << 53) - 1]) {
        let found = Interval::from_u64(n).ln().unwrap();
        assert!(encloses(found, &ln(&Rational::from(n))), "{n}");
        assert!(found.hi() - found.lo() <= 1e-14 * found.hi().abs().max(0.1), "{n}: {found:?}");
    }
    assert!(Interval::point(1.0).ln().unwrap().contains(0.0));
}

#[test]
fn what_may_be_zero_has_no_logarithm_and_extremes_do_not_break() {
    assert_eq!(Interval::enclosing(0.0, 1.0).ln(), None);
    assert_eq!(Interval::point(-1.0).ln(), None);
    assert!(encloses(Interval::point(5e-324).ln().unwrap(), &ln(&exact(5e-324))));
    assert!(encloses(Interval::point(f64::MAX).ln().unwrap(), &ln(&exact(f64::MAX))));
    assert!(Interval::point(f64::INFINITY).ln().unwrap().contains(f64::INFINITY));
    assert_eq!(Interval::point(0.0).exp(), Interval::point(1.0));
    assert!(Interval::point(1000.0).exp().contains(f64::INFINITY));
    assert!(Interval::point(-1000.0).exp().contains(0.0));
    assert_eq!(Interval::ALL.exp(), Interval::enclosing(0.0, f64::INFINITY));
}

proptest! {
    #[test]
    fn the_logarithm_encloses_the_exact_one(x in prop_oneof![1e-9f64..4.0, 0.99f64..1.01, 1.0f64..1e15]) {
        let found = Interval::point(x).ln().unwrap();
        prop_assert!(encloses(found, &ln(&exact(x))));
        prop_assert!(found.hi() - found.lo() <= 2e-14 * found.hi().abs().max(1e-300));
    }

    #[test]
    fn the_exponential_undoes_the_logarithm(x in prop_oneof![-30f64..30.0, -1e-3f64..1e-3, -700f64..700.0]) {
        let found = Interval::point(x).exp();
        // ln is increasing, so the bounds enclose exp x exactly when their logarithms enclose x.
        prop_assert!(ln(&exact(found.lo())) <= exact(x) + slack());
        prop_assert!(ln(&exact(found.hi())) >= exact(x) - slack());
        prop_assert!(found.hi() - found.lo() <= 1e-12 * found.hi());
    }
}
