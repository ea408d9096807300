//! What the attacker is taken to know.

use crate::recipe_file::{PrivacyModel, Recipe};
use crate::{Error, Result};

/// Nobody may be identified by combinations of so many columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Knowledge {
    /// Fewer records than this equal are identified.
    pub(super) k: u64,
    /// The most columns known; `None`: all of them.
    pub(super) max_size: Option<usize>,
}

impl Knowledge {
    /// What a recipe demands of these methods: k-anonymity, with `max_size` for an attacker who knows no more columns, or
    /// km-anonymity, which says both.
    ///
    /// **Errors**: another model, none or several of them, or two answers to one question.
    pub(super) fn of(recipe: &Recipe) -> Result<Self> {
        let method = recipe.search.method.name();
        let max_size = recipe.search.method.keys().max_size;
        if let [model] = &recipe.privacy[..] {
            if let Some(k) = model.as_k_anonymity() {
                return Ok(Self { k, max_size });
            }
            if let Some((k, m)) = model.as_km_anonymity() {
                return match max_size {
                    Some(size) if size as u64 != m => Err(Error::Request(format!(
                        "km-anonymity has m = {m} and the search max_size = {size}; say it once"
                    ))),
                    _ => Ok(Self { k, max_size: Some(usize::try_from(m).unwrap_or(usize::MAX)) }),
                };
            }
        }
        match &recipe.privacy[..] {
            [] => Err(Error::Request(
                "no privacy model is required; name one in the recipe or with a setting such as `k` 5"
                    .to_owned(),
            )),
            models => {
                let names: Vec<&str> = models.iter().map(PrivacyModel::name).collect();
                Err(Error::Request(format!(
                    "the method '{method}' makes k-anonymity or km-anonymity hold, one of them; required: {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// The model that the release is held against.
    pub(super) fn model(self) -> PrivacyModel {
        match self.max_size {
            None => PrivacyModel::k_anonymity(self.k),
            Some(size) => PrivacyModel::km_anonymity(self.k, size as u64),
        }
    }
}
