//! Against exact fractions on random expressions, known digits, and the extremes.

use super::*;
use crate::{Natural, ratio};
use dashu_int::IBig;
use proptest::prelude::*;

const BITS: [u32; 5] = [2, 24, 53, 96, 300];

fn encloses(found: &Enclosure, value: &Rational) -> bool {
    found.lo() <= *value && *value <= found.hi()
}

/// An expression over fractions.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i64, u32),
    Sum(Box<Tree>, Box<Tree>),
    Difference(Box<Tree>, Box<Tree>),
    Product(Box<Tree>, Box<Tree>),
    Quotient(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, u64),
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = (any::<i64>(), 1..u32::MAX, 0..63u32).prop_map(|(n, d, shift)| Tree::Leaf(n >> shift, d));
    leaf.prop_recursive(5, 40, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| Tree::Sum(Box::new(a), Box::new(b))),
            pair.clone().prop_map(|(a, b)| Tree::Difference(Box::new(a), Box::new(b))),
            pair.clone().prop_map(|(a, b)| Tree::Product(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Tree::Quotient(Box::new(a), Box::new(b))),
            (inner, 0..6u64).prop_map(|(a, n)| Tree::Power(Box::new(a), n)),
        ]
    })
}

/// The exact value and the bounds; `None` where something may be divided by zero.
fn both(tree: &Tree, bits: u32) -> Option<(Rational, Enclosure)> {
    Some(match tree {
        Tree::Leaf(n, d) => {
            let value = ratio(i128::from(*n), u128::from(*d))?;
            let around = Enclosure::around(&value, bits);
            (value, around)
        }
        Tree::Sum(left, right) => {
            let ((x, around_x), (y, around_y)) = (both(left, bits)?, both(right, bits)?);
            (x + y, &around_x + &around_y)
        }
        Tree::Difference(left, right) => {
            let ((x, around_x), (y, around_y)) = (both(left, bits)?, both(right, bits)?);
            (x - y, &around_x - &around_y)
        }
        Tree::Product(left, right) => {
            let ((x, around_x), (y, around_y)) = (both(left, bits)?, both(right, bits)?);
            (x * y, &around_x * &around_y)
        }
        Tree::Quotient(left, right) => {
            let ((x, around_x), (y, around_y)) = (both(left, bits)?, both(right, bits)?);
            let quotient = around_x.checked_div(&around_y)?;
            (x / y, quotient)
        }
        Tree::Power(a, n) => {
            let (x, p) = both(a, bits)?;
            (x.pow(*n as isize), p.powi(*n))
        }
    })
}

