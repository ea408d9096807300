//! Fields of truthful differential privacy.

use crate::recipe_file::{Final, SafepubOptions, Sampling, Score};
use lethe_data::Decimal;

/// Fields of a search that only go with the method `safepub`.
#[derive(Clone, Debug, Default)]
pub struct SafepubOverrides {
    /// What the search may spend of the budget.
    pub eps_search: Option<Decimal>,
    /// How many steps it takes.
    pub steps: Option<u32>,
    /// What it looks for.
    pub score: Option<Score>,
    /// How levels are chosen in the end.
    pub final_choice: Option<Final>,
    /// The share of the search's budget that the last choice has.
    pub final_share: Option<Decimal>,
    /// Which records it reads.
    pub sampling: Option<Sampling>,
}

impl SafepubOverrides {
    /// Writes these fields over those of a keys.
    pub(super) fn apply(self, keys: &mut SafepubOptions) {
        keys.eps_search = self.eps_search.or(keys.eps_search);
        keys.steps = self.steps.or(keys.steps);
        keys.score = self.score.or(keys.score);
        keys.final_choice = self.final_choice.or(keys.final_choice);
        keys.final_share = self.final_share.or(keys.final_share);
        keys.sampling = self.sampling.or(keys.sampling);
    }
}
