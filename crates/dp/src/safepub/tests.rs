//! The printed values, the definition word by word, and neighbours.

use super::tail::Tail;
use super::*;
use crate::{Epsilon, parse_number};
use lethe_num::{Enclosure, Natural, Rational, Verdict, ratio};
use proptest::prelude::*;

fn smallest(epsilon: &str, exponent: u32) -> Parameters {
    let delta = parse_number(&format!("1e-{exponent}")).unwrap();
    Parameters::new(&epsilon.parse().unwrap(), &delta).unwrap()
}

#[test]
fn the_smallest_k_of_the_works_and_no_more() {
    // One less than the works print, or more: their sums stop one too late.
    let expected: [(&str, u32, &[u64]); 3] = [
        ("ln(2)", 1, &[6, 17, 29, 41, 53, 66, 80, 92, 104]),
        ("ln(3)", 1, &[10, 20, 35, 50, 62, 77, 92]),
        ("1", 5, &[61, 74, 91]),
    ];
    for (epsilon, first, ks) in expected {
        for (exponent, &k) in (first..).zip(ks) {
            assert_eq!(smallest(epsilon, exponent).k(), k, "{epsilon} 1e-{exponent}");
        }
    }
}

#[test]
fn every_common_budget_is_proven_from_both_sides() {
    for epsilon in ["0.01", "0.1", "0.5", "ln(2)", "0.75", "1", "ln(3)", "1.25", "1.5", "2"] {
        let mut last = 0;
        for exponent in 1..=9 {
            let found = smallest(epsilon, exponent);
            let delta = Enclosure::around(found.delta(), 200);
            assert_eq!(found.delta_at_k().at_most(&delta), Verdict::True);
            assert!(found.delta_below_k().is_none_or(|below| delta.less_than(below).is_proven()));
            assert!(found.k() >= last);
            last = found.k();
        }
    }
}

/// d(k, beta, epsilon) in fractions, by the definition: the maximum over n of the chance of j ≥ k and j > gamma·n, up to classes where
/// the chance is surely below.
fn by_definition(grown: &Rational, k: u64, largest: u64) -> Rational {
    let beta = Rational::ONE - Rational::ONE / grown;
    let gamma = Rational::ONE - Rational::ONE / (grown * grown);
    let chance = |n: u64| {
        let mut sum = Rational::ZERO;
        for j in k..=n {
            if Rational::from(j) > &gamma * Rational::from(n) {
                let ways = (0..j).fold(Natural::ONE, |product, i| product * (n - i) / (i + 1));
                sum += Rational::from(ways)
                    * beta.pow(j as isize)
                    * (Rational::ONE - &beta).pow((n - j) as isize);
            }
        }
        sum
    };
    (k..=largest).map(chance).max().unwrap()
}

#[test]
fn only_the_largest_class_of_each_k_counts() {
    for (p, q) in [(2, 1), (3, 1), (3, 2), (5, 4)] {
        let grown = ratio(p, q).unwrap();
        let epsilon = Epsilon::ln(grown.clone()).unwrap();
        for k in 1..12 {
            let tail = Tail::new(&epsilon, &epsilon);
            let largest = tail.class_size(k + 25).unwrap();
            let candidates = (k..k + 25).map(|k| tail.exact_chance(k, tail.class_size(k).unwrap()).unwrap());
            assert_eq!(candidates.max().unwrap(), by_definition(&grown, k, largest), "{p}/{q} {k}");
        }
    }
}

#[test]
fn a_delta_that_is_met_exactly_is_kept() {
    // The class of 5 at ln 2 has 6 records: 7/64 that at least 5 are kept.
    let epsilon: Epsilon = "ln(2)".parse().unwrap();
    let tail = Tail::new(&epsilon, &epsilon);
    assert_eq!(tail.class_size(5), Some(6));
    assert_eq!(tail.exact_chance(5, 6), ratio(7, 64));
    assert_eq!(Parameters::new(&epsilon, &ratio(7, 64).unwrap()).unwrap().k(), 5);
    let a_little_less = ratio(7, 64).unwrap() - ratio(1, 1 << 100).unwrap();
    assert_eq!(Parameters::new(&epsilon, &a_little_less).unwrap().k(), 6);
}

#[test]
fn larger_budgets_are_kept_with_a_smaller_delta() {
    // Table 1 of Bild et al. (2018): epsilon 1, and delta' at epsilon' = 2 (there with k one larger).
    for (exponent, printed) in [(5, 1e-9), (6, 2e-11), (7, 4e-14)] {
        let found = smallest("1", exponent);
        let two = found.smoothness(&"2".parse().unwrap()).unwrap().to_interval();
        assert!(two.lo() > printed / 20.0 && two.hi() < printed * 20.0, "{exponent}: {two:?}");
        let mut last = found.delta_at_k().to_interval().hi();
        for epsilon in ["1", "1.25", "1.5", "1.75", "2"] {
            let delta = found.smoothness(&epsilon.parse().unwrap()).unwrap().to_interval();
            assert!(delta.lo() <= last);
            last = delta.hi();
        }
        assert_eq!(found.smoothness(&"0.5".parse().unwrap()).unwrap_err(), ParameterError::Epsilon);
    }
}

#[test]
fn requests_without_an_answer_say_why() {
    let ask = |epsilon: &str, delta: &str| {
        Parameters::new(&epsilon.parse().unwrap(), &parse_number(delta).unwrap()).map(|found| found.k())
    };
    assert_eq!(ask("0", "0.1"), Err(ParameterError::Epsilon));
    assert_eq!(ask("-1", "0.1"), Err(ParameterError::Epsilon));
    assert_eq!(ask("1e30", "0.1"), Err(ParameterError::Epsilon));
    assert_eq!(ask("1", "0"), Err(ParameterError::Delta));
    assert_eq!(ask("1", "1"), Err(ParameterError::Delta));
    assert_eq!(ask("40", "1e-9"), Err(ParameterError::TooLarge));
    assert_eq!(ask("1", "0.999999"), Ok(1));
    assert!(ask("1", "1e-50").is_ok() && ask("0.0001", "1e-9").is_ok());
}

proptest! {
    #[test]
    fn bounds_hold_the_exact_chance(p in 2..9i128, q in 1..8u128, k in 1..40u64) {
        prop_assume!(p as u128 > q);
        let epsilon = Epsilon::ln(ratio(p, q).unwrap()).unwrap();
        let tail = Tail::new(&epsilon, &epsilon);
        let size = tail.class_size(k).unwrap();
        prop_assume!(size < 2000);
        let exact = tail.exact_chance(k, size).unwrap();
        for bits in [40, 96, 200] {
            let found = tail.chance(k, size, bits).unwrap();
            prop_assert!(found.lo() <= exact && exact <= found.hi());
        }
        // Hoeffding's bound is one.
        let decay = tail.decay(96).unwrap();
        let bound = (-&(&Enclosure::integer(size, 96) * &decay)).exp().unwrap();
        prop_assert!(bound.hi() >= exact);
    }
}
