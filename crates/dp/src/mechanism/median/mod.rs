//! The median mechanism: many counting queries over a small domain, where most answers follow from earlier ones.
//!
//! It keeps all databases of m rows that agree with what it has answered. A query on which most of them agree with the data is easy and
//! is answered by their median, which tells nothing new; only hard ones are answered from the data, with noise.
//!
//! The published constants make m at least 160000 ln(k) ln(1/ε) / ε²: with two values, ten queries and an accuracy of 1/10 that is 85
//! million rows to a database, so no published parameter set fits into a computer. The procedure is as published, its
//! parameters are the caller's, and the account is our own: see [`Median::new`].

mod candidates;
mod published;
mod threshold;

pub use candidates::MOST_CANDIDATES;
pub use published::Published;

use super::{Draw, Laplace, MechanismError};
use crate::Epsilon;
use candidates::Candidates;
use lethe_num::{Coin, Decide, Enclosure, FIRST_BITS, Rational, ratio};
use threshold::Threshold;

/// One person changes the score r by at most about so many steps of the grid on which it is compared.
const SCORE_STEPS: u32 = 1 << 16;

/// The parameters of the median mechanism; none may come from the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// How many queries there will be at most (k).
    pub queries: u32,
    /// How many of them may be hard before the mechanism halts (published: 20 m ln |X|).
    pub hard: u32,
    /// The rows of a candidate database (m).
    pub candidate_rows: u32,
    /// The accuracy of answers (the publication's epsilon), above 0 and below 1.
    pub accuracy: Rational,
    /// The step between thresholds (gamma); without it, as published.
    pub gamma: Option<Rational>,
}

/// Answers counting queries one after the other.
#[derive(Clone, Debug)]
pub struct Median {
    rows: u64,
    accuracy: Rational,
    candidates: Candidates,
    /// The score is compared on a grid of so many steps to 1.
    score_grid: Rational,
    score_noise: Laplace,
    answer_noise: Laplace,
    threshold: Threshold,
    queries_left: u32,
    hard_left: u32,
    halted: bool,
}

/// What a query is answered with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// The median of the candidates: a share of the rows.
    Easy(Rational),
    /// The data's own share, with noise.
    Hard(Rational),
    /// Nothing: too many queries were hard, or no candidate agrees with the answers any more.
    Halted,
}

impl Median {
    /// For data of `rows` rows over a domain of `values` values.
    ///
    /// **Guarantee**: all answers together are epsilon-differentially private, for any parameters, where one row is replaced by another (the
    /// number of rows is public). Each of the k comparisons costs α'/2 and each of at most `hard` noisy answers α', and α' is
    /// chosen so that (k/2 + hard) α' = epsilon: adaptive sequential composition, since candidates follow from
    /// answers alone. The publication claims less cost for easy queries with a delta it does not state; that is not used.
    /// **Paper**: Roth, Roughgarden (2010), Figure 1; Dimakopoulos (2022), Algorithm 2.
    /// **Errors**: parameters that make no sense, or too many candidates.
    pub fn new(
        values: usize,
        rows: u64,
        parameters: &Parameters,
        epsilon: &Epsilon,
    ) -> Result<Self, MechanismError> {
        let Parameters { queries, hard, candidate_rows, ref accuracy, .. } = *parameters;
        if rows == 0 || queries == 0 || candidate_rows == 0 || hard == 0 {
            return Err(MechanismError::Median("rows, queries, hard queries and m must be at least 1"));
        }
        if *accuracy <= Rational::ZERO || *accuracy >= Rational::ONE {
            return Err(MechanismError::Median("the accuracy must be above 0 and below 1"));
        }
        let unit = rate(parameters, epsilon)?;
        let half = ratio(1, 2).unwrap_or(Rational::ZERO);
        // One person changes the score by at most 1 / (accuracy · rows).
        let change = Rational::ONE / (accuracy * Rational::from(rows));
        let score_grid = Rational::from((Rational::from(SCORE_STEPS) / &change).floor()).max(Rational::ONE);
        // One more for a score that is rounded down once too often.
        let steps = (&score_grid * change).ceil();
        let steps = u64::try_from(steps).ok().and_then(|steps| steps.checked_add(1));
        let steps = steps.ok_or(MechanismError::TooMuchNoise)?;
        let threshold = match &parameters.gamma {
            Some(gamma) => Threshold::new(gamma)?,
            None => Threshold::published(parameters, rows, unit.to_f64().value(), epsilon),
        };
        Ok(Self {
            rows,
            accuracy: accuracy.clone(),
            candidates: Candidates::all(values, candidate_rows)?,
            score_grid,
            score_noise: Laplace::new(&Epsilon::new(&unit * half), steps)?,
            answer_noise: Laplace::new(&Epsilon::new(unit), 1)?,
            threshold,
            queries_left: queries,
            hard_left: hard.min(queries),
            halted: false,
        })
    }