proptest! {
    #[test]
    fn the_exact_result_of_an_expression_lies_inside(tree in trees()) {
        for bits in BITS {
            if let Some((exact, found)) = both(&tree, bits) {
                prop_assert!(encloses(&found, &exact), "{bits} bits");
                // Rounding 111 up gives 1000: one more bit, but nothing more to tell.
                prop_assert!(found.lo.mantissa_bits() <= bits + 1 && found.hi.mantissa_bits() <= bits + 1);
                let doubles = found.to_interval();
                let below = doubles.lo().is_infinite() || Rational::try_from(doubles.lo()).unwrap() <= exact;
                let above = doubles.hi().is_infinite() || Rational::try_from(doubles.hi()).unwrap() >= exact;
                prop_assert!(below && above);
            }
        }
    }

    #[test]
    fn a_root_lies_between_its_bounds(n in any::<u64>(), d in 1..u64::MAX, bits in 2..400u32) {
        let value = ratio(i128::from(n), u128::from(d)).unwrap();
        let root = Enclosure::around(&value, bits).sqrt().unwrap();
        prop_assert!(root.lo() * root.lo() <= value && value <= root.hi() * root.hi());
    }

    #[test]
    fn the_logarithm_undoes_the_exponential(n in -4000i64..4000, d in 1..200u32, bits in 20..400u32) {
        let value = ratio(i128::from(n), u128::from(d)).unwrap();
        let point = Enclosure::around(&value, bits);
        prop_assert!(encloses(&point.exp().unwrap().ln().unwrap(), &value));
        // e^x · e^-x = 1.
        let product = &point.exp().unwrap() * &(-&point).exp().unwrap();
        prop_assert!(encloses(&product, &Rational::ONE));
    }

    #[test]
    fn more_bits_are_narrower_and_never_apart(n in -100i64..100, d in 1..50u32, bits in 10..200u32) {
        let value = ratio(i128::from(n), u128::from(d)).unwrap();
        let (wide, narrow) = (Enclosure::around(&value, bits).exp().unwrap(), Enclosure::around(&value, 2 * bits).exp().unwrap());
        prop_assert!(narrow.lo() <= wide.hi() && wide.lo() <= narrow.hi());
        prop_assert!(narrow.hi() - narrow.lo() <= wide.hi() - wide.lo());
        // Rounding the argument costs |x| units, computing a few.
        let relative = (wide.hi() - wide.lo()) / wide.lo();
        prop_assert!(relative <= Rational::from(2 * n.unsigned_abs() + 16) / Rational::from(Natural::ONE << (bits as usize - 1)));
    }

    #[test]
    fn powers_agree_with_whole_exponents(n in 1..1000u64, d in 1..1000u64, e in 0..40u64) {
        let base = Enclosure::around(&ratio(i128::from(n), u128::from(d)).unwrap(), 120);
        let exact = ratio(i128::from(n), u128::from(d)).unwrap().pow(e as isize);
        prop_assert!(encloses(&base.pow(&Enclosure::integer(e, 120)).unwrap(), &exact));
        prop_assert!(encloses(&base.powi(e), &exact));
    }

    #[test]
    fn far_apart_numbers_are_added_in_the_right_direction(a in -5i64..5, b in -5i64..5, gap in 0..3000i64, bits in 2..64u32) {
        let (x, y) = (Dyadic::new(IBig::from(a), 0), Dyadic::new(IBig::from(b), -gap));
        let exact = x.to_ratio() + y.to_ratio();
        prop_assert!(x.plus(&y, bits, Toward::Below).to_ratio() <= exact);
        prop_assert!(x.plus(&y, bits, Toward::Above).to_ratio() >= exact);
        prop_assert_eq!(x.cmp(&y), x.to_ratio().cmp(&y.to_ratio()));
    }
}

/// Decimal digits as bounds: the number cut there and one unit more.
fn digits(text: &str) -> (Rational, Rational) {
    let (whole, places) = text.split_once('.').unwrap();
    let number: IBig = format!("{whole}{places}").parse().unwrap();
    let scale = Natural::from(10u8).pow(places.len());
    (Rational::from_parts(number.clone(), scale.clone()), Rational::from_parts(number + IBig::ONE, scale))
}

fn agrees(found: &Enclosure, text: &str) {
    let (cut, above) = digits(text);
    assert!(found.lo() >= cut && found.hi() <= above, "{text}");
}

#[test]
fn two_hundred_known_digits() {
    agrees(
        &Enclosure::integer(1, 720).exp().unwrap(),
        "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138217852516642742746639193200305992181741359662904357290033429526059563073813232862794349076323382988075319525101901",
    );
    agrees(
        &Enclosure::integer(2, 720).ln().unwrap(),
        "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754200148102057068573368552023575813055703267075163507596193072757082837143519030703862389167347112335",
    );
    agrees(
        &Enclosure::integer(10, 720).ln().unwrap(),
        "2.30258509299404568401799145468436420760110148862877297603332790096757260967735248023599720508959829834196778404228624863340952546508280675666628736909878168948290720832555468084379989482623319852839350",
    );
    agrees(
        &Enclosure::around(&ratio(-1, 10).unwrap(), 720).exp().unwrap(),
        "0.90483741803595957316424905944643662119470536098040095205625731705577996534424836101250344603609045723847874531464831849774890816123879009518927943125572483993185231398601157050124396661050394490662738",
    );
    agrees(
        &Enclosure::integer(1_000_003, 720).ln().unwrap(),
        "13.81551355795977411310792847815478512410692135952394361462263395048109267013805347184422903243638811322124908630264539430169089538650724595387325569285381809693556907708769443365706179048650762750426195",
    );
    agrees(
        &Enclosure::integer(2, 720).sqrt().unwrap(),
        "1.41421356237309504880168872420969807856967187537694807317667973799073247846210703885038753432764157273501384623091229702492483605585073721264412149709993583141322266592750559275579995050115278206057147",
    );
    agrees(
        &Enclosure::around(&ratio(25, 2).unwrap(), 720).exp().unwrap(),
        "268337.28652087445695647967378715040272579062274906405277947593333627472824277858356979964830287227770733767213624358045118452681935511745123908657209928261399880918464319961767989614813250409370289099012378",
    );
}

