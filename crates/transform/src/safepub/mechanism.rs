//! The whole mechanism: search, sample, publish.

use super::Error;
use super::operator::{Group, publish, sample};
use super::records::Records;
use super::score::Score;
use super::search::{Found, Plan, Problem, search};
use lethe_data::Context;
use lethe_dp::safepub::Parameters;
use lethe_num::{Coin, Decide, FIRST_BITS};

/// Which records the search reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// All of them; those that are published are sampled afterwards, independently of the search.
    ///
    /// The search then is a mechanism of its own on the records, and so is sampling and suppression on any levels: their budgets add
    /// up by sequential composition.
    #[default]
    Fresh,
    /// The sample that is published, as the publication has it.
    ///
    /// Levels and records then depend on the same sample, for which the composition theorem has no proof: given the levels, the
    /// sample is no longer drawn record by record.
    Shared,
}

/// Everything that the promise depends on.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// What sampling and suppression keep.
    pub parameters: Parameters,
    /// What the search may spend.
    pub plan: Plan,
    /// What the search looks for.
    pub score: Score,
    /// Which records it reads.
    pub sampling: Sampling,
}

/// What is published, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The search.
    pub found: Found,
    /// The records, in the order of their values.
    pub groups: Vec<Group>,
}

impl Mechanism {
    /// The number of records that a group of the searched records needs to count as published: where the search reads all records, as
    /// many as are needed for k of them to be sampled on average.
    pub fn search_k(&self) -> u64 {
        let k = self.parameters.k();
        match self.sampling {
            Sampling::Shared => k,
            Sampling::Fresh => {
                // beta is known to more bits than a double has; any number is as safe, this one is useful.
                let beta = self.parameters.beta(FIRST_BITS).to_interval().lo();
                ((k as f64 / beta).ceil() as u64).max(k)
            }
        }
    }

    /// Runs it.
    ///
    /// **Guarantee**: with [`Sampling::Fresh`] and a [`Plan`] that ends in a lottery or with the last levels, the levels and the groups
    /// together keep epsilon of the parameters plus that of the plan, with the delta of the parameters, for one person more or less.
    /// **Errors**: there are no random bits, the memory budget is too small, or the run is cancelled.
    pub fn run<D: Decide>(
        &self,
        records: &Records,
        decide: &mut D,
        context: &Context,
    ) -> Result<Output, Error<D::Error>> {
        let parameters = self.parameters.clone();
        let coin = Coin::new(move |bits| parameters.beta(bits));
        let score = self.score;
        let problem = |records| Problem { records, score, k: self.search_k() };
        let (found, sampled) = match self.sampling {
            Sampling::Fresh => {
                let found = search(&problem(records), &self.plan, decide, context)?;
                (found, sample(records, &coin, decide, context)?)
            }
            Sampling::Shared => {
                let sampled = sample(records, &coin, decide, context)?;
                (search(&problem(&sampled), &self.plan, decide, context)?, sampled)
            }
        };
        let groups = publish(&sampled, &found.levels, self.parameters.k());
        Ok(Output { found, groups })
    }
}
