//! Gaussian noise: the exact delta of two shifted distributions, tails included.

use super::{budget, verdict};
use lethe_dp::Budget;
use lethe_dp::falsify::{REACH, distribution};
use lethe_dp::mechanism::{Gaussian, Noise};
use lethe_num::{Enclosure, Rational, Verdict};

const BITS: u32 = 96;

/// The exact delta that a shift needs at the promised epsilon: the sum of what chances exceed, and all of the tail.
fn delta_of(noise: &Gaussian, shift: i128, guarantee: &Budget) -> Enclosure {
    let deviations = noise.distribution().variance().to_f64().value().sqrt();
    let reach = (deviations * 12.0) as i128 + shift;
    let growth = guarantee.epsilon.exp(BITS).unwrap();
    let zero = Enclosure::integer(0, BITS);
    let chances: Vec<Enclosure> = (0..=reach).map(|z| noise.chance(z, BITS)).collect();
    let chance = |z: i128| &chances[z.unsigned_abs() as usize];
    let (mut exceeding, mut all) = (zero.clone(), zero.clone());
    for z in shift - reach..=reach {
        let excess = chance(z) - &(&growth * chance(z - shift));
        exceeding = &exceeding + &zero.larger_of(&excess);
        all = &all + chance(z);
    }
    let tail = zero.larger_of(&(&Enclosure::integer(1, BITS) - &all));
    &exceeding + &zero.or(&tail)
}

#[test]
fn the_exact_delta_is_at_most_the_promised_one() {
    for (epsilon, delta, sensitivity) in
        [("1", "1e-2", 1), ("2", "1e-3", 1), ("ln(3)", "1e-2", 2), ("4", "1e-6", 1)]
    {
        let guarantee = budget(epsilon, delta);
        let noise = Gaussian::new(&guarantee, sensitivity).unwrap();
        for shift in 1..=sensitivity {
            let needed = delta_of(&noise, i128::from(shift), &guarantee);
            assert!(needed.hi() <= guarantee.delta, "{epsilon} {delta} {shift}");
        }
        // The conversion wastes something, but less than a factor of 20.
        let needed = delta_of(&noise, i128::from(sensitivity), &guarantee);
        assert!(needed.lo() * Rational::from(20u8) > guarantee.delta, "{epsilon} {delta}");
        // A sensitivity that is one too small is caught.
        let wrong = delta_of(&noise, i128::from(sensitivity) + 1, &guarantee);
        assert!(wrong.lo() > guarantee.delta, "{epsilon} {delta}");
    }
}

#[test]
fn releases_keep_their_promise_and_a_doubled_epsilon_is_caught() {
    let guarantee = budget("1", "1e-2");
    let of = |noise: &Noise, number: i128| {
        distribution(BITS, |random| noise.add_to(number, random).unwrap().clamp(2 - REACH, REACH - 1))
    };
    let noise = Noise::new(&guarantee, 1).unwrap();
    assert_eq!(verdict(&of(&noise, 1), &of(&noise, 0), &guarantee), Verdict::True);
    assert_eq!(verdict(&of(&noise, 2), &of(&noise, 1), &guarantee), Verdict::True);
    let careless = Noise::new(&budget("2", "1e-2"), 1).unwrap();
    assert_eq!(verdict(&of(&careless, 1), &of(&careless, 0), &guarantee), Verdict::False);
}
