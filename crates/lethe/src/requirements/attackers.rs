//! What recipes of methods that change cells or part columns say without words: which columns an attacker may know, and how
//! many of them.

use lethe_data::Role;
use lethe_io::recipe::{Method, PrivacyModel, Search};

/// Whether a column is one of those an attacker may know. Where columns are parted all take part, because any of them may
/// serve to join tables. Otherwise, where no column is called quasi-identifying, all without a role are.
pub(crate) fn takes_part(method: Method, role: Option<Role>, any_quasi: bool) -> bool {
    let parts_columns = matches!(method, Method::Compartment | Method::Compose);
    match role {
        Some(Role::Identifying) => false,
        Some(Role::Quasi) => true,
        Some(_) => parts_columns,
        None => parts_columns || !any_quasi,
    }
}

/// The model that a release is held against: k-anonymity, for somebody who knows at most `max_size` columns, is
/// km-anonymity.
pub(crate) fn bounded(model: PrivacyModel, search: &Search) -> PrivacyModel {
    match (model, search.max_size) {
        (PrivacyModel::KAnonymity { k }, Some(size)) => PrivacyModel::KmAnonymity { k, m: size as u64 },
        (model, _) => model,
    }
}
