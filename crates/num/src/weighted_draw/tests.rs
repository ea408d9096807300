use super::*;
use crate::entropy::tests::Seeded;
use crate::ratio;
use proptest::prelude::*;

fn weighted_draw(exponents: &[i64], denominator: u64) -> WeightedDraw {
    let mut weighted_draw = WeightedDraw::new();
    for &n in exponents {
        weighted_draw.add(ratio(i128::from(n), u128::from(denominator)).unwrap());
    }
    weighted_draw
}

/// The winner by the definition, with many bits, for a random number that is exactly `word / 2^64`.
fn winner(weighted_draw: &WeightedDraw, word: u64) -> usize {
    let bits = 400;
    let sum =
        weighted_draw.weights(bits).iter().fold(Enclosure::integer(0, bits), |sum, weight| &sum + weight);
    let at = &Enclosure::around(&Rational::from_parts(word.into(), Natural::ONE << 64), bits) * &sum;
    let mut reached = Enclosure::integer(0, bits);
    for (number, weight) in weighted_draw.weights(bits).iter().enumerate() {
        reached = &reached + weight;
        if at.less_than(&reached).is_proven() {
            return number;
        }
    }
    weighted_draw.len() - 1
}

proptest! {
    #[test]
    fn whole_numbers_and_bounds_agree_with_the_definition(
        exponents in prop::collection::vec(-3000i64..3000, 2..30), denominator in 1..100u64, word in any::<u64>(),
    ) {
        let weighted_draw = weighted_draw(&exponents, denominator);
        let expected = winner(&weighted_draw, word);
        if let Some(found) = weighted_draw.first_look(word) {
            prop_assert_eq!(found, expected);
        }
        let closer = weighted_draw.look(&Natural::from(word), 64, 128);
        prop_assert!(closer.is_none_or(|found| found == expected));
    }

    #[test]
    fn a_new_reference_changes_no_chance(exponents in prop::collection::vec(-200i64..200, 2..12)) {
        let forward = weighted_draw(&exponents, 1);
        let backward = weighted_draw(&exponents.iter().rev().copied().collect::<Vec<_>>(), 1);
        let mut sum = Enclosure::integer(0, 100);
        for n in 0..forward.len() {
            let (a, b) = (forward.chance(n, 100), backward.chance(forward.len() - 1 - n, 100));
            prop_assert!(a.lo() <= b.hi() && b.lo() <= a.hi());
            sum = &sum + &a;
        }
        prop_assert!(sum.lo() <= Rational::ONE && Rational::ONE <= sum.hi());
    }
}

#[test]
fn borders_are_looked_at_more_closely() {
    // Three equal tickets: the borders are thirds, which no word hits.
    let weighted_draw = weighted_draw(&[0, 0, 0], 1);
    let border = u64::MAX / 3;
    assert_eq!(weighted_draw.first_look(border), None);
    assert_eq!(weighted_draw.look(&Natural::from(border), 64, 128), None);
    let next = |word: u64| (Natural::from(border) << 64) + Natural::from(word);
    assert_eq!(weighted_draw.look(&next(border - 1), 128, 192), Some(0));
    assert_eq!(weighted_draw.look(&next(border + 1), 128, 192), Some(1));
    assert_eq!((weighted_draw.first_look(0), weighted_draw.first_look(u64::MAX)), (Some(0), Some(2)));
}

#[test]
fn frequencies_are_the_weights() {
    const DRAWS: u32 = 60_000;
    let mut weighted_draw = weighted_draw(&[0, 1, 2, -1], 1);
    weighted_draw.add(Rational::from(3u8));
    weighted_draw.swap_remove(0);
    let mut counts = vec![0u32; weighted_draw.len()];
    let mut bits = Seeded(3);
    for _ in 0..DRAWS {
        let Ok(Some(ticket)) = weighted_draw.draw(&mut bits) else { unreachable!() };
        counts[ticket] += 1;
    }
    for (ticket, &count) in counts.iter().enumerate() {
        let expected = weighted_draw.chance(ticket, 60).to_interval().lo() * f64::from(DRAWS);
        assert!((f64::from(count) - expected).abs() < 6.0 * expected.sqrt(), "{ticket}");
    }
}

#[test]
fn none_one_and_far_apart() {
    let mut bits = Seeded(1);
    assert_eq!(WeightedDraw::new().draw(&mut bits), Ok(None));
    assert_eq!(weighted_draw(&[5], 1).draw(&mut bits), Ok(Some(0)));
    // The second ticket weighs e^10000 times the first, and the third next to nothing.
    let far = weighted_draw(&[0, 10_000, -10_000], 1);
    assert!((0..100).all(|_| far.draw(&mut bits) == Ok(Some(1))));
    let at_once = WeightedDraw::of([0, 10_000, -10_000].map(|n| ratio(n, 1).unwrap()));
    assert!((0..100).all(|_| at_once.draw(&mut bits) == Ok(Some(1))));
    assert!(WeightedDraw::of([]).is_empty());
    // The reference is gone and was beyond all measure: what is left is told apart all the same.
    let mut gone = weighted_draw(&[i64::MAX / 2, 0, 1, -50], 1);
    gone.swap_remove(0);
    let drawn: Vec<_> = (0..200).map(|_| gone.draw(&mut bits).unwrap().unwrap()).collect();
    assert!(drawn.contains(&1) && drawn.contains(&2) && !drawn.contains(&0));
    let vast = weighted_draw(&[i64::MIN / 2, 0, i64::MAX / 2], 1);
    assert!((0..100).all(|_| vast.draw(&mut bits) == Ok(Some(2))));
}
