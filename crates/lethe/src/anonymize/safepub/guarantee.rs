//! From the recipe's numbers to a mechanism whose budgets add up.

use super::super::Anonymize;
use super::account::Account;
use crate::recipe_file::{Budget, Final, Sampling, Score};
use crate::{Error, Result};
use lethe_dp::Epsilon;
use lethe_dp::safepub::{ParameterError, Parameters};
use lethe_num::{Rational, ratio};
use lethe_transform::safepub::{self, Choice, Mechanism, Plan};

/// Steps of the search where the recipe gives none (Bild et al., 2018, Section 8.4).
const STEPS: u32 = 300;

/// What the recipe guarantees.
pub(super) struct Guarantee {
    epsilon: Epsilon,
    delta: Option<Rational>,
    search: Rational,
    /// Whether the recipe says what the search spends.
    is_search_given: bool,
    steps: u32,
    last: Final,
    last_share: Rational,
    score: Score,
    sampling: Sampling,
}

impl Guarantee {
    /// Reads the guarantee from a recipe.
    ///
    /// **Errors**: there is none, there are other models, or its numbers make no sense.
    pub(super) fn asked(request: &Anonymize) -> Result<Self> {
        let recipe = &request.recipe;
        let guarantee = match recipe.privacy.as_slice() {
            [model] => model.as_differential_privacy(),
            _ => None,
        };
        let Some((epsilon, delta)) = guarantee else {
            let problem = "the method 'safepub' has one guarantee: name differential-privacy as the only model, such as \
                           with `dp` 1,1e-6";
            return Err(Error::Request(problem.to_owned()));
        };
        let epsilon = budget(epsilon)?;
        let exact = |number: lethe_data::Decimal| lethe_models::privacy::exact(number);
        let search = match recipe.search.method.keys().safepub.eps_search {
            Some(search) => exact(search),
            None => tenth(&epsilon),
        };
        let class = recipe.search.class.is_some();
        let score = recipe.search.method.keys().safepub.score.unwrap_or(if class {
            Score::Prediction
        } else {
            Score::Granularity
        });
        if matches!(score, Score::Classification | Score::Prediction) && !class {
            return Err(Error::Request(format!(
                "the score '{score}' needs the column to predict: name it with `class`"
            )));
        }
        let most = Rational::from(9u8) / Rational::from(10u8);
        Ok(Self {
            epsilon,
            delta: delta.map(exact),
            search,
            is_search_given: recipe.search.method.keys().safepub.eps_search.is_some(),
            steps: recipe.search.method.keys().safepub.steps.unwrap_or(STEPS),
            last: recipe.search.method.keys().safepub.final_choice.unwrap_or_default(),
            last_share: recipe.search.method.keys().safepub.final_share.map_or(most, exact),
            score,
            sampling: recipe.search.method.keys().safepub.sampling.unwrap_or_default(),
        })
    }

    /// The same guarantee where the recipe fixes all levels: there is nothing to search, so the whole budget is for sampling.
    ///
    /// **Guarantee**: no level depends on a record, so sampling and suppression are the whole mechanism, and nothing has to
    /// be added up.
    /// **Errors**: the recipe gives a part of the budget to the search.
    pub(super) fn with_fixed_levels(self) -> Result<Self> {
        if self.is_search_given && self.search != Rational::ZERO {
            let problem = "the levels of all columns are fixed, so there is nothing to search: leave out eps_search, and the \
                           whole budget is for sampling";
            return Err(Error::Request(problem.to_owned()));
        }
        let (search, steps) = (Rational::ZERO, 0);
        Ok(Self { search, steps, last: Final::Last, sampling: Sampling::Fresh, ..self })
    }

    /// A better way to write the budget, if there is one.
    pub(super) fn hint(&self) -> Option<String> {
        logarithm_hint(&self.epsilon)
    }

    /// The whole budget.
    pub(super) fn epsilon(&self) -> &Epsilon {
        &self.epsilon
    }

    /// What the mechanism spends on what, for so many generalized columns.
    pub(super) fn account(
        &self,
        mechanism: &Mechanism,
        columns: usize,
        insecure_seed: Option<u64>,
    ) -> Account {
        let by_records = self.delta.is_none();
        Account::of(mechanism, &self.epsilon, (self.score, columns), by_records, insecure_seed)
    }

