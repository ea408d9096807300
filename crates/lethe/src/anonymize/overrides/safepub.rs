//! Fields of truthful differential privacy.

use lethe_data::Decimal;
use lethe_io::recipe::{Final, Sampling, Score, Search};

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
    /// Writes these fields over those of a search.
    pub(super) fn apply(self, search: &mut Search) {
        search.eps_search = self.eps_search.or(search.eps_search);
        search.steps = self.steps.or(search.steps);
        search.score = self.score.or(search.score);
        search.final_choice = self.final_choice.or(search.final_choice);
        search.final_share = self.final_share.or(search.final_share);
        search.sampling = self.sampling.or(search.sampling);
    }
}
