//! What recipes of methods that change cells or part columns say without words: how many columns an attacker may know.

use lethe_io::recipe::{PrivacyModel, Search};

/// The model that a release is held against: k-anonymity, for somebody who knows at most `max_size` columns, is
/// km-anonymity.
pub(crate) fn bounded(model: PrivacyModel, search: &Search) -> PrivacyModel {
    match (model, search.max_size) {
        (PrivacyModel::KAnonymity { k }, Some(size)) => PrivacyModel::KmAnonymity { k, m: size as u64 },
        (model, _) => model,
    }
}
