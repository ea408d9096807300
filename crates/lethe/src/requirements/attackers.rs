//! What recipes of methods that change cells or part columns say without words: how many columns an attacker may know.

use crate::recipe_file::{PrivacyModel, Search};

/// The model that a release is held against: k-anonymity, for somebody who knows at most `max_size` columns, is
/// km-anonymity.
pub(crate) fn bounded(model: PrivacyModel, search: &Search) -> PrivacyModel {
    match (model.as_k_anonymity(), search.method.keys().max_size) {
        (Some(k), Some(size)) => PrivacyModel::km_anonymity(k, size as u64),
        _ => model,
    }
}