    /// The mechanism for a table of so many records.
    ///
    /// **Errors**: the parts of the budget are more than the whole, or no group size keeps the guarantee.
    pub(super) fn mechanism(&self, records: u64) -> Result<Mechanism> {
        let sampling = self.epsilon.clone() - Epsilon::new(self.search.clone());
        let is_part = |share: &Rational| *share >= Rational::ZERO && *share <= Rational::ONE;
        if self.search < Rational::ZERO || !is_part(&self.last_share) {
            let problem =
                "the budgets do not add up: eps_search must not be negative, and final_share a share";
            return Err(Error::Request(problem.to_owned()));
        }
        if !sampling.is_positive() {
            return Err(Error::Request(format!(
                "the budgets do not add up: eps_search {} leaves nothing of epsilon {} for sampling",
                Epsilon::new(self.search.clone()),
                self.epsilon
            )));
        }
        let delta = self.delta.clone().unwrap_or_else(|| by_records(records));
        let parameters = Parameters::new(&sampling, &delta).map_err(|error| refused(&error))?;
        let (steps_epsilon, choice) = match self.last {
            Final::Choose => {
                let last = &self.search * &self.last_share;
                (&self.search - &last, Choice::WeightedDraw(last))
            }
            Final::Last => (self.search.clone(), Choice::Last),
            Final::Paper => (self.search.clone(), Choice::Best),
        };
        Ok(Mechanism {
            parameters,
            plan: Plan { steps: self.steps, epsilon: steps_epsilon, choice },
            score: match self.score {
                Score::Granularity => safepub::Score::Granularity,
                Score::Intensity => safepub::Score::Intensity,
                Score::Discernibility => safepub::Score::Discernibility,
                Score::Entropy => safepub::Score::Entropy,
                Score::GroupSize => safepub::Score::GroupSize,
                Score::Classification => safepub::Score::Classification,
                Score::Prediction => safepub::Score::Prediction,
            },
            sampling: match self.sampling {
                Sampling::Fresh => safepub::Sampling::Fresh,
                Sampling::Shared => safepub::Sampling::Shared,
            },
        })
    }
}

/// The advice to write a decimal near a logarithm as one.
pub(crate) fn logarithm_hint(epsilon: &Epsilon) -> Option<String> {
    let logarithm = epsilon.nearby_logarithm()?;
    Some(format!(
        "epsilon is near {logarithm}, but not equal to it; write {logarithm} to have it exactly, with which k may be smaller"
    ))
}

fn budget(written: &Budget) -> Result<Epsilon> {
    written.to_string().parse().map_err(|error| Error::Request(format!("epsilon {error}")))
}

/// A tenth of a budget as a fraction: exactly where it is one, of a nearby double below it otherwise.
fn tenth(epsilon: &Epsilon) -> Rational {
    let whole = match epsilon.as_rational() {
        Some(linear) => linear.clone(),
        // Any part of the budget may be given to the search; this one is written with three digits.
        None => ratio((epsilon.to_interval().lo() * 1000.0) as i128, 1000).unwrap_or(Rational::ZERO),
    };
    whole / Rational::from(10u8)
}

/// The largest power of ten below one person's share, and at most 10^-4 (Bild et al., 2018, Section 7.2).
fn by_records(records: u64) -> Rational {
    let mut delta = Rational::ONE / Rational::from(10_000u32);
    while records > 0 && delta >= Rational::ONE / Rational::from(records) {
        delta /= Rational::from(10u8);
    }
    delta
}

fn refused(error: &ParameterError) -> Error {
    Error::Request(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delta_is_below_one_person_in_the_table() {
        let power = |records| by_records(records).denominator().to_string();
        assert_eq!(power(0), "10000");
        assert_eq!(power(9_999), "10000");
        assert_eq!(power(10_000), "100000");
        assert_eq!(power(30_162), "100000");
        assert_eq!(power(1_193_504), "10000000");
    }

    #[test]
    fn a_tenth_is_exact_or_below() {
        assert_eq!(tenth(&"1".parse().unwrap()), ratio(1, 10).unwrap());
        assert_eq!(tenth(&"ln(2)".parse().unwrap()), ratio(693, 10_000).unwrap());
    }
}
