//! Answers that may be lies.

use super::{Draw, MechanismError};
use crate::Epsilon;
use lethe_num::{Coin, Decide, Enclosure, FIRST_BITS, Interval, Rational, WeightedDraw};

/// Tells the truth with a known chance and any other answer otherwise.
#[derive(Clone, Debug)]
pub struct RandomizedResponse {
    answers: usize,
    epsilon: Epsilon,
    truth: Coin,
    /// A ticket for each answer but one.
    lies: WeightedDraw,
    /// A ticket for each answer.
    guesses: WeightedDraw,
}

/// How many records truly have an answer, judged by what was told.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The unbiased estimate; the exact number is within.
    pub count: Interval,
    /// The most its standard error can be, whatever the truth is.
    pub standard_error: f64,
    /// The estimate is at most this far from what it estimates with a chance of at least 95 of 100 (Hoeffding's inequality).
    pub bound: f64,
}

impl RandomizedResponse {
    /// For so many possible answers.
    ///
    /// **Guarantee**: what a person tells is epsilon-differentially private about the answer, before it ever reaches anybody: the truth
    /// has the chance e^epsilon / (e^epsilon + answers − 1), every other answer 1 / (e^epsilon + answers − 1). Neighbours differ in one
    /// person's answer; how many records answer is not hidden.
    /// **Paper**: Warner (1965) for two answers; Kairouz, Oh, Viswanath (2014) for more.
    /// **Errors**: no budget, or fewer than two answers.
    pub fn new(answers: usize, epsilon: &Epsilon) -> Result<Self, MechanismError> {
        if answers < 2 {
            return Err(MechanismError::TooFewAnswers { least: 2 });
        }
        if !epsilon.is_positive() || epsilon.exp(FIRST_BITS).is_none() {
            return Err(MechanismError::NoBudget);
        }
        let others = answers as u64 - 1;
        let truth = if let Some(growth) = epsilon.rational_exp() {
            Coin::ratio(growth / (growth + Rational::from(others)))
        } else {
            let epsilon = epsilon.clone();
            // The truth's chance is 1 / (1 + others · e^−epsilon).
            Coin::new(move |bits| truth(&epsilon, others, bits))
        };
        Ok(Self {
            answers,
            epsilon: epsilon.clone(),
            truth,
            lies: equal(answers - 1),
            guesses: equal(answers),
        })
    }

    /// The chance of the truth.
    pub fn truth(&self, bits: u32) -> Enclosure {
        self.truth.chance(bits)
    }

    /// What a person tells whose answer has this number.
    ///
    /// Records without an answer, or with one that is not asked for, tell any answer with the same chance: that lies between the chances
    /// of truth and lie, so it keeps the promise too.
    /// **Errors**: there are no random bits.
    pub fn respond<D: Draw>(
        &self,
        answer: Option<usize>,
        random: &mut D,
    ) -> Result<usize, <D as Decide>::Error> {
        let Some(answer) = answer.filter(|&answer| answer < self.answers) else {
            return Ok(random.draw(&self.guesses)?.unwrap_or(0));
        };
        if random.flip(&self.truth)? {
            return Ok(answer);
        }
        let other = random.draw(&self.lies)?.unwrap_or(0);
        Ok(if other < answer { other } else { other + 1 })
    }

    /// How many records truly have an answer that `reported` of `records` told: (told · (e^epsilon + n − 1) − records) / (e^epsilon − 1).
    ///
    /// It has no bias for records whose answer was asked for; everybody else counts as one n-th for each answer. The standard error is
    /// at most √records times the larger deviation of truth and lie, over the difference of their chances.
    pub fn estimate(&self, reported: u64, records: u64) -> Estimate {
        let bits = FIRST_BITS;
        let one = Enclosure::integer(1, bits);
        // Divided by e^epsilon, so that it does not grow: e^−epsilon always has bounds for a positive budget.
        let shrink = self.epsilon.exp_neg(bits).unwrap_or_else(|| one.clone());
        let others = Enclosure::integer(self.answers as u64 - 1, bits);
        let whole = &one + &(&others * &shrink);
        let above =
            &(&Enclosure::integer(reported, bits) * &whole) - &(&Enclosure::integer(records, bits) * &shrink);
        let count = above.checked_div(&(&one - &shrink)).map_or(Interval::ALL, |count| count.to_interval());
        let truth = self.truth(bits).to_interval().hi();
        let lie = (1.0 - truth) / (self.answers as f64 - 1.0);
        let spread = (truth * (1.0 - truth)).max(lie * (1.0 - lie));
        let records = records as f64;
        let standard_error = (records * spread).sqrt() / (truth - lie);
        Estimate { count, standard_error, bound: (records * 40f64.ln() / 2.0).sqrt() / (truth - lie) }
    }
}

fn truth(epsilon: &Epsilon, others: u64, bits: u32) -> Enclosure {
    let one = Enclosure::integer(1, bits);
    let shrink = epsilon.exp_neg(bits).unwrap_or_else(|| one.clone());
    let whole = &one + &(&Enclosure::integer(others, bits) * &shrink);
    one.checked_div(&whole).unwrap_or(one)
}

/// So many tickets with the same chance.
fn equal(tickets: usize) -> WeightedDraw {
    let mut weighted_draw = WeightedDraw::new();
    for _ in 0..tickets {
        weighted_draw.add(Rational::ZERO);
    }
    weighted_draw
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_num::ratio;

    #[test]
    fn the_survey_with_two_coins() {
        // Tails: the truth; heads: a second coin. Truth has the chance 3/4, so epsilon is ln 3.
        let survey = RandomizedResponse::new(2, &"ln(3)".parse().unwrap()).unwrap();
        assert_eq!(survey.truth(80).lo(), ratio(3, 4).unwrap());
        // Twice the share of yes less one half: 60 of 100 yes are 70 records.
        let estimate = survey.estimate(60, 100);
        assert!(estimate.count.contains(70.0) && estimate.count.hi() - estimate.count.lo() < 1e-9);
        assert!((estimate.standard_error - (100f64 * 3.0 / 16.0).sqrt() * 2.0).abs() < 1e-9);
    }

    #[test]
    fn estimates_have_no_bias() {
        // What is told on average, put into the formula, is the truth: for 3 answers and e^epsilon = 4, truth 2/3 and lies 1/6.
        let survey = RandomizedResponse::new(3, &"ln(4)".parse().unwrap()).unwrap();
        for (truth, reported) in [(0u64, 100u64), (600, 400), (300, 250)] {
            assert!(survey.estimate(reported, 600).count.contains(truth as f64));
        }
        assert!(RandomizedResponse::new(1, &"1".parse().unwrap()).is_err());
        assert!(RandomizedResponse::new(2, &"0".parse().unwrap()).is_err());
        assert!(RandomizedResponse::new(2, &"1e20".parse().unwrap()).is_err());
    }
}
