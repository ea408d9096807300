//! Whether noise that is drawn follows the chances that the proofs speak of.
//!
//! By Massart's form of the inequality of Dvoretzky, Kiefer and Wolfowitz, the distribution function of n draws is away from the true one
//! by more than t somewhere with a chance of at most 2e^(−2nt²). With the numbers below that is 10^-7, and the seed is fixed.

use super::budget;
use lethe_dp::mechanism::{Count, Exponential, Noise, RandomizedResponse};
use lethe_num::{Entropy, Rational, ratio};
use std::collections::BTreeMap;
use std::convert::Infallible;

const DRAWS: u32 = 40_000;
/// √(ln(2 · 10^7) / 2n).
const FARTHEST: f64 = 0.0145;

/// `SplitMix64`: fair enough to test with.
pub(super) struct Seeded(pub(super) u64);

impl Entropy for Seeded {
    type Error = Infallible;

    fn word(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(word ^ (word >> 31))
    }
}

/// The largest distance between the distribution functions of draws and chances.
fn distance(mut draw: impl FnMut(&mut Seeded) -> i128, chance: impl Fn(i128) -> f64) -> f64 {
    let mut random = Seeded(20);
    let mut counts = BTreeMap::<i128, u32>::new();
    for _ in 0..DRAWS {
        *counts.entry(draw(&mut random)).or_default() += 1;
    }
    let (mut drawn, mut expected, mut farthest) = (0.0, 0.0, 0f64);
    for z in -60..=60 {
        drawn += f64::from(counts.get(&z).copied().unwrap_or(0)) / f64::from(DRAWS);
        expected += chance(z);
        farthest = farthest.max((drawn - expected).abs());
    }
    farthest
}

fn chance(noise: &Noise) -> impl Fn(i128) -> f64 {
    let chances: Vec<f64> = (0..=60)
        .map(|z| match noise {
            Noise::Laplace(noise) => noise.chance(z, 80).to_interval().lo(),
            Noise::Gaussian(noise) => noise.chance(z, 80).to_interval().lo(),
        })
        .collect();
    move |z| chances[z.unsigned_abs() as usize]
}

#[test]
fn noise_follows_its_chances_and_other_noise_does_not() {
    for (guarantee, other) in [
        (budget("0.5", "0"), budget("1", "0")),
        (budget("ln(2)", "0"), budget("ln(4)", "0")),
        (budget("1", "1e-3"), budget("2", "1e-3")),
    ] {
        let (count, wrong) = (Count::new(&guarantee).unwrap(), Count::new(&other).unwrap());
        let drawn = |random: &mut Seeded| count.release(0, random).unwrap();
        assert!(distance(drawn, chance(count.noise())) < FARTHEST);
        assert!(distance(drawn, chance(wrong.noise())) > FARTHEST, "a doubled epsilon is seen");
    }
}

#[test]
fn choices_and_answers_follow_their_chances() {
    let choice = Exponential::monotone(&"ln(2)".parse().unwrap(), &Rational::ONE).unwrap();
    let scores = [0, 1, 2].map(|score| ratio(score, 1).unwrap());
    let drawn = |random: &mut Seeded| choice.select(scores.clone(), random).unwrap().unwrap() as i128;
    let chances = |z: i128| [1.0, 2.0, 4.0].get(z.max(-1) as usize).map_or(0.0, |weight| weight / 7.0);
    assert!(distance(drawn, chances) < FARTHEST);
    // Candidates that score the same, one after the other.
    let scores = [1, 1, 0, 2, 2].map(|score| ratio(score, 1).unwrap());
    let drawn = |random: &mut Seeded| choice.select(scores.clone(), random).unwrap().unwrap() as i128;
    let weights = [2.0, 2.0, 1.0, 4.0, 4.0];
    let chances = |z: i128| weights.get(z.max(-1) as usize).map_or(0.0, |weight| weight / 13.0);
    assert!(distance(drawn, chances) < FARTHEST);
    let survey = RandomizedResponse::new(3, &"ln(4)".parse().unwrap()).unwrap();
    let reported = |random: &mut Seeded| survey.respond(Some(1), random).unwrap() as i128;
    let chances = |z: i128| [1.0, 4.0, 1.0].get(z.max(-1) as usize).map_or(0.0, |weight| weight / 6.0);
    assert!(distance(reported, chances) < FARTHEST);
}
