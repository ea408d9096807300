//! All privacy models in one list.

use super::entry::{Entry, Judged};
use super::{
    alpha_k, average_risk, beta_likeness, closeness, delta_disclosure, delta_presence, differential_privacy,
    diversity, k_anonymity, k_map, population_uniqueness, reidentification_risk, sample_uniqueness,
};

/// Every privacy model, in the order in which help, messages and documentation list them.
pub static MODELS: &[&Entry] = &[
    &k_anonymity::ENTRY,
    &diversity::ENTRY,
    &closeness::ENTRY,
    &delta_presence::ENTRY,
    &beta_likeness::ENTRY,
    &k_anonymity::KM_ENTRY,
    &k_map::ENTRY,
    &delta_disclosure::ENTRY,
    &alpha_k::ENTRY,
    &alpha_k::LKC_ENTRY,
    &average_risk::ENTRY,
    &reidentification_risk::ENTRY,
    &sample_uniqueness::ENTRY,
    &population_uniqueness::ENTRY,
    &differential_privacy::ENTRY,
];

/// Everything that the verifier judges, with the name of the model that judges it.
pub fn judged() -> impl Iterator<Item = (&'static str, &'static Judged)> {
    MODELS
        .iter()
        .flat_map(|entry| entry.judged.iter().map(|judged| (judged.model.unwrap_or(entry.spec.name), judged)))
}