    /// The noise of a hard answer, in rows.
    pub fn answer_noise(&self) -> &Laplace {
        &self.answer_noise
    }

    /// How many candidate databases are left.
    pub fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// The share of rows with one of the chosen values; `counts` says how many rows have each value.
    ///
    /// Values are in the same order every time. A noisy answer is cut to 0 to 1 before it is used.
    /// **Errors**: there are no random bits.
    pub fn ask<D: Draw>(
        &mut self,
        chosen: &[bool],
        counts: &[u64],
        random: &mut D,
    ) -> Result<Answer, <D as Decide>::Error> {
        let Some(queries_left) = self.queries_left.checked_sub(1).filter(|_| !self.halted) else {
            return Ok(Answer::Halted);
        };
        self.queries_left = queries_left;
        let truth: u64 =
            counts.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(count, _)| count).sum();
        let truth = truth.min(self.rows);
        let shares = self.candidates.shares(chosen);
        let threshold = self.threshold.draw(random)?;
        // Noise of at least this makes the score reach the threshold. A coin with exactly that chance takes the place of the noise.
        let needed = (threshold * &self.score_grid).ceil() - self.score(&shares, truth).floor();
        let needed = i128::try_from(needed).unwrap_or(i128::MAX);
        let noise = self.score_noise.clone();
        if random.flip(&Coin::new(move |bits| noise.chance_of_at_least(needed, bits)))? {
            return Ok(Answer::Easy(shares.median()));
        }
        let Some(hard_left) = self.hard_left.checked_sub(1) else {
            self.halted = true;
            return Ok(Answer::Halted);
        };
        self.hard_left = hard_left;
        let noisy = i128::from(truth).saturating_add(random.laplace(&self.answer_noise)?);
        let noisy = noisy.clamp(0, i128::from(self.rows));
        let answer = ratio(noisy, u128::from(self.rows)).unwrap_or(Rational::ZERO);
        let width = &self.accuracy / Rational::from(50u8);
        self.candidates.keep(chosen, &(&answer - &width), &(&answer + &width));
        self.halted = self.candidates.len() == 0;
        Ok(Answer::Hard(answer))
    }

    /// The mean of e^(−|f(D) − f(S)| / accuracy) over the candidates S, in steps of its grid, rounded down or one step less.
    fn score(&self, shares: &candidates::Shares, truth: u64) -> Rational {
        let bits = FIRST_BITS;
        let here = ratio(i128::from(truth), u128::from(self.rows)).unwrap_or(Rational::ZERO);
        let weighted = shares.iter().map(|(share, weight)| {
            let distance = if share > here { &share - &here } else { &here - &share };
            let closeness = Enclosure::around(&-(distance / &self.accuracy), bits).exp();
            &closeness.unwrap_or_else(|| Enclosure::integer(1, bits)) * &Enclosure::around(&weight, bits)
        });
        weighted.fold(Enclosure::integer(0, bits), |sum, term| &sum + &term).lo() * &self.score_grid
    }
}

/// The α' for which (k/2 + hard) α' is at most epsilon.
fn rate(parameters: &Parameters, epsilon: &Epsilon) -> Result<Rational, MechanismError> {
    let epsilon = epsilon.fraction_below().ok_or(MechanismError::NoBudget)?;
    let uses = u64::from(parameters.queries) + 2 * u64::from(parameters.hard.min(parameters.queries));
    Ok(epsilon * Rational::from(2u8) / Rational::from(uses))
}
