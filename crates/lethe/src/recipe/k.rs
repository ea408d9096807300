//! The k that commands judge by where none is given.

use crate::recipe_file::{PrivacyModel, Recipe};

/// Without a recipe that demands another, a record is at risk when it is alone.
pub const USUAL_K: u64 = 2;

/// The k that a recipe demands, or [`USUAL_K`].
pub fn usual_k(recipe: &Recipe) -> u64 {
    let k = |model: &PrivacyModel| model.as_k_anonymity().or_else(|| model.as_km_anonymity().map(|(k, _)| k));
    recipe.privacy.iter().filter_map(k).max().unwrap_or(USUAL_K)
}