#[test]
#[expect(clippy::float_cmp, reason = "the doubles are known exactly")]
fn extremes_are_rounded_outward() {
    let one = Enclosure::integer(1, 64);
    let vast = &Enclosure::integer(1 << 40, 64);
    assert!(vast.exp().is_none());
    let tiny = (-vast).exp().unwrap();
    assert!(tiny.lo() == Rational::ZERO && tiny.hi > Dyadic::integer(0));
    // What is lost in a sum widens it.
    let sum = &one + &tiny;
    assert!(sum.lo() == Rational::ONE && sum.hi() > Rational::ONE);
    let doubles = tiny.to_interval();
    assert!(doubles.lo() == 0.0 && doubles.hi() == f64::MIN_POSITIVE);
    let large = Enclosure::integer(3_000_000_000, 64).exp().unwrap();
    assert!(large.to_interval().hi() == f64::INFINITY && large.to_interval().lo() == f64::MAX);
    assert!((-&large).to_interval().lo() == f64::NEG_INFINITY && (-&large).to_interval().hi() == f64::MIN);
    assert_eq!(Enclosure::integer(0, 64).exp().unwrap().to_interval(), Interval::point(1.0));
    assert_eq!(one.ln().unwrap().to_interval(), Interval::point(0.0));
    assert!(Enclosure::integer(0, 64).ln().is_none());
    assert!((-&one).sqrt().is_none() && (-&one).ln().is_none());
    assert!(one.checked_div(&(&one - &one)).is_none());
    assert_eq!(Enclosure::integer(u64::MAX, 2).to_interval().hi(), 18_446_744_073_709_551_616.0);
}

#[test]
fn comparisons_are_decided_or_left_open() {
    use crate::{Verdict, decide};
    let third = ratio(1, 3).unwrap();
    // e^(1/3)³ against e: equal, so never decided, whatever the precision.
    let mut asked = 0;
    let equal = decide(|bits| {
        asked += 1;
        let cube = Enclosure::around(&third, bits).exp().unwrap().powi(3);
        cube.at_most(&Enclosure::integer(1, bits).exp().unwrap())
    });
    assert_eq!((equal, asked), (Verdict::Undecided, 9));
    // 10^-200 apart.
    let above = Rational::ONE + Rational::from_parts(IBig::ONE, Natural::from(10u8).pow(200));
    let less = decide(|bits| {
        Enclosure::integer(1, bits).exp().unwrap().less_than(&Enclosure::around(&above, bits).exp().unwrap())
    });
    assert_eq!(less, Verdict::True);
}

#[test]
fn units_of_a_scale_are_whole_numbers_around() {
    let third = Enclosure::around(&ratio(1, 3).unwrap(), 100);
    let (lo, hi) = third.units(64).unwrap();
    assert!(hi - lo == 1 && lo == (u128::from(u64::MAX) / 3));
    assert_eq!(Enclosure::integer(5, 64).units(1).unwrap(), (10, 10));
    assert!(Enclosure::integer(5, 64).units(127).is_none());
    assert_eq!((-&Enclosure::integer(1 << 40, 64)).exp().unwrap().units(100).unwrap(), (0, 1));
}
